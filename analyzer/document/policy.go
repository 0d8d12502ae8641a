package document

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/figure"
)

//go:embed report.css
var sheet string

//go:embed report.js
var script string

// policy is the Content-Security-Policy of a report: it runs the one script and
// has the one style sheet that it was written with, and can load nothing.
func policy(script, sheet string) string {
	return fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'", hash(script), hash(sheet))
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// style is the style sheet, with what makes a light drawing a dark one.
func style() string {
	var b strings.Builder
	b.WriteString(sheet)
	b.WriteString("@media screen and (prefers-color-scheme: dark) {\n")
	for _, c := range figure.Colours() {
		fmt.Fprintf(&b, "  .graphs [fill=\"%[1]s\"] { fill: %[2]s; }\n  .graphs [stroke=\"%[1]s\"] { stroke: %[2]s; }\n", c.Light, c.Dark)
	}
	b.WriteString("}\n")
	return b.String()
}
