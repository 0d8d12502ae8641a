// Package static holds the parts of the page that are served as they are, and
// the policy under which all of it runs.
package static

import (
	"embed"

	"github.com/heldbytes/heldbytes/ui/static/shared"
)

// Policy is the Content-Security-Policy that is sent with the page.
const Policy = shared.Policy

// Files are the style sheets, the scripts, the icon and the template of index.html.
//
//go:embed *.css *.js *.html *.svg
var Files embed.FS
