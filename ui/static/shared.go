package static

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
)

// The size of the picture that a preview of a shared page shows, in pixels.
const (
	pictureWidth  = 1200
	pictureHeight = 630
)

var (
	address     = regexp.MustCompile(`(\s(?:src|href)=")([^"]*)"`)
	scheme      = regexp.MustCompile(`^[a-z][a-z0-9+.-]*:`)
	title       = regexp.MustCompile(`<title>[^<]*</title>\n`)
	description = regexp.MustCompile(`<meta name="description" content="[^"]*">\n`)
	sampleMeta  = regexp.MustCompile(`<meta name="heldbytes-sample" content="[^"]*">\n`)

	errNoTitle = errors.New("index.html has not one title and one description")
)

// Shared is the page that shows one shared timeline: that of NewSharedPage, for
// those who need it once.
func Shared(index []byte, id, titleText, descriptionText, imageURL, url string) ([]byte, error) {
	p, err := NewSharedPage(index)
	if err != nil {
		return nil, err
	}
	return p.Of(id, titleText, descriptionText, imageURL, url), nil
}

// SharedPage is the page that shows a shared timeline, at an address of its own
// such as /a/ID: a stamped index.html whose own files are asked for from the root
// of the host, and that opens on no built-in sample. It lacks what is said of the
// timeline.
type SharedPage struct {
	before, after []byte // of the title and what goes with it
}

// NewSharedPage prepares an index.html. It takes longer than all that is done for
// one timeline.
func NewSharedPage(index []byte) (*SharedPage, error) {
	if buildMeta.Find(index) == nil {
		return nil, errUnstamped
	}
	if len(title.FindAll(index, -1)) != 1 || len(description.FindAll(index, -1)) != 1 {
		return nil, errNoTitle
	}
	index = description.ReplaceAllLiteral(index, nil)
	index = sampleMeta.ReplaceAllLiteral(index, nil)
	index = address.ReplaceAllFunc(index, func(at []byte) []byte {
		m := address.FindSubmatch(at)
		if to := string(m[2]); !strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "#") && !scheme.MatchString(to) {
			return fmt.Appendf(nil, `%s/%s"`, m[1], strings.TrimPrefix(to, "./"))
		}
		return at
	})
	at := title.FindIndex(index)
	return &SharedPage{before: index[:at[0]], after: index[at[1]:]}, nil
}

// Of is the page of the timeline id, with a title and a description, and with what
// chats and search engines read of a link. The texts are plain; imageURL, which is
// empty where there is no picture, and url are absolute.
func (p *SharedPage) Of(id, titleText, descriptionText, imageURL, url string) []byte {
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
