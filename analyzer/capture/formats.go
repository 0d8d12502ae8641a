package capture

import (
	"errors"
	"io"
)

// FormatInfo is what people are told about a format that can be read.
type FormatInfo struct {
	Format     Format
	Name       string   // as ParseFormat reads it
	Level      Level    // where its clock stands, if the recording does not say
	Title      string   // what it is, in a few words
	Short      string   // the same in the middle of a sentence
	HowTo      []string // command lines that record it
	Extensions []string // usual ends of file names, for file dialogs; never used to tell formats apart
}

// importer is a format and how it is told and read. head is the beginning of
// the recording.
type importer struct {
	FormatInfo
	looks func(head []byte) bool            // nil: it is read only where it is asked for
	raw   bool                              // asked for, it is the bytes of the file, with blanks and a BOM at its start
	open  func(l lines, head []byte) Reader // nil: by one of Options.More
}

// Importer reads a format that package capture knows and does not read itself,
// since what reading it takes is too much for every page.
type Importer struct {
	Format Format
	Open   func(r io.Reader, name string) (Reader, error)
	Looks  func(head []byte) bool // tells the format surely, where package capture alone only suspects it; else nil
}

// ErrElsewhere is the cause where the Importer of a recording's format is not
// among those given.
var ErrElsewhere = errors.New("this build does not read it")

const curlHowTo = "curl -sN --trace-time --trace out.trace URL -o /dev/null"

// importers is in the order in which a recording is tried.
var importers = [...]importer{
	tsharkImporter,
	pcapImporter,
	{
		FormatInfo: FormatInfo{
			Format: FormatCapture, Level: LevelUnknown,
			Title: "The capture form: one chunk a line, or one JSON document",
			Short: "chunks as JSON Lines",
			HowTo: []string{
				`// JavaScript, for each read of a response`,
				`for await (const b of res.body) log.write(JSON.stringify({t_ms: performance.now(), b64: Buffer.from(b).toString("base64")}) + "\n")`,
				`# Python, for each read of http.client`,
				`while b := r.read1(65536): log.write(json.dumps({"t_ms": time.monotonic() * 1e3, "b64": base64.b64encode(b).decode()}) + "\n")`,
				`# where these bytes are still gzip, deflate or br, the first line says so`,
				`{"heldbytes":"capture/1","content_encoding":"gzip"}`,
			},
			Extensions: []string{".jsonl", ".json", ".ndjson"},
		},
		looks: looksLikeForm,
		open: func(l lines, head []byte) Reader {
			if isDocument(head) {
				return newFormDocument(l)
			}
			return newFormLines(l)
		},
	},
	netlogImporter,
	traceImporter,
	cdpImporter,
	harImporter,
	cassetteImporter,
	fixtureImporter,
	logImporter,
	{
		FormatInfo: FormatInfo{
			Format: FormatSamples, Level: LevelUnknown,
			Title: "Held bytes that a reader recorded of itself, as CSV",
			Short: "a CSV of held bytes",
			HowTo: []string{
				`# first line: i,t_ms,held_bytes,parsed; then, for each read, once what could be released was`,
				`log.write(f"{i},{(time.monotonic() - start) * 1e3:.3f},{len(buffer)},{released > 0}\n")  # Python`,
				`fmt.Fprintf(log, "%d,%.3f,%d,%t\n", i, float64(time.Since(start))/1e6, len(buf), released > 0)  // Go`,
			},
			Extensions: []string{".csv", ".tsv"},
		},
		looks: looksLikeSamples,
		open:  func(l lines, _ []byte) Reader { return newSamples(l) },
	},
	{
		FormatInfo: FormatInfo{
			Format: FormatCurl, Level: LevelRead,
			Title:      "A curl trace, hexadecimal or text",
			Short:      "a curl trace",
			HowTo:      []string{curlHowTo, "curl -sN --trace-time --trace-ids --trace out.trace URL -o /dev/null  # curl 8.2, several transfers"},
			Extensions: []string{".trace", ".txt", ".trace-ascii"},
		},
		looks: looksLikeCurl,
		open:  func(l lines, _ []byte) Reader { return newCurl(l) },
	},
	straceImporter,
	asciicastImporter,
	scriptImporter,
	listImporter,
	stampedImporter,
	{
		FormatInfo: FormatInfo{
			Format: FormatBody, Level: LevelUnknown,
			Title: "A response body without times: SSE, JSON, or with its HTTP head; any bytes with --format body",
			Short: "a body of SSE or JSON",
			HowTo: []string{
				"curl -sN URL -o body.txt  # cut into chunks of 4 KiB, or lines of JSON: it has no reads of its own",
				"heldbytes analyze --format body FILE  # bytes that are not recognised, or are of another format",
			},
			Extensions: []string{".txt", ".sse", ".ndjson", ".json"},
		},
		raw:   true,
		looks: looksLikeBody,
		open:  openBody,
	},
}

// byEase are the formats that most people can make first.
var byEase = [...]Format{
	FormatCurl, FormatHAR, FormatNetLog, FormatCDP, FormatLog, FormatList, FormatCapture, FormatSamples, FormatPcap, FormatStrace,
	FormatStamped, FormatAsciicast, FormatScript, FormatTrace, FormatTshark, FormatBody, FormatCassette, FormatFixture,
}

// Formats returns a row for each format that can be read: those that are easiest
// to make first.
func Formats() []FormatInfo {
	all := make([]FormatInfo, len(byEase))
	for i, f := range byEase {
		all[i] = formatOf(f).FormatInfo
		all[i].Name = f.String()
	}
	return all
}
