package static_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/ui/static"
)

// site is a made-up page before its build has a name.
func site() map[string][]byte {
	return map[string][]byte{
		"index.html": []byte(`<head>
<meta http-equiv="Content-Security-Policy" content="script-src 'self'">
<meta name="heldbytes-build" content="0000000000000000">
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="app.css">
<script src="first.js"></script>
<script src="last.js" defer></script>
<script src="offline.js" defer></script>
</head>
<body><a href="./#start">home</a> <a href="elsewhere.html">elsewhere</a>
<p id="whole"><a href="heldbytes.html" download>one file</a></p>
</body>
`),
		"icon.svg": []byte("<svg/>"), "app.css": []byte("a { color: red }"), "words.json": []byte("{}"),
		"first.js": []byte("first()"), "last.js": []byte("last()"), "offline.js": []byte("offline()"),
		"worker.js": []byte("work()"), "sw.js": []byte("keep()\n"), "page.wasm": []byte("\x00page"),
		"wide.wasm": bytes.Repeat([]byte("wide"), 1<<18),
	}
}

func stamped(t *testing.T) map[string][]byte {
	t.Helper()
	files := site()
	if err := static.Stamp(files); err != nil {
		t.Fatal(err)
	}
	return files
}

func buildOf(t *testing.T, files map[string][]byte) string {
	t.Helper()
	m := regexp.MustCompile(`^const build = "([0-9a-f]{16})";`).FindSubmatch(files["sw.js"])
	if m == nil {
		t.Fatalf("sw.js begins %.80s", files["sw.js"])
	}
	return string(m[1])
}

func sri(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func TestStampNamesTheBuildWhereItIsAskedFor(t *testing.T) {
	files := stamped(t)
	build, index := buildOf(t, files), string(files["index.html"])
	if want := `<meta name="heldbytes-hashes" content="wide.wasm ` + sri(files["wide.wasm"]) + ` words.json ` + sri(files["words.json"]) + `">`; !strings.Contains(index, want) {
		t.Errorf("index.html lacks %s:\n%s", want, index)
	}
	for _, want := range []string{
		`<meta name="heldbytes-build" content="BUILD">`, `href="icon.svg?BUILD"`, `href="app.css?BUILD"`,
		`src="first.js?BUILD"`, `src="last.js?BUILD"`, `href="./#start"`, `href="elsewhere.html"`,
	} {
		if want = strings.ReplaceAll(want, "BUILD", build); !strings.Contains(index, want) {
			t.Errorf("index.html lacks %s:\n%s", want, index)
		}
	}
}

func TestServiceWorkerListsEveryFileWithItsHash(t *testing.T) {
	files := stamped(t)
	build := buildOf(t, files)
	first, later, ok := strings.Cut(string(files["sw.js"]), "const later")
	if !ok || !strings.HasSuffix(later, "\n\nkeep()\n") {
		t.Fatalf("sw.js is %s", files["sw.js"])
	}
	for name, b := range files {
		in, key := first, name+"?"+build
		switch name {
		case "sw.js":
			if strings.Contains(string(files[name]), `"sw.js`) {
				t.Error("the service worker keeps itself")
			}
			continue
		case "index.html":
			key = "./"
		case "wide.wasm":
			in = later
		}
		if line := fmt.Sprintf("  %q: %q,\n", key, sri(b)); !strings.Contains(in, line) {
			t.Errorf("sw.js lacks, where it belongs, %s", line)
		}
	}
}

func TestEachContentIsABuildOfItsOwn(t *testing.T) {
	build := buildOf(t, stamped(t))
	if again := buildOf(t, stamped(t)); again != build {
		t.Errorf("the same files are the builds %s and %s", build, again)
	}
	for name := range site() {
		files := site()
		files[name] = append(files[name], ' ')
		if err := static.Stamp(files); err != nil {
			t.Fatal(err)
		}
		if buildOf(t, files) == build {
			t.Errorf("another %s is the same build", name)
		}
	}
	if err := static.Stamp(stamped(t)); err == nil {
		t.Error("a page is stamped twice")
	}
}

func TestAmendedPageIsABuildOfItsOwn(t *testing.T) {
	files := stamped(t)
	build := buildOf(t, files)
	index, worker, err := static.Amend(files["index.html"], files["sw.js"], "<meta>", "sample")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(index, []byte("<head>\n<meta>\n")) || !bytes.Contains(index, []byte(`app.css?`+build+`-sample"`)) {
		t.Errorf("index.html is %s", index)
	}
	for _, want := range []string{`const build = "` + build + `-sample";`, sri(index), `"words.json?` + build + `-sample"`} {
		if !bytes.Contains(worker, []byte(want)) {
			t.Errorf("sw.js lacks %s:\n%s", want, worker)
		}
	}
	if bytes.Contains(worker, []byte(sri(files["index.html"]))) {
		t.Error("sw.js wants the page that was amended")
	}
	if _, _, err := static.Amend([]byte("<head>\n"), nil, "", ""); err == nil {
		t.Error("a page without a build is amended")
	}
}

func TestSingleFileHoldsThePage(t *testing.T) {
	files := stamped(t)
	zipped := map[string][]byte{"page.wasm": []byte("zipped page"), "wide.wasm": []byte("zipped wide")}
	b, err := static.Single(files, zipped)
	if err != nil {
		t.Fatal(err)
	}
	single := string(b)
	words, err := static.Gzipped(files["words.json"])
	if err != nil {
		t.Fatal(err)
	}
	order := 0
	for _, want := range []string{
		"script-src '" + sri(files["first.js"]) + "' '" + sri(files["last.js"]) + "' 'wasm-unsafe-eval'; style-src '" + sri(files["app.css"]) + "';",
		`<meta name="heldbytes-single" content="">`,
		`href="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString(files["icon.svg"]) + `"`,
		`<style>a { color: red }</style>`,
		`<script data-asset="first.js">first()</script>`,
		`<body><a href="#start">home</a>`,
		`<script data-asset="last.js">last()</script>`,
		`<script type="text/plain" data-asset="worker.js">work()</script>`,
		`data-asset="page.wasm">` + base64.StdEncoding.EncodeToString(zipped["page.wasm"]) + `</script>`,
		`data-asset="wide.wasm">` + base64.StdEncoding.EncodeToString(zipped["wide.wasm"]) + `</script>`,
		`data-asset="words.json">` + base64.StdEncoding.EncodeToString(words) + `</script>`,
		`</body>`,
	} {
		at := strings.Index(single, want)
		if at < order {
			t.Errorf("the file lacks, or has elsewhere, %s:\n%s", want, single)
		}
		order = at
	}
	for _, forbidden := range []string{" src=", "offline()", "keep()", "connect-src", "'self'", "heldbytes.html"} {
		if strings.Contains(single, forbidden) {
			t.Errorf("the file has %s:\n%s", forbidden, single)
		}
	}
}

// TestSingleFileRefusesWhatWouldBreakIt puts what ends a script, or is parsed
// into another text than the one that was hashed, into one.
func TestSingleFileRefusesWhatWouldBreakIt(t *testing.T) {
	good := stamped(t)
	for name, text := range map[string]string{
		"first.js": `"</script>"`, "last.js": "a <!-- b", "worker.js": "a()\r\nb()", "app.css": "</STYLE>", "offline.js": "",
	} {
		files := maps.Clone(good)
		files[name] = []byte(text)
		_, err := static.Single(files, nil)
		if unused := name == "offline.js"; (err == nil) != unused || err != nil && !strings.Contains(err.Error(), name) {
			t.Errorf("%s with %q: %v", name, text, err)
		}
	}
	files := maps.Clone(good)
	delete(files, "last.js")
	if _, err := static.Single(files, nil); err == nil || !strings.Contains(err.Error(), "last.js is not there") {
		t.Errorf("without a script: %v", err)
	}
}
