package static_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/ui/static"
)

const titled = `<head>
<meta name="heldbytes-sample" content="buffered">
<meta name="heldbytes-build" content="0123-buffered">
<meta name="description" content="See where bytes sit.">
<title>heldbytes: is it my reader?</title>
<link rel="icon" href="icon.svg?0123" type="image/svg+xml">
<script src="asset.js?0123"></script>
</head>
<body><a href="./#start">home</a> <a href="#record">here</a> <a href="heldbytes.html" download>whole</a>
<a href="https://example.org/a.js">elsewhere</a> <a href="/there">there</a> <pre data-src="file.js"></pre></body>
`

func shared(t *testing.T, index string) string {
	t.Helper()
	b, err := static.Shared([]byte(index), "abc", `640 bytes <held> & "more"`, "1 stall, $1 ms", "https://h.example/a/abc/graph.png?stall=1&x=2", "https://h.example/a/abc")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestSharedPageFindsItsFilesFromTheRoot(t *testing.T) {
	page := shared(t, titled)
	for _, want := range []string{
		`href="/icon.svg?0123"`, `src="/asset.js?0123"`, `href="/#start"`, `href="#record"`, `href="/heldbytes.html"`,
		`href="https://example.org/a.js"`, `href="/there"`, `data-src="file.js"`, `content="0123-buffered"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
}

func TestSharedPageSaysWhatItShows(t *testing.T) {
	page := shared(t, titled)
	head, _, _ := strings.Cut(page, "</head>")
	for _, want := range []string{
		"<title>640 bytes &lt;held&gt; &amp; &#34;more&#34;</title>\n",
		`<meta name="description" content="1 stall, $1 ms">`,
		`<meta name="heldbytes-shared" content="abc">`,
		`<meta name="robots" content="noindex">`,
		`<meta property="og:title" content="640 bytes &lt;held&gt; &amp; &#34;more&#34;">`,
		`<meta property="og:description" content="1 stall, $1 ms">`,
		`<meta property="og:url" content="https://h.example/a/abc">`,
		`<meta property="og:image" content="https://h.example/a/abc/graph.png?stall=1&amp;x=2">`,
		`<meta property="og:image:width" content="1200">`, `<meta property="og:image:height" content="630">`,
		`<meta name="twitter:card" content="summary_large_image">`,
	} {
		if strings.Count(head, want) != 1 {
			t.Errorf("the head has not once %s:\n%s", want, head)
		}
	}
	for _, gone := range []string{"heldbytes-sample", "is it my reader?", "See where bytes sit."} {
		if strings.Contains(page, gone) {
			t.Errorf("the page still has %s:\n%s", gone, page)
		}
	}
}

func TestSharedPageWithoutAPicturePromisesNone(t *testing.T) {
	b, err := static.Shared([]byte(titled), "abc", "gone", "gone", "", "https://h.example/a/abc")
	if err != nil || bytes.Contains(b, []byte("og:image")) || bytes.Contains(b, []byte("twitter:card")) {
		t.Errorf("%v, %s", err, b)
	}
}

func TestPageThatCannotBeSharedIsRefused(t *testing.T) {
	for name, index := range map[string]string{
		"without a build":        strings.Replace(titled, "heldbytes-build", "other", 1),
		"without a title":        strings.Replace(titled, "<title>", "<b>", 1),
		"without a description":  strings.Replace(titled, `"description"`, `"other"`, 1),
		"with two titles":        titled + "<title>again</title>\n",
		"with two descriptions":  titled + "<meta name=\"description\" content=\"\">\n",
		"that is empty":          "",
		"that is a stamped text": `<meta name="heldbytes-build" content="0123">`,
	} {
		if b, err := static.Shared([]byte(index), "", "", "", "", ""); err == nil {
			t.Errorf("a page %s is taken: %s", name, b)
		}
	}
}

// The page as it is built is one that can be shared.
func TestPageOfThisBuildCanBeShared(t *testing.T) {
	index, err := static.Files.ReadFile("index.html")
	if err != nil {
		t.Fatal(err)
	}
	b, err := static.Shared(index, "abc", "title", "description", "image", "url")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(b, []byte(`src="asset.js`)) || !bytes.Contains(b, []byte(`src="/asset.js`)) {
		t.Error("its files are asked for beside it")
	}
}
