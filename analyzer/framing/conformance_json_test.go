package framing_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// An array that the suite rejects must have a bad element, or one that EOF
// cuts, or have no end.
func TestJSONArrayConformance(t *testing.T) {
	cases := slices.DeleteFunc(conformance(t, "jsontestsuite_array", "blns_json"), func(c conformanceCase) bool {
		return c.Framing != "jsonarray"
	})
	exempt := deviations{}
	for _, name := range []string{
		"n_array_1_true_without_comma", "n_array_comma_after_close", "n_array_comma_and_number", "n_array_double_comma",
		"n_array_double_extra_comma", "n_array_extra_close", "n_array_extra_comma", "n_array_inner_array_no_comma",
		"n_array_just_comma", "n_array_missing_value", "n_array_number_and_comma", "n_array_number_and_several_commas",
		"n_structure_array_with_extra_array_close", "n_structure_double_array", "n_structure_open_array_comma",
	} {
		exempt["jsontestsuite_array/test_parsing/"+name+".json"] = "the elements are good, and what stands between them is not judged"
	}
	exempt.check(t, cases, func(t *testing.T, c conformanceCase) string {
		var want struct {
			Elements [][2]int64 `json:"elements"`
			Error    *string    `json:"error"`
		}
		if err := json.Unmarshal(c.Expect, &want); err != nil {
			t.Fatal(err)
		}
		r := everyCut(t, framing.JSONArray, framing.Options{}, true, c.Input)
		got, bad := [][2]int64{}, false
		for _, s := range r.Spans {
			if s.Kind == framing.Event {
				got = append(got, [2]int64{s.Start, s.End})
			}
			bad = bad || s.Kind == framing.Bad
		}
		if want.Error == nil {
			diff := cmp.Diff(want.Elements, got)
			if bad {
				diff += "bad: " + show(r)
			}
			return diff
		}
		outer := scan(t, framing.JSON, framing.Options{}, true, c.Input)
		unclosed := len(outer.Spans) == 1 && outer.Spans[0].Reason == framing.ReasonCut
		if !bad && !unclosed {
			return "want a bad element or no end, got " + show(r)
		}
		return ""
	})
}

func TestJSONSeqConformance(t *testing.T) {
	type record struct {
		Text string `json:"text"`
		OK   bool   `json:"ok"`
	}
	cases := slices.DeleteFunc(conformance(t, "jsonseq", "blns_json"), func(c conformanceCase) bool {
		return c.Framing != "jsonseq"
	})
	const (
		uncut  = "a number or literal that no white space follows is taken for what it says (against RFC 7464, section 2.4)"
		before = "bytes before the first RS are taken for a text, so that they are shown"
	)
	deviations{
		"jsonseq/truncate":                    uncut,
		"jsonseq/2.4 true without ws at EOF":  uncut,
		"jsonseq/2.4 false followed by RS":    uncut,
		"jsonseq/jq unfinished string, no RS": before,
		"jsonseq/jq number at EOF, no RS":     before,
		"jsonseq/invalid: RS LF":              "white space alone is no text",
	}.check(t, cases, func(t *testing.T, c conformanceCase) string {
		var want struct {
			Records []record `json:"records"`
		}
		if err := json.Unmarshal(c.Expect, &want); err != nil {
			t.Fatal(err)
		}
		got := []record{}
		for _, s := range everyCut(t, framing.JSONSeq, framing.Options{}, true, c.Input).Spans {
			got = append(got, record{framing.Decode(framing.JSONSeq, c.Input[s.Start:s.End]).Data, s.Kind == framing.Event})
		}
		if string(c.Expect) == "null" {
			return "" // what another program does with what is no text sequence
		}
		return cmp.Diff(want.Records, got)
	})
}
