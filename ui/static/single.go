package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

var (
	policyMeta = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="[^"]*">\n`)
	sheet      = regexp.MustCompile(`<link rel="stylesheet" href="([\w.-]+)(?:\?\w+)?">`)
	script     = regexp.MustCompile(`<script src="([\w.-]+)(?:\?\w+)?"( defer)?></script>\n`)
	whole      = regexp.MustCompile(`<p id="whole">.*</p>\n`) // offers the file itself
	icon       = regexp.MustCompile(`href="([\w.-]+\.svg)(?:\?\w+)?"`)
)

// hosted are the scripts that a file from disk has no use for.
var hosted = []string{"offline.js", "shared.js", "host.js", "kept.js"}

// Single puts a stamped page into one HTML file that works from file:// and
// loads nothing. Files are those of the page; what index.html does not name is
// there for scripts to ask for, and is put in gzipped. What is in zipped already
// is taken from there.
func Single(files, zipped map[string][]byte) ([]byte, error) {
	index := files["index.html"]
	if !buildMeta.Match(index) {
		return nil, errUnstamped
	}
	var hashes, styles, deferred []string
	var failed error
	taken := map[string]bool{"index.html": true, "sw.js": true}
	inline := func(name, tag, attrs string, hashes *[]string) string {
		text := files[name]
		taken[name] = true
		if err := embeddable(name, text); err != nil {
			failed = errors.Join(failed, err)
		}
		if hashes != nil {
			sum := sha256.Sum256(text)
			*hashes = append(*hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		}
		return fmt.Sprintf("<%s%s>%s</%s>\n", tag, attrs, text, tag)
	}
	index = whole.ReplaceAll(index, nil)
	index = icon.ReplaceAllFunc(index, func(at []byte) []byte {
		name := string(icon.FindSubmatch(at)[1])
		taken[name] = true
		return []byte(`href="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString(files[name]) + `"`)
	})
	index = sheet.ReplaceAllFunc(index, func(at []byte) []byte {
		return []byte(strings.TrimSuffix(inline(string(sheet.FindSubmatch(at)[1]), "style", "", &styles), "\n"))
	})
	index = script.ReplaceAllFunc(index, func(at []byte) []byte {
		m := script.FindSubmatch(at)
		name := string(m[1])
		if slices.Contains(hosted, name) {
			taken[name] = true
			return nil
		}
		text := inline(name, "script", fmt.Sprintf(` data-asset=%q`, name), &hashes)
		if len(m[2]) > 0 { // only what is loaded can wait
			deferred = append(deferred, text)
			return nil
		}
		return []byte(text)
	})
	var tail strings.Builder
	tail.WriteString(strings.Join(deferred, ""))
	tail.WriteString(inline("worker.js", "script", ` type="text/plain" data-asset="worker.js"`, nil))
	parts := map[string][]byte{}
	maps.Copy(parts, zipped)
	for name, b := range files {
		if taken[name] || parts[name] != nil {
			continue
		}
		var err error
		parts[name], err = Gzipped(b)
		failed = errors.Join(failed, err)
	}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		fmt.Fprintf(&tail, "<script type=\"application/octet-stream\" data-asset=%q>%s</script>\n", name, base64.StdEncoding.EncodeToString(parts[name]))
	}
	policy := fmt.Sprintf("default-src 'none'; script-src %s 'wasm-unsafe-eval'; style-src %s; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'",
		strings.Join(hashes, " "), strings.Join(styles, " "))
	meta := fmt.Sprintf("<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n<meta name=\"heldbytes-single\" content=\"\">\n", policy)
	index = policyMeta.ReplaceAllLiteral(index, []byte(meta))
	index = bytes.ReplaceAll(index, []byte(`href="./#`), []byte(`href="#`)) // that would be the folder
	const end = "</body>"
	if n := bytes.Count(index, []byte(end)); n != 1 {
		failed = errors.Join(failed, fmt.Errorf("index.html has %d ends of its body", n))
	}
	return bytes.Replace(index, []byte(end), []byte(tail.String()+end), 1), failed
}

// embeddable tells what would end a script or a style sheet before its end, or
// would be another text than the one that was hashed.
func embeddable(name string, text []byte) error {
	if len(text) == 0 {
		return fmt.Errorf("%s is not there", name)
	}
	for _, s := range []string{"</script", "</style", "<!--", "\r", "\x00"} {
		if bytes.Contains(bytes.ToLower(text), []byte(s)) {
			return fmt.Errorf("%s contains %q and cannot stand in a page", name, s)
		}
	}
	return nil
}

// Gzipped compresses as well as gzip can.
func Gzipped(b []byte) ([]byte, error) {
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	err = w.Close()
	return buf.Bytes(), err
}
