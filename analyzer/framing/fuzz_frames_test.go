package framing_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

func FuzzJSONArray(f *testing.F) {
	f.Fuzz(func(t *testing.T, b, cuts []byte) {
		r := lawful(t, framing.JSONArray, framing.Options{}, b, cuts)
		var got []string
		for _, s := range r.Spans {
			raw := b[s.Start:s.End]
			if s.Kind == framing.Event && !valid(raw) || s.Kind == framing.Bad && valid(raw) {
				t.Errorf("element %q is %s (%s), encoding/json disagrees", raw, s.Kind, s.Reason)
			}
			got = append(got, string(raw))
		}
		var elements []json.RawMessage
		if json.Unmarshal(b, &elements) != nil || elements == nil {
			return // no array
		}
		var want []string
		for _, e := range elements {
			want = append(want, string(e))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("elements of %q: -encoding/json +got\n%s", b, diff)
		}
	})
}

func FuzzJSONSeq(f *testing.F) {
	f.Fuzz(func(t *testing.T, b, cuts []byte) {
		for _, s := range lawful(t, framing.JSONSeq, framing.Options{}, b, cuts).Spans {
			raw := b[s.Start:s.End]
			if valid(bytes.Trim(raw, " \t\r\n\v\f")) != (s.Kind == framing.Event) {
				t.Errorf("text %q is %s (%s), encoding/json disagrees", raw, s.Kind, s.Reason)
			}
			if i := bytes.IndexAny(raw, "\n\x1e"); i >= 0 && (i < len(raw)-1 || raw[i] != '\n') {
				t.Errorf("text %q goes past its end", raw)
			}
		}
	})
}

// chained fails where frames do not follow each other without a gap. It returns
// what lies behind the last of them, which is free.
func chained(t *testing.T, b []byte, r result) []byte {
	t.Helper()
	past := int64(0)
	for i, s := range r.Spans {
		if s.Start != past || s.Ready != s.End || s.Reason.LosesSync() && i < len(r.Spans)-1 {
			t.Fatalf("%q: span %+v follows offset %d", b, s, past)
		}
		past = s.End
	}
	if n := len(r.Spans); past < int64(len(b)) && (n == 0 || !r.Spans[n-1].Reason.LosesSync()) {
		t.Fatalf("%q: nothing is said of what follows offset %d: %s", b, past, show(r))
	}
	return b[past:]
}

func FuzzGRPC(f *testing.F) {
	f.Fuzz(func(t *testing.T, b, cuts []byte) {
		r := lawful(t, framing.GRPC, framing.Options{}, b, cuts)
		chained(t, b, r)
		for _, s := range r.Spans {
			raw := b[s.Start:s.End]
			size := uint64(5)
			if len(raw) >= 5 {
				size += uint64(binary.BigEndian.Uint32(raw[1:]))
			}
			want := framing.NoReason
			switch {
			case size > 64<<20:
				want = framing.ReasonLength
			case size > uint64(len(raw)):
				want = framing.ReasonCut
			}
			if s.Reason != want {
				t.Errorf("frame %q is %s (%s), want %q", raw, s.Kind, s.Reason, want)
			}
			if p := framing.Decode(framing.GRPC, raw); want == framing.NoReason && p.Data+string(p.Bytes) != string(raw[5:]) {
				t.Errorf("frame %q decodes to %+v", raw, p)
			}
		}
	})
}

func FuzzAWSEventStream(f *testing.F) {
	f.Fuzz(func(t *testing.T, b, cuts []byte, headers, payload string, at int) {
		// What is random is nearly never a message: put one into it.
		if at >= 0 && at <= len(b) {
			b = append(append(bytes.Clone(b[:at]), awsMessage(headers, payload)...), b[at:]...)
		}
		r := lawful(t, framing.AWSEventStream, framing.Options{}, b, cuts)
		chained(t, b, r)
		for _, s := range r.Spans {
			raw := b[s.Start:s.End]
			p := framing.Decode(framing.AWSEventStream, raw)
			if s.Kind != framing.Event {
				continue
			}
			body := raw[:len(raw)-4]
			total, inHeaders := binary.BigEndian.Uint32(raw), binary.BigEndian.Uint32(raw[4:])
			if crc32.ChecksumIEEE(raw[:8]) != binary.BigEndian.Uint32(raw[8:]) || crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(raw[len(body):]) || int(total) != len(raw) {
				t.Errorf("message %q is %s, its checksums or length say otherwise", raw, s.Kind)
			}
			if p.Data+string(p.Bytes) != string(body[12+inHeaders:]) {
				t.Errorf("message %q decodes to %+v", raw, p)
			}
		}
		if at == 0 && len(headers) <= 128<<10 && (len(r.Spans) == 0 || r.Spans[0].Kind != framing.Event) {
			t.Errorf("message %q: %s", b, show(r))
		}
	})
}

func FuzzContentLength(f *testing.F) {
	f.Fuzz(func(t *testing.T, b, cuts []byte) {
		r := lawful(t, framing.ContentLength, framing.Options{}, b, cuts)
		chained(t, b, r)
		for _, s := range r.Spans {
			raw := b[s.Start:s.End]
			head, body, ok := bytes.Cut(raw, []byte("\r\n\r\n"))
			switch {
			case s.AtEOF || s.Reason.LosesSync():
				if s.Kind != framing.Bad || s.Reason.LosesSync() && len(body) > 0 {
					t.Errorf("message %q is %s (%s)", raw, s.Kind, s.Reason)
				}
			case !ok || !bytes.Contains(bytes.ToLower(head), []byte("content-length")):
				t.Errorf("message %q has no header that tells its length", raw)
			case valid(body) != (s.Kind == framing.Event):
				t.Errorf("body %q is %s (%s), encoding/json disagrees", body, s.Kind, s.Reason)
			}
		}
	})
}

func FuzzOther(f *testing.F) {
	f.Fuzz(func(t *testing.T, asked uint16, contentType string, b []byte) {
		n, ok := framing.Other(framing.Name(asked), contentType, b)
		if ok != (n != framing.Unknown) || ok && n == framing.Name(asked) {
			t.Fatalf("Other(%d, %q, %q) = %s, %t", asked, contentType, b, n, ok)
		}
		if !ok {
			return
		}
		good := 0
		for _, s := range scan(t, n, framing.Options{}, false, b).Spans {
			if s.Kind.Parses() {
				good++
			}
		}
		if good == 0 {
			t.Errorf("Other(%d, %q, %q) = %s, which finds no event", asked, contentType, b, n)
		}
	})
}
