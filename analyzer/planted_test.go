package analyzer_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// Into a recording of each kind a secret is written over whatever word is there,
// in the clear, as base64 and as hexadecimals: names, addresses, headers, members,
// texts, payload. Where the recording is still read as one of as many chunks, it
// stays; and then nothing that is made from it holds the secret.
func TestNoOutputHoldsWhatIsPlantedInRecordings(t *testing.T) {
	const secret = "qzxjvk"
	kinds := largestOfEachKind(t, sharedtest.Dir(t, "recordings"))
	if len(kinds) < 15 {
		t.Fatalf("only %d kinds of recordings", len(kinds))
	}
	for kind, b := range kinds {
		t.Run(kind, func(t *testing.T) {
			p := planter{t: t, secret: secret, recording: b}
			p.plant(base64Words)
			p.plant(hexWords)
			p.plant(words)
			if p.places < 3 {
				t.Fatalf("it is planted in %d places", p.places)
			}
			t.Logf("planted in %d places", p.places)
			checkOutputs(t, p.analyze(p.recording), secret)
		})
	}
}

// largestOfEachKind are the largest recordings of each format and directory that
// are soon read.
func largestOfEachKind(t *testing.T, root string) map[string][]byte {
	const most = 40 << 10
	kinds := map[string][]byte{}
	for _, name := range recordingsIn(t, root) {
		b, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if len(b) > most || strings.HasPrefix(name, "truth") {
			continue
		}
		a, err := analyzeAll(b)
		if err != nil || len(a.Timeline.Chunks) == 0 {
			continue
		}
		kind := filepath.Dir(name) + " " + a.Report().Source.Format
		if was, ok := kinds[kind]; !ok || len(b) > len(was) {
			kinds[kind] = b
		}
	}
	return kinds
}

func analyzeAll(b []byte) (*analyzer.Analysis, error) {
	return analyzer.Analyze(bytes.NewReader(b), analyzer.Options{More: importers, Brotli: coding.NewBrotli})
}

// A timeline that others wrote is refused, or read without what does not belong
// into one: wherever a secret is put into its CSV, nothing made from it has it.
func TestNoOutputHoldsWhatIsPlantedInATimeline(t *testing.T) {
	const secret = "qzxjvk"
	for name, recording := range map[string]string{
		"rows of a reader": "i,t_ms,held_bytes,parsed\n0,0,15,False\n1,50,21,False\n2,950,0,True\n",
		"a timeline":       csvOf(t, form("gzip", true, coded("gzip", []byte("data: 1\n\nda"), []byte("ta: {\"a\":\n\n:c\n"))...)),
	} {
		t.Run(name, func(t *testing.T) {
			read := 0
			for at := 0; at <= len(recording); at += 1 + len(recording)/150 {
				for _, plant := range []string{secret, " " + secret + "=" + secret, "\n# " + secret + "\n", "," + secret} {
					a, err := analyzeAll([]byte(recording[:at] + plant + recording[at:]))
					if err == nil {
						read++
						checkOutputs(t, a, secret)
					}
				}
			}
			if read == 0 {
				t.Error("none of them is read")
			}
		})
	}
}

// csvOf is the CSV that is written of a recording.
func csvOf(t *testing.T, recording string) string {
	var b bytes.Buffer
	if err := analyze(t, recording, analyzer.Options{}).WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// edit is bytes to be written over others.
type edit struct {
	at   int
	with string
}

// planter writes a secret into a recording.
type planter struct {
	t         *testing.T
	secret    string
	recording []byte
	places    int
}

func (p *planter) analyze(b []byte) *analyzer.Analysis {
	a, err := analyzeAll(b)
	if err != nil || a.Timeline.Total() == 0 {
		return nil
	}
	return a
}

// plant writes over all words that find finds, those apart without which the
// recording is not what it was.
func (p *planter) plant(find func(b []byte, secret string) map[string][]edit) {
	found := find(p.recording, p.secret)
	var all [][]edit
	for _, word := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[word])
	}
	chunks := len(p.analyze(p.recording).Timeline.Chunks)
	var try func(sets [][]edit)
	try = func(sets [][]edit) {
		if len(sets) == 0 {
			return
		}
		b := bytes.Clone(p.recording)
		n := 0
		for _, set := range sets {
			for _, e := range set {
				copy(b[e.at:], e.with)
				n++
			}
		}
		if a := p.analyze(b); a != nil && len(a.Timeline.Chunks) == chunks {
			p.recording = b
			p.places += n
			return
		}
		if half := len(sets) / 2; half > 0 {
			try(sets[:half])
			try(sets[half:])
		}
	}
	try(all)
}

var word = regexp.MustCompile(`[A-Za-z_]{6,}`)

// words are those in the clear.
func words(b []byte, secret string) map[string][]edit {
	out := map[string][]edit{}
	for _, at := range word.FindAllIndex(b, -1) {
		w := string(b[at[0]:at[1]])
		if !strings.Contains(w, secret) {
			out[w] = append(out[w], edit{at[0], secret})
		}
	}
	return out
}

var (
	base64Run = regexp.MustCompile(`[A-Za-z0-9+/]{12,}={0,2}`)
	hexRun    = regexp.MustCompile(`(?:[0-9a-fA-F]{2}[ :]?){8,}`)
	hexPair   = regexp.MustCompile(`[0-9a-fA-F]{2}`)
)

// base64Words are the words of text that is written in base64.
func base64Words(b []byte, secret string) map[string][]edit {
	out := map[string][]edit{}
	for _, at := range base64Run.FindAllIndex(b, -1) {
		run := b[at[0]:at[1]]
		text, err := base64.StdEncoding.DecodeString(string(run))
		if err != nil || !printable(text) {
			continue
		}
		if found := word.FindAllIndex(text, -1); found != nil {
			for _, w := range found {
				copy(text[w[0]:], secret)
			}
			out[string(run)] = append(out[string(run)], edit{at[0], base64.StdEncoding.EncodeToString(text)})
		}
	}
	return out
}

// hexWords are the words of text that is written in hexadecimals, which may stand
// apart.
func hexWords(b []byte, secret string) map[string][]edit {
	out := map[string][]edit{}
	for _, at := range hexRun.FindAllIndex(b, -1) {
		pairs := hexPair.FindAllIndex(b[at[0]:at[1]], -1)
		text := make([]byte, len(pairs))
		for i, pair := range pairs {
			hex.Decode(text[i:i+1], b[at[0]+pair[0]:at[0]+pair[1]])
		}
		for _, w := range word.FindAllIndex(text, -1) {
			for i := range len(secret) {
				from := at[0] + pairs[w[0]+i][0]
				out[string(text[w[0]:w[1]])] = append(out[string(text[w[0]:w[1]])], edit{from, hex.EncodeToString([]byte{secret[i]})})
			}
		}
	}
	return out
}

// printable says whether b is text.
func printable(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c < ' ' && !strings.ContainsRune("\n\r\t", rune(c)) || c > '~' })
}
