package figure_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// A style sheet takes each colour by itself, so there is one dark one for each.
func TestColoursMakeALightDrawingADarkOne(t *testing.T) {
	darker := map[string]string{}
	var pairs []string
	for _, c := range figure.Colours() {
		if darker[c.Light] != "" {
			t.Errorf("%s becomes both %s and %s", c.Light, darker[c.Light], c.Dark)
		}
		darker[c.Light] = c.Dark
		pairs = append(pairs, `"`+c.Light+`"`, `"`+c.Dark+`"`)
	}
	ids := regexp.MustCompile(`hb[0-9a-f]{16}`)
	for name, f := range map[string]*figure.Figure{
		"rules": rules(), "lanes": marked(), "stalls": upstream(), "before and after": fixed(), "hops": hops(), "inflater": coded(),
		"marks": keepsBad(), "nothing": {},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.NewReplacer(pairs...).Replace(string(draw(t, f, figure.Options{})))
			want := string(draw(t, f, figure.Options{Dark: true}))
			if got, want := ids.ReplaceAllString(got, ""), ids.ReplaceAllString(want, ""); got != want {
				t.Errorf("with its colours in their place it is\n%s\nwant\n%s", got, want)
			}
		})
	}
}
