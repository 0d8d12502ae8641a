package analyzer_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// checkDocument holds that the report of an analysis is whole, and that its
// cursor reads off what the series and the spans say.
func checkDocument(t *testing.T, a *analyzer.Analysis) {
	t.Helper()
	var b strings.Builder
	if err := documentOf(a).Write(&b); err != nil {
		t.Fatal(err)
	}
	checkElements(t, b.String())
	_, rest, _ := strings.Cut(b.String(), `id="data">`)
	text, _, _ := strings.Cut(rest, "</script>")
	var c struct {
		Tick   int64 `json:"tick_ns"`
		Times  []int64
		Bytes  []int64
		Events []int
		Kinds  string
		Lines  []struct{ After, Before []int64 }
	}
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		t.Fatalf("%v in %.300s", err, text)
	}
	lines := a.Figure().Lines
	if len(lines) == 0 {
		if len(c.Times) > 0 {
			t.Errorf("a report of no line has %d points", len(c.Times))
		}
		return
	}
	if len(c.Times) != lines[0].Len() || len(c.Lines) != len(lines) {
		t.Fatalf("%d points of %d lines, want %d of %d", len(c.Times), len(c.Lines), lines[0].Len(), len(lines))
	}
	var at, received int64
	event := 0
	for k := range c.Times {
		p := lines[0].At(k)
		if at += c.Times[k]; at*c.Tick != int64(p.Time) {
			t.Fatalf("point %d at %d ns, want %v", k, at*c.Tick, p.Time)
		}
		if c.Bytes != nil {
			if received += c.Bytes[k]; received != p.Received {
				t.Fatalf("point %d has received %d, want %d", k, received, p.Received)
			}
		}
		for i, line := range c.Lines {
			q, before := lines[i].At(k), int64(0)
			switch {
			case line.Before != nil:
				before = line.Before[k]
			case k == 0:
				before = c.Bytes[0]
			default:
				before = line.After[k-1] + c.Bytes[k]
			}
			if before != q.Before || line.After[k] != q.After {
				t.Fatalf("line %d at point %d held %d, then %d, want %d, then %d", i, k, before, line.After[k], q.Before, q.After)
			}
		}
		if !a.Timeline.Payload {
			continue
		}
		event += c.Events[k]
		number, letter := eventThere(a, k, received)
		if event != number || c.Kinds[k] != letter {
			t.Fatalf("at point %d event %d %c, want %d %c", k, event, c.Kinds[k], number, letter)
		}
	}
}

// eventThere goes through all spans for the event at a point.
func eventThere(a *analyzer.Analysis, k int, received int64) (number int, letter byte) {
	eof := k == len(a.Timeline.Chunks)
	closed, letter := 0, byte('-')
	for _, x := range a.Timeline.Spans.All() {
		whole := x.ProvedBy(received) || eof && x.End != framing.Open
		switch {
		case x.Start >= received:
		case !whole:
			return closed, byte(unicode.ToUpper(rune(x.Kind.Letter())))
		case x.Kind.IsEvent():
			closed++
			letter = x.Kind.Letter()
			continue
		default:
			continue
		}
		break
	}
	return max(closed-1, 0), letter
}

var ownText = regexp.MustCompile(`(?s)(<style>|<script[^>]*>).*?(</style>|</script>)`)

// checkElements holds that all elements end, in order, and that what is referred
// to is there, once.
func checkElements(t *testing.T, html string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(ownText.ReplaceAllString(html, "$1$2")))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	ids, wanted := map[string]int{}, []string{}
	heading := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range start.Attr {
			switch a.Name.Local {
			case "id":
				ids[a.Value]++
			case "for", "aria-labelledby":
				wanted = append(wanted, a.Value)
			case "href":
				wanted = append(wanted, strings.TrimPrefix(a.Value, "#"))
			}
		}
		switch start.Name.Local {
		case "h1", "h2":
			level := int(start.Name.Local[1] - '0')
			if level > heading+1 {
				t.Errorf("a heading of level %d below one of %d", level, heading)
			}
			heading = level
		}
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("%d elements are called %s", n, id)
		}
	}
	for _, id := range wanted {
		if ids[id] == 0 && id != "data:," {
			t.Errorf("nothing is called %s", id)
		}
	}
}
