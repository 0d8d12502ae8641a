package static

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// largeFile is the size in bytes from which a file that the first view does not
// need is kept for times without a network only once the page is idle.
const largeFile = 1 << 20

// unnamed stands in index.html for the build until Stamp knows it.
const unnamed = "0000000000000000"

var (
	buildMeta = regexp.MustCompile(`<meta name="heldbytes-build" content="([^"]+)">`)
	own       = regexp.MustCompile(`\b(src|href)="([\w.-]+)"`)

	errUnstamped = errors.New("index.html names no build")
)

// Stamp names a build by the contents of its files: in index.html, in the
// addresses of the files that it loads, and in sw.js, which lists all of them.
// Files are by name; those that the page never asks for are to be added later.
func Stamp(files map[string][]byte) error {
	index := files["index.html"]
	if m := buildMeta.FindSubmatch(index); m == nil || string(m[1]) != unnamed {
		return errUnstamped
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %x\n", name, sha256.Sum256(files[name]))
	}
	build := hex.EncodeToString(sum.Sum(nil)[:len(unnamed)/2])
	index = bytes.Replace(index, []byte(unnamed), []byte(build), 1)
	index = own.ReplaceAllFunc(index, func(at []byte) []byte {
		if m := own.FindSubmatch(at); files[string(m[2])] != nil {
			return fmt.Appendf(nil, `%s="%s?%s"`, m[1], m[2], build)
		}
		return at
	})
	// What scripts ask for by name is of this build or is refused: the host may have
	// another by then. The module of the page itself is compiled as it arrives.
	var hashes []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if ext := path.Ext(name); name != "page.wasm" && (ext == ".wasm" || ext == ".json") {
			hashes = append(hashes, name+" "+integrity(files[name]))
		}
	}
	meta := buildMeta.Find(index)
	index = bytes.Replace(index, meta, fmt.Appendf(nil, "%s\n<meta name=\"heldbytes-hashes\" content=\"%s\">", meta, strings.Join(hashes, " ")), 1)
	files["index.html"] = index

	first, later := map[string]string{"./": integrity(index)}, map[string]string{}
	for name, b := range files {
		switch {
		case name == "index.html" || name == "sw.js":
		case name != "page.wasm" && len(b) >= largeFile:
			later[name+"?"+build] = integrity(b)
		default:
			first[name+"?"+build] = integrity(b)
		}
	}
	files["sw.js"] = fmt.Appendf(nil, "const build = %q;\nconst first = %s;\nconst later = %s;\n\n%s", build, object(first), object(later), files["sw.js"])
	return nil
}

// Amend returns index.html and sw.js of a stamped page whose head begins with a
// line of its own. That is another build, named by suffix.
func Amend(index, worker []byte, line, suffix string) (newIndex, newWorker []byte, err error) {
	m := buildMeta.FindSubmatch(index)
	if m == nil {
		return nil, nil, errUnstamped
	}
	named := append(slices.Clone(m[1]), "-"+suffix...)
	newIndex = bytes.ReplaceAll(index, m[1], named)
	const head = "<head>\n"
	newIndex = bytes.Replace(newIndex, []byte(head), []byte(head+line+"\n"), 1)
	newWorker = bytes.ReplaceAll(worker, m[1], named)
	return newIndex, bytes.ReplaceAll(newWorker, []byte(integrity(index)), []byte(integrity(newIndex))), nil
}

// integrity is the hash of a file as fetch compares it.
func integrity(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// object writes names and hashes, a line each, in the order of names.
func object(of map[string]string) string {
	var s strings.Builder
	for _, name := range slices.Sorted(maps.Keys(of)) {
		key, _ := json.Marshal(name) // a string always marshals
		fmt.Fprintf(&s, "\n  %s: %q,", key, of[name])
	}
	return "{" + s.String() + "\n}"
}
