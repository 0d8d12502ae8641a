package framing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

func TestNamesAreReadAsTheyAreWritten(t *testing.T) {
	for n := framing.Unknown; n <= framing.ContentLength; n++ {
		if got, err := framing.ParseName(n.String()); got != n || err != nil {
			t.Errorf("ParseName(%q) = %v, %v", n, got, err)
		}
	}
	for r := framing.ReasonJSON; r <= framing.ReasonCRC; r++ {
		if got, err := framing.ParseReason(r.String()); got != r || err != nil {
			t.Errorf("ParseReason(%q) = %v, %v", r, got, err)
		}
	}
	all := []string{"crlf", "cr", "no-space", "bom", "invalid-utf8"}
	var set framing.Traits
	for _, name := range all {
		trait, err := framing.ParseTrait(name)
		if err != nil {
			t.Errorf("ParseTrait(%q): %v", name, err)
		}
		set |= trait
	}
	if diff := cmp.Diff(all, set.Names()); diff != "" {
		t.Errorf("names of all traits: -want +got\n%s", diff)
	}
	for _, err := range []error{
		second(framing.ParseName("nope")), second(framing.ParseReason("")), second(framing.ParseTrait("")),
	} {
		if err == nil {
			t.Error("a name that there is not was read")
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestKindsOfSpans(t *testing.T) {
	letters := ""
	for k := framing.Event; k <= framing.Filler; k++ {
		letters += string(k.Letter())
		if want := k == framing.Event || k == framing.Sentinel || k == framing.Heartbeat; k.Parses() != want {
			t.Errorf("%s parses: %t, want %t", k, k.Parses(), want)
		}
		if want := k != framing.Block && k != framing.Filler; k.IsEvent() != want {
			t.Errorf("%s is an event: %t, want %t", k, k.IsEvent(), want)
		}
	}
	if letters != "eshbkf" {
		t.Errorf("letters of kinds are %q", letters)
	}
}

func TestOpenSpansHaveNoLengthAndNoProof(t *testing.T) {
	closed := framing.Span{Start: 3, Ready: 5, End: 5, Proof: 6}
	open := framing.Span{Start: 3, Ready: framing.Open, End: framing.Open, Proof: framing.Open}
	atEOF := framing.Span{Start: 3, Ready: 5, End: 5, Proof: 5, AtEOF: true}
	if closed.Len() != 2 || open.Len() != 0 {
		t.Errorf("lengths are %d and %d, want 2 and 0", closed.Len(), open.Len())
	}
	if closed.ProvedBy(5) || !closed.ProvedBy(6) || open.ProvedBy(99) || atEOF.ProvedBy(99) {
		t.Error("a span is proved by its proof, an open one or one that EOF closes by no byte")
	}
}

func TestReasonsThatLoseThePlace(t *testing.T) {
	var lose []string
	for r := framing.NoReason; r <= framing.ReasonCRC; r++ {
		if r.LosesSync() {
			lose = append(lose, r.String())
		}
	}
	if diff := cmp.Diff([]string{"length", "header", "prelude"}, lose); diff != "" {
		t.Errorf("reasons that lose the place: -want +got\n%s", diff)
	}
}
