package static

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"regexp"
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

// Shared is the page that shows the shared timeline id, at an address of its own
// such as /a/ID: a stamped index.html whose own files are asked for from the root
// of the host, with a title and a description, and with what chats and search
// engines read of a link. The texts are plain; imageURL, which is empty where
// there is no picture, and url are absolute. A built-in sample that the page opens
// on is left out.
func Shared(index []byte, id, titleText, descriptionText, imageURL, url string) ([]byte, error) {
	m := buildMeta.Find(index)
	if m == nil {
		return nil, errUnstamped
	}
	if len(title.FindAll(index, -1)) != 1 || len(description.FindAll(index, -1)) != 1 {
		return nil, errNoTitle
	}
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
	index = description.ReplaceAllLiteral(index, nil)
	index = sampleMeta.ReplaceAllLiteral(index, nil)
	index = address.ReplaceAllFunc(index, func(at []byte) []byte {
		m := address.FindSubmatch(at)
		if to := string(m[2]); !strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "#") && !scheme.MatchString(to) {
			return fmt.Appendf(nil, `%s/%s"`, m[1], strings.TrimPrefix(to, "./"))
		}
		return at
	})
	return title.ReplaceAllLiteral(index, head.Bytes()), nil
}
