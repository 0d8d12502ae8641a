package framing_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// generate makes an input that is too large to keep, from how it is described.
func generate(t *testing.T, how string) []byte {
	t.Helper()
	if how != `bytes 00 01 00 00 00 then 16777216 x "x"` {
		t.Fatalf("cannot make %q", how)
	}
	if testing.Short() {
		t.Skip("a large input")
	}
	b := slices.Repeat([]byte("x"), 5+16777216)
	copy(b, "\x00\x01\x00\x00\x00")
	return b
}

func TestGRPCConformance(t *testing.T) {
	type frame struct {
		Flag    uint8  `json:"flag"`
		Payload []byte `json:"payload_b64"`
		Len     int    `json:"payload_len"`
		Close   int64  `json:"close"`
	}
	deviations{
		"grpc_frames/InvalidMessage": "flags are not judged, so the frame with a reserved one is taken and the next one cut",
	}.check(t, conformance(t, "grpc_frames"), func(t *testing.T, c conformanceCase) string {
		var want struct {
			Frames []frame `json:"frames"`
			Error  *string `json:"error"`
			Tail   int64   `json:"tail"`
		}
		if err := json.Unmarshal(c.Expect, &want); err != nil {
			t.Fatal(err)
		}
		var r result
		if c.Generated != "" {
			c.Input = generate(t, c.Generated)
			r = scan(t, framing.GRPC, framing.Options{}, true, c.Input[:1<<20], c.Input[1<<20:])
		} else {
			r = everyCut(t, framing.GRPC, framing.Options{}, true, c.Input)
		}
		got, closed, wrong := []frame{}, int64(0), ""
		for _, s := range r.Spans {
			switch {
			case s.Kind == framing.Event:
				raw := c.Input[s.Start:s.End]
				p := framing.Decode(framing.GRPC, raw)
				f := frame{Flag: *p.Flags, Payload: append([]byte(p.Data), p.Bytes...), Close: s.End}
				if c.Generated != "" {
					f.Payload, f.Len = nil, len(f.Payload)
				}
				got, closed = append(got, f), s.End
			case s.Reason == framing.ReasonCut:
				wrong = "unexpected_eof"
			case s.Reason == framing.ReasonLength:
				wrong = "too_long_or_eof"
			}
		}
		diff := cmp.Diff(want.Frames, got)
		if want.Error == nil {
			want.Error = new(string)
		}
		return diff + cmp.Diff(*want.Error, wrong) + cmp.Diff(want.Tail, int64(len(c.Input))-closed)
	})
}

func TestAWSEventStreamConformance(t *testing.T) {
	type header struct {
		Name  string `json:"name"`
		Type  int    `json:"type"`
		Value any    `json:"value"`
	}
	type message struct {
		Headers []header `json:"headers"`
		Payload []byte   `json:"payload_b64"`
		Close   int64    `json:"close"`
	}
	types := []string{"bool", "bool", "byte", "short", "integer", "long", "byte_array", "string", "timestamp", "uuid"}
	errors := map[framing.Reason]string{
		framing.ReasonPrelude: "prelude_crc", framing.ReasonCRC: "message_crc", framing.ReasonLength: "bad_length", framing.ReasonCut: "cut",
	}
	deviations{}.check(t, conformance(t, "aws_sdk_go_v2", "smithy_rs_eventstream"), func(t *testing.T, c conformanceCase) string {
		var want struct {
			Messages []message `json:"messages"`
			Error    string    `json:"error"`
			Alt      []string  `json:"error_alt"`
		}
		if err := json.Unmarshal(c.Expect, &want); err != nil {
			t.Fatal(err)
		}
		var diff, wrong string
		var closes []int64
		for i, s := range everyCut(t, framing.AWSEventStream, framing.Options{}, true, c.Input).Spans {
			if wrong = errors[s.Reason]; wrong != "" || i >= len(want.Messages) {
				break
			}
			m := want.Messages[i]
			p := framing.Decode(framing.AWSEventStream, c.Input[s.Start:s.End])
			var headers []framing.Header
			for _, h := range m.Headers {
				headers = append(headers, framing.Header{Name: h.Name, Type: types[h.Type], Value: valueText(h.Value)})
			}
			diff += cmp.Diff(headers, p.Headers) + cmp.Diff(string(m.Payload), p.Data+string(p.Bytes))
			closes = append(closes, s.End)
		}
		var wantCloses []int64
		for _, m := range want.Messages {
			wantCloses = append(wantCloses, m.Close)
		}
		diff += cmp.Diff(wantCloses, closes)
		if !slices.Contains(append(want.Alt, want.Error), wrong) {
			diff += fmt.Sprintf("want error %q, got %q", want.Error, wrong)
		}
		return diff
	})
}

// valueText writes a header's value of the suites as Decode does.
func valueText(v any) string {
	switch v := v.(type) {
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case string:
		if len(v) == 32 { // a UUID
			return v[:8] + "-" + v[8:12] + "-" + v[12:16] + "-" + v[16:20] + "-" + v[20:]
		}
	}
	return fmt.Sprint(v)
}
