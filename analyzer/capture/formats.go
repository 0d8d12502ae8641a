package capture

// FormatInfo is what people are told about a format that can be read.
type FormatInfo struct {
	Format     Format
	Name       string   // as ParseFormat reads it
	Level      Level    // where its clock stands, if the recording does not say
	Title      string   // what it is, in a few words
	HowTo      []string // command lines that record it
	Extensions []string // usual ends of file names, for file dialogs; never used to tell formats apart
}

// importer is a format and how it is told and read. head is the beginning of
// the recording.
type importer struct {
	FormatInfo
	looks func(head []byte) bool
	open  func(l lines, head []byte) Reader
}

const curlHowTo = "curl -sN --trace-time --trace out.trace URL -o /dev/null"

// importers is in the order in which a recording is tried.
var importers = [...]importer{
	{
		FormatInfo: FormatInfo{
			Format: FormatCapture, Level: LevelUnknown,
			Title:      "The capture form: one chunk a line, or one JSON document",
			HowTo:      []string{"heldbytes record URL > out.jsonl", "heldbytes tap python"},
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
	{
		FormatInfo: FormatInfo{
			Format: FormatSamples, Level: LevelUnknown,
			Title:      "Held bytes that a reader recorded of itself, as CSV",
			HowTo:      []string{"in the read callback, print: i,t_ms,held_bytes,parsed", "heldbytes series FILE --rule at-close > out.csv"},
			Extensions: []string{".csv", ".tsv"},
		},
		looks: looksLikeSamples,
		open:  func(l lines, _ []byte) Reader { return newSamples(l) },
	},
	{
		FormatInfo: FormatInfo{
			Format: FormatCurl, Level: LevelRead,
			Title:      "A curl trace, hexadecimal or text",
			HowTo:      []string{curlHowTo, "curl -sN --trace-time --trace-ids --trace out.trace URL -o /dev/null  # curl 8.2, several transfers"},
			Extensions: []string{".trace", ".txt", ".trace-ascii"},
		},
		looks: looksLikeCurl,
		open:  func(l lines, _ []byte) Reader { return newCurl(l) },
	},
	{
		FormatInfo: FormatInfo{
			Format: FormatStamped, Level: LevelEvent,
			Title:      "Lines that begin with a time",
			HowTo:      []string{`curl -sN URL | ts "%.s" > out.txt  # moreutils`},
			Extensions: []string{".txt", ".log"},
		},
		looks: looksLikeStamped,
		open:  func(l lines, _ []byte) Reader { return newStamped(l) },
	},
}

// Formats returns a row for each format that can be read, in the order in which
// they are tried.
func Formats() []FormatInfo {
	all := make([]FormatInfo, len(importers))
	for i, m := range importers {
		all[i] = m.FormatInfo
		all[i].Name = m.Format.String()
	}
	return all
}
