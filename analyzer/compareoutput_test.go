package analyzer_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
)

func TestComparisonCSV(t *testing.T) {
	c, err := compareAll(analyzer.Options{}, []time.Duration{0, 0}, piecemeal, inOneGo, inOneGo)
	if err != nil {
		t.Fatal(err)
	}
	var csv bytes.Buffer
	if err := c.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	want := `# heldbytes=timeline/1 format=unknown level=unknown held=between:1
i,t_ms,held_bytes,parsed,chunk_bytes,held_before
0,0,9,False,9,9
1,1,0,True,0,9
2,100,11,False,11,11
3,300.000001,18,False,7,18
4,700,0,True,0,18
5,1000,0,False,0,0
# heldbytes=timeline/1 format=unknown level=unknown held=between:2
i,t_ms,held_bytes,parsed,chunk_bytes,held_before
0,0,0,False,0,0
1,1,0,True,9,0
2,700,0,True,18,0
3,1000,0,False,0,0
`
	if diff := cmp.Diff(want, csv.String()); diff != "" {
		t.Fatalf("CSV (-want +got):\n%s", diff)
	}
	for exchange := 1; exchange <= 2; exchange++ {
		a, err := analyzer.Analyze(&csv, analyzer.Options{Exchange: exchange})
		if err != nil {
			t.Fatal(err)
		}
		if a.Timeline.Observed != nil || a.Timeline.Total() != 27 {
			t.Errorf("run %d came back as %+v", exchange, a.Timeline)
		}
		csv.Reset()
		csv.WriteString(want)
	}
	_, err = analyzer.Analyze(strings.NewReader(piecemeal), analyzer.Options{Observed: &csv, ObservedName: "between.csv"})
	if err == nil || !strings.Contains(err.Error(), "want rows that a reader recorded of itself") {
		t.Errorf("what lay between was taken for a reader's rows: %v", err)
	}
}

func TestComparisonFigure(t *testing.T) {
	c, err := compareAll(analyzer.Options{}, []time.Duration{0, 0}, piecemeal, inOneGo, inOneGo)
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if err := c.WriteSVG(&svg, figure.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<title>2 hops, 27 bytes, 18 bytes held at most, 2 stalls, the longest 699 ms</title>", ">between 1 and 2</text>", ">between 2 and 3</text>", ">ms since the first chunk at point 1</text>"} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("no %s in\n%s", want, svg.String())
		}
	}
}
