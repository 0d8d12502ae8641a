package diagnose_test

import (
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

func TestSentencesAreFilled(t *testing.T) {
	c := diagnose.Catalogue{
		"unit.ms": "ms", "list.and": " and ", "list.comma": ", ", "a": "first", "b": "second", "c": "third",
		"x": "{rows row rows} in {wait_ms}: {n}, {words}.", "deep": "{n bad_event bad_events}", "sized": "of {n byte bytes}",
	}
	args := func(rows int64) diagnose.Args {
		return diagnose.Args{"rows": rows, "n": 12345, "wait_ms": int64(963 * time.Millisecond)}
	}
	for _, tc := range []struct{ want, got string }{
		{"1 row in 963 ms: 12,345, first.", c.Sentence("x", args(1), named("a"))},
		{"2 rows in 963 ms: 12,345, first and second.", c.Sentence("x", args(2), named("a", "b"))},
		{"0 rows in 963 ms: 12,345, first, second and third.", c.Sentence("x", args(0), named("a", "b", "c"))},
		{"1 bad event", c.Sentence("deep", diagnose.Args{"n": 1}, nil)},
		{"3 bad events", c.Sentence("deep", diagnose.Args{"n": 3}, nil)},
		{"2 rows in 963 ms: 12,345, of 7 bytes.", c.Sentence("x", args(2), []diagnose.Word{{Key: "sized", Args: diagnose.Args{"n": 7}}})},
		{"", c.Sentence("no such key", nil, nil)},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
}

func named(keys ...string) (out []diagnose.Word) {
	for _, k := range keys {
		out = append(out, diagnose.Word{Key: k})
	}
	return out
}

func TestNumbersAsPeopleReadThem(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0", 49 * time.Microsecond: "0", 50 * time.Microsecond: "0.1", 340 * time.Microsecond: "0.3",
		1 * time.Millisecond: "1", 9960 * time.Microsecond: "10", 9940 * time.Microsecond: "9.9",
		962602 * time.Microsecond: "963", 1719483 * time.Microsecond: "1,719", -12500 * time.Microsecond: "−13",
		30 * time.Hour: "108,000,000",
	} {
		if got := diagnose.Millis(d); got != want {
			t.Errorf("%v: got %q, want %q", d, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", -999: "-999", 1234567: "1,234,567"} {
		if got := diagnose.Group(n); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

func TestAreasBeyond64Bits(t *testing.T) {
	var a, b diagnose.ByteTime
	a.Add(1<<40, int64(100*time.Hour))
	b.Add(3, 7)
	if got := a.Plus(a).Plus(b).Millis(); got != "791648371998720000000.000021" {
		t.Errorf("got %s", got)
	}
	if got := (diagnose.ByteTime{}).Millis(); got != "0" {
		t.Errorf("nothing is %s", got)
	}
}
