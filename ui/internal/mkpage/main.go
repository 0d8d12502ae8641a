// Command mkpage puts the static page together: the shell with the first frame
// of the components already in it, Go's and vugu's scripts, the module, and the
// wide one, which is loaded when a recording needs it.
//
//	go run ./ui/internal/mkpage -wasm bin/page.wasm -wide bin/wide.wasm -out dist -embed cmd/heldbytes/page
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"

	"github.com/heldbytes/heldbytes/analyzer/language/chinese"
	"github.com/heldbytes/heldbytes/ui/static"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mkpage: ")
	wasm := flag.String("wasm", "bin/page.wasm", "the module, built from wasm/page")
	wide := flag.String("wide", "bin/wide.wasm", "the module that reads more, built from wasm/wide")
	out := flag.String("out", "dist", "directory of the static site; emptied first")
	embed := flag.String("embed", "", "directory that the command embeds: the same, with the module gzipped")
	squeeze := flag.Bool("brotli", true, "compress the module as hosts send it, which takes a while")
	flag.Parse()
	if err := run(*wasm, *wide, *out, *embed, *squeeze); err != nil {
		log.Fatal(err)
	}
}

func run(wasm, wide, out, embed string, squeeze bool) error {
	files, err := page()
	if err != nil {
		return err
	}
	module, err := readModule(wasm)
	if err != nil {
		return err
	}
	more, err := readModule(wide)
	if err != nil {
		return err
	}
	files["page.wasm"], files["wide.wasm"] = module, more
	if err := static.Stamp(files); err != nil {
		return err
	}
	zipped := map[string][]byte{}
	for _, name := range []string{"page.wasm", "wide.wasm"} {
		if zipped[name], err = static.Gzipped(files[name]); err != nil {
			return err
		}
	}
	single, err := static.Single(files, zipped)
	if err != nil {
		return err
	}
	if embed != "" {
		embedded := maps.Clone(files)
		for name, b := range zipped {
			delete(embedded, name)
			embedded[name+".gz"] = b
		}
		if err := write(embed, embedded); err != nil {
			return err
		}
	}
	files["heldbytes.html"] = single
	if squeeze {
		if files["page.wasm.br"], err = brotlied(module, filepath.Join(out, "page.wasm.br")); err != nil {
			return err
		}
	}
	files["_headers"] = []byte(headers)
	return write(out, files)
}

// headers are read by hosts that know the form; others get the policy from the
// page. The page as one file has a policy of its own, for a file.
const headers = "/*\n  Content-Security-Policy: " + static.Policy + `
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Cache-Control: no-cache
/heldbytes.html
  Content-Disposition: attachment
`

// readModule reads a module and takes the tables of traces off.
func readModule(name string) ([]byte, error) {
	module, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if module, err = dropTables(module); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return module, nil
}

// page returns every file of the page but the modules, of a build that has no
// name yet, as they are sent.
func page() (map[string][]byte, error) {
	files, err := sources()
	for name, b := range files {
		if ext := path.Ext(name); ext == ".js" || ext == ".css" {
			files[name] = plain(ext, b)
		}
	}
	return files, err
}

// sources are the same files as they are written.
func sources() (map[string][]byte, error) {
	files := map[string][]byte{}
	entries, err := static.Files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if files[e.Name()], err = static.Files.ReadFile(e.Name()); err != nil {
			return nil, err
		}
	}
	words, err := json.Marshal(chinese.Language)
	if err != nil {
		return nil, err
	}
	files[chinese.Language.Tag+".json"] = words
	if files["index.html"], err = shell(); err != nil {
		return nil, err
	}
	if files["vugu.js"], err = helper(); err != nil {
		return nil, err
	}
	root, err := goTool("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	files["wasm_exec.js"], err = os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	return files, err
}

// write replaces the files of dir. The placeholder that keeps an otherwise
// empty directory in the repository stays.
func write(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	have, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range have {
		if f.Name() == "placeholder.txt" {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, f.Name())); err != nil {
			return err
		}
	}
	for name, b := range files {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// brotlied compresses b as a server does that compresses ahead. That takes a
// while, so what an earlier build wrote is kept where it still is b.
func brotlied(b []byte, earlier string) ([]byte, error) {
	if have, err := os.ReadFile(earlier); err == nil {
		if was, err := io.ReadAll(brotli.NewReader(bytes.NewReader(have))); err == nil && bytes.Equal(was, b) {
			return have, nil
		}
	}
	var buf bytes.Buffer
	w := brotli.NewWriterOptions(&buf, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// goTool runs the go command and returns what it prints, trimmed.
func goTool(args ...string) (string, error) {
	b, err := exec.Command("go", args...).Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(b)), nil
}
