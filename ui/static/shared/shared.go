// Package shared makes the page that shows a shared timeline of the page as it was
// built. It does without regular expressions: the tables of package unicode that
// they bring would be a third of what a Worker begins with.
package shared

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"slices"
	"strings"
)

// Policy is the Content-Security-Policy that a host sends with the page: the page's
// own, and that no other site frames it, whose clicks would be on the buttons that
// share and delete.
const Policy = PagePolicy + "; frame-ancestors 'none'"

// PagePolicy is what the page says of itself, where browsers do not take a word on
// frames. 'unsafe-eval' is not in it: package mkpage makes vugu do without.
const PagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'"

// The size of the picture that a preview of a shared page shows, in pixels.
const (
	pictureWidth  = 1200
	pictureHeight = 630
)

// What lines of index.html begin with.
const (
	buildLine       = `<meta name="heldbytes-build" content="`
	sampleLine      = `<meta name="heldbytes-sample" content="`
	descriptionLine = `<meta name="description" content="`
	titleLine       = "<title>"
)

var (
	errUnstamped = errors.New("index.html names no build")
	errNoTitle   = errors.New("index.html has not one title and one description")
)

// Page is the page that shows a shared timeline, at an address of its own such as
// /a/ID: a stamped index.html whose own files are asked for from the root of the
// host, and that opens on no built-in sample. It lacks what is said of the
// timeline.
type Page struct {
	before, after []byte // of the title and what goes with it
}

// New prepares an index.html. It takes longer than all that is done for one
// timeline.
func New(index []byte) (*Page, error) {
	var p Page
	stamped, titles, descriptions := false, 0, 0
	part := &p.before
	for line := range bytes.Lines(index) {
		switch {
		case bytes.HasPrefix(line, []byte(titleLine)):
			titles++
			part = &p.after
		case bytes.HasPrefix(line, []byte(descriptionLine)):
			descriptions++
		case bytes.HasPrefix(line, []byte(sampleLine)):
		default:
			stamped = stamped || bytes.Contains(line, []byte(buildLine))
			*part = append(*part, line...)
		}
	}
	switch {
	case !stamped:
		return nil, errUnstamped
	case titles != 1 || descriptions != 1:
		return nil, errNoTitle
	}
	p.before, p.after = fromRoot(p.before), fromRoot(p.after)
	return &p, nil
}

// fromRoot has what text asks for beside itself asked for from the root of its
// host.
func fromRoot(text []byte) []byte {
	var out []byte
	for {
		before, behind, ok := bytes.Cut(text, []byte(`="`))
		if !ok {
			return append(out, text...)
		}
		out = append(append(out, before...), `="`...)
		text = behind
		if to, _, _ := bytes.Cut(behind, []byte(`"`)); isAddress(before) && isRelative(string(to)) {
			out = append(out, '/')
			text = bytes.TrimPrefix(behind, []byte("./"))
		}
	}
}

// isAddress says whether what ends in an attribute's name ends in one that has an
// address.
func isAddress(before []byte) bool {
	for _, name := range []string{"src", "href"} {
		if rest, ok := bytes.CutSuffix(before, []byte(name)); ok && len(rest) > 0 && bytes.ContainsAny(rest[len(rest)-1:], " \t\r\n\f") {
			return true
		}
	}
	return false
}

// isRelative says whether an address is beside the page that names it.
func isRelative(to string) bool {
	if strings.HasPrefix(to, "/") || strings.HasPrefix(to, "#") {
		return false
	}
	scheme, _, ok := strings.Cut(to, ":")
	return !ok || scheme == "" || strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyz0123456789+.-") != ""
}

// Of is the page of the timeline id, with a title and a description, and with what
// chats and search engines read of a link. The texts are plain; imageURL, which is
// empty where there is no picture, and url are absolute.
func (p *Page) Of(id, titleText, descriptionText, imageURL, url string) []byte {
	var head bytes.Buffer
	fmt.Fprintf(&head, "<title>%s</title>\n", html.EscapeString(titleText))
	type tag struct{ attribute, name, content string }
	tags := []tag{
		{"name", "description", descriptionText},
		{"name", "heldbytes-shared", id},
		{"name", "robots", "noindex"},
		{"property", "og:type", "website"},
		{"property", "og:site_name", "heldbytes"},
		{"property", "og:title", titleText},
		{"property", "og:description", descriptionText},
		{"property", "og:url", url},
		{"name", "twitter:title", titleText},
		{"name", "twitter:description", descriptionText},
	}
	if imageURL != "" {
		tags = append(tags, []tag{
			{"property", "og:image", imageURL},
			{"property", "og:image:type", "image/png"},
			{"property", "og:image:width", fmt.Sprint(pictureWidth)},
			{"property", "og:image:height", fmt.Sprint(pictureHeight)},
			{"property", "og:image:alt", titleText},
			{"name", "twitter:card", "summary_large_image"},
			{"name", "twitter:image", imageURL},
		}...)
	}
	for _, tag := range tags {
		fmt.Fprintf(&head, "<meta %s=%q content=\"%s\">\n", tag.attribute, tag.name, html.EscapeString(tag.content))
	}
	return slices.Concat(p.before, head.Bytes(), p.after)
}
