package analyzer_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/deflate"
	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// comesBackFromLink holds that the link of an analysis opens to the CSV of it,
// and to the same report and graph.
func comesBackFromLink(t *testing.T, a *analyzer.Analysis, o analyzer.Options) {
	t.Helper()
	fragment, err := a.Link(deflate.Pack)
	if err != nil {
		t.Fatal(err)
	}
	again, err := analyzer.Analyze(strings.NewReader("https://example.test/#"+fragment), analyzer.Options{Name: "again", Rules: o.Rules})
	if err != nil {
		t.Fatalf("%v in\n%s", err, fragment)
	}
	var first, second bytes.Buffer
	if err := errors.Join(a.WriteCSV(&first), again.WriteCSV(&second)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first.String(), second.String()); diff != "" {
		t.Fatalf("CSV (-written +of the link):\n%s", diff)
	}
	if diff := cmp.Diff(a.Timeline, again.Timeline, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("timeline (-of the recording +of the link):\n%s", diff)
	}
	want, got := a.Report(), again.Report()
	want.Source.Exchange, want.Source.Exchanges, want.Source.List = got.Source.Exchange, got.Source.Exchanges, got.Source.List
	if len(a.Exchanges) > 1 { // the last remark says which of them this is
		want.Source.Remarks = want.Source.Remarks[:len(want.Source.Remarks)-1]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("report (-of the recording +of the link):\n%s", diff)
	}
	first.Reset()
	second.Reset()
	if err := errors.Join(a.WriteSVG(&first, figure.Options{}), again.WriteSVG(&second, figure.Options{})); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatal("the graph differs")
	}
	if twice, err := again.Link(deflate.Pack); err != nil || twice != fragment {
		t.Errorf("the link of the link is another: %.80q…, %v", twice, err)
	}
}
