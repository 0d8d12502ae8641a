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
	*FormatInfo
	looks func(head []byte) bool            // nil: it is read only where it is asked for
	open  func(l lines, head []byte) Reader // nil: by one of Options.More
}

// infos are of the formats that most people can make first, and so on. They
// stand apart from their importers: to tell of a format is not to read it.
var infos = [...]*FormatInfo{
	&curlFormat, &formFormat, &harFormat, &netlogFormat, &pcapFormat, &samplesFormat, &cdpFormat, &logFormat, &listFormat, &straceFormat,
	&stampedFormat, &asciicastFormat, &scriptFormat, &traceFormat, &tsharkFormat, &bodyFormat, &cassetteFormat, &fixtureFormat,
}

// Formats returns a row for each format that can be read: those that are easiest
// to make first.
func Formats() []FormatInfo {
	all := make([]FormatInfo, len(infos))
	for i, f := range infos {
		all[i] = *f
		all[i].Name = f.Format.String()
	}
	return all
}
