package capture

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

// importers is in the order in which a recording is tried.
var importers = [...]importer{
	tsharkImporter,
	pcapImporter,
	formImporter,
	netlogImporter,
	traceImporter,
	cdpImporter,
	harImporter,
	cassetteImporter,
	fixtureImporter,
	logImporter,
	samplesImporter,
	curlImporter,
	straceImporter,
	asciicastImporter,
	scriptImporter,
	listImporter,
	stampedImporter,
	bodyImporter,
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
