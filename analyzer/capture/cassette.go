package capture

import (
	"bytes"
	"slices"
)

// cassetteImporter has no reader of its own: it takes one of YAML (see package
// cassette).
var cassetteFormat = FormatInfo{
	Format: FormatCassette, Level: LevelUnknown,
	Title: "A cassette of vcrpy, VCR, go-vcr or betamax: bodies without times",
	Short: "a cassette",
	HowTo: []string{
		`with vcr.use_cassette("out.yaml"): ...  # Python, vcrpy; pytest --record-mode=once with pytest-recording`,
		`VCR.use_cassette("out") { ... }  # Ruby`,
		`r, err := recorder.New("out")  // Go, go-vcr`,
	},
	Extensions: []string{".yaml", ".yml", ".json"},
}

var cassetteImporter = importer{
	FormatInfo: &cassetteFormat,
	looks:      looksLikeCassette,
}

// cassetteLines is how many lines of a cassette may stand before its interactions.
const cassetteLines = 20

// looksLikeCassette looks for the list of interactions, in YAML or JSON.
func looksLikeCassette(head []byte) bool {
	if i := skipSpace(head, 0); i < len(head) && head[i] == '{' {
		names, _, _ := firstNames(head)
		return slices.Contains(names, "interactions") || slices.Contains(names, "http_interactions")
	}
	for i, line := range headLines(head) {
		name, _, ok := bytes.Cut(line, []byte{':'})
		switch {
		case i == cassetteLines:
			return false
		case ok && (string(name) == "interactions" || string(name) == "http_interactions"):
			return true
		case len(line) > 0 && line[0] != '#' && line[0] != ' ' && string(line) != "---" && (!ok || bytes.ContainsAny(name, " \t\"'")):
			return false
		}
	}
	return false
}
