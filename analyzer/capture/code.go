package capture

import "fmt"

// Format names a recording format.
type Format uint16

const (
	FormatUnknown   Format = iota
	FormatSamples          // the sample CSV, bare or wide
	FormatCapture          // the capture form, as lines or as one document
	FormatCurl             // curl --trace and --trace-ascii
	FormatStamped          // lines that begin with a time (moreutils ts)
	FormatBody             // the bytes of a body and nothing else
	FormatAsciicast        // what asciinema records
	FormatScript           // the output of script and its timings, two files
	FormatLog              // a client's log of its reads as JSON, with names of its own
	FormatHAR              // an HTTP Archive
	FormatCassette         // HTTP that tests keep to replay it
	FormatNetLog           // a NetLog of Chrome
	FormatCDP              // a log of the Chrome DevTools Protocol
	FormatTrace            // a performance trace of DevTools
	FormatPcap             // pcap and pcapng, of packets
	FormatStrace           // the calls of a process, as strace writes them
	FormatList             // a list of chunks, as a program writes it or a console prints it
	FormatFixture          // fixtures of aimock: the times of frames
	FormatTshark           // packets that tshark or Wireshark wrote as text
)

// Level says where the clock of a recording stood: what it can prove depends on it.
type Level uint16

const (
	LevelUnknown Level = iota
	LevelWire          // beside the network
	LevelRead          // a reader's own reads
	LevelEvent         // after parsing
)

// Note is a code for something that the importer saw and the user should know.
type Note uint16

const (
	NoteNone           Note = iota
	NoteTimesBackwards      // a time lies before the one before it; kept as it was
	NoteCumulative          // parsed holds cumulative counts
	NoteLossyText           // a text dump does not tell all bytes apart: lengths only
	NoteChunkedBroken       // the header says chunked, the bytes do not
	NoteEqualTimes          // more than nine in ten times are equal within 1 ms: a pipe buffered
	NoteCoded               // a content coding was not taken off: there are lengths only
	NoteTruncated           // the recording ends inside a record
	NoteLoneSurrogate       // text chunks were cut inside a UTF-8 sequence and decoded apart
	NoteUnmatched           // observed rows match no chunks
	NoteSynthetic           // made up, not recorded
	NoteUnreadFraming       // the bytes have a framing that is not read here
	NoteMixed               // transfers that nothing tells apart lie in each other
	NoteCodingBroken        // a coded body is not what its coding allows; what came before was decoded
	NoteCodingCut           // a coded body ends inside its coding
	NoteEncrypted           // TLS without keys: the lengths are of what TLS carries it in
	NoteSnapped             // the recorder cut payload off: lengths only
	NoteLost                // bytes are missing from the recording; what follows them is left out
	NoteMidStream           // the recording begins inside a connection or a response
	NoteRebuilt             // bytes were put together again from parsed events
	NoteCallStarts          // times are those at which a read was called, not at which it returned
	NoteDamaged             // records could not be read and were passed over
	NoteTerminal            // a terminal stood between: its line ends were taken back, its escape sequences left out
	NoteMessages            // WebSocket messages, without the heads of their frames
	NoteMadeUpTimes         // the recording has no times: those there are were asked for
	NoteLengths             // a length that is stated is not that of the payload beside it
	NoteUnitGuessed         // whether times are seconds or milliseconds was told from their size
	NoteNoLengths           // the data of messages was left out: their lengths are the least possible
	NoteCutShort            // the connection ended before the body did
	NoteShared              // what each chunk held is not recorded: the bytes of all were shared out evenly
)

var formatNames = [...]string{
	FormatUnknown:   "unknown",
	FormatSamples:   "samples",
	FormatCapture:   "capture",
	FormatCurl:      "curl",
	FormatStamped:   "stamped",
	FormatBody:      "body",
	FormatAsciicast: "asciicast",
	FormatScript:    "script",
	FormatLog:       "log",
	FormatHAR:       "har",
	FormatCassette:  "cassette",
	FormatNetLog:    "netlog",
	FormatCDP:       "cdp",
	FormatTrace:     "trace",
	FormatPcap:      "pcap",
	FormatStrace:    "strace",
	FormatList:      "list",
	FormatFixture:   "fixture",
	FormatTshark:    "tshark",
}

var levelNames = [...]string{
	LevelUnknown: "unknown",
	LevelWire:    "wire",
	LevelRead:    "read",
	LevelEvent:   "event",
}

var noteNames = [...]string{
	NoteTimesBackwards: "times-backwards",
	NoteCumulative:     "cumulative-parsed",
	NoteLossyText:      "lossy-text",
	NoteChunkedBroken:  "chunked-broken",
	NoteEqualTimes:     "equal-times",
	NoteCoded:          "coded",
	NoteTruncated:      "truncated",
	NoteLoneSurrogate:  "lone-surrogate",
	NoteUnmatched:      "unmatched-rows",
	NoteSynthetic:      "synthetic",
	NoteUnreadFraming:  "unread-framing",
	NoteMixed:          "mixed-transfers",
	NoteCodingBroken:   "coding-broken",
	NoteCodingCut:      "coding-cut",
	NoteEncrypted:      "encrypted",
	NoteSnapped:        "snapped",
	NoteLost:           "lost-bytes",
	NoteMidStream:      "mid-stream",
	NoteRebuilt:        "rebuilt",
	NoteCallStarts:     "call-starts",
	NoteDamaged:        "damaged",
	NoteTerminal:       "terminal",
	NoteMessages:       "messages",
	NoteMadeUpTimes:    "made-up-times",
	NoteLengths:        "lengths-differ",
	NoteUnitGuessed:    "unit-guessed",
	NoteNoLengths:      "no-lengths",
	NoteCutShort:       "cut-short",
	NoteShared:         "lengths-shared",
}

func (f Format) String() string { return name(formatNames[:], int(f)) }
func (l Level) String() string  { return name(levelNames[:], int(l)) }
func (n Note) String() string   { return name(noteNames[:], int(n)) }

// ParseFormat reads what Format.String writes.
func ParseFormat(s string) (Format, error) {
	i, err := parse("format", formatNames[:], s)
	return Format(i), err
}

// ParseLevel reads what Level.String writes.
func ParseLevel(s string) (Level, error) {
	i, err := parse("level", levelNames[:], s)
	return Level(i), err
}

// ParseNote reads what Note.String writes.
func ParseNote(s string) (Note, error) {
	i, err := parse("note", noteNames[1:], s)
	return Note(i + 1), err
}

func name(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "?"
}

func parse(what string, names []string, s string) (int, error) {
	for i, n := range names {
		if n == s {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown %s %s, want one of %q", what, Quote([]byte(s)), names)
}
