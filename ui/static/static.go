// Package static holds the parts of the page that are served as they are, and
// the policy under which all of it runs.
package static

import "embed"

// Policy is the Content-Security-Policy of the page. 'unsafe-eval' is not in
// it: package mkpage makes vugu do without.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'"

// Files are the style sheets, the scripts, the icon and the template of index.html.
//
//go:embed *.css *.js *.html *.svg
var Files embed.FS
