package capture

import "bytes"

// knowledge is what recordings can be told to be.
type knowledge struct {
	importers []*importer // in the order in which a recording is tried

	// tell says which of them a recording is for, from its first bytes. An error
	// says why it is for none, but not the file.
	tell func(t teller, head []byte) (*importer, *Error)
}

// own is the knowledge that Open has by itself: of the formats that this project
// writes, and of the one that most people make. All else it leaves to whoever
// knows more: to tell formats apart takes as much code as to read some of them.
var own = knowledge{[]*importer{&formImporter, &samplesImporter, &curlImporter}, tellOwn}

// everything is the knowledge that comes with Further.
var everything = knowledge{[]*importer{
	&tsharkImporter,
	&pcapImporter,
	&formImporter,
	&netlogImporter,
	&traceImporter,
	&cdpImporter,
	&harImporter,
	&cassetteImporter,
	&fixtureImporter,
	&logImporter,
	&samplesImporter,
	&curlImporter,
	&straceImporter,
	&asciicastImporter,
	&scriptImporter,
	&listImporter,
	&stampedImporter,
	&bodyImporter,
}, tellAll}

// teller tells recordings apart.
type teller struct {
	*knowledge
	o *Options
}

func (o *Options) teller() teller {
	for _, more := range o.More {
		if more.knows != nil {
			return teller{more.knows, o}
		}
	}
	return teller{&own, o}
}

// of returns the importer of a format, or nil.
func (k *knowledge) of(f Format) *importer {
	for _, m := range k.importers {
		if m.Format == f {
			return m
		}
	}
	return nil
}

// like returns the first importer whose format head looks like, or nil.
func (t teller) like(head []byte) *importer {
	for _, m := range t.importers {
		if t.looks(m, head) {
			return m
		}
	}
	return nil
}

// looks says whether head looks like m's format.
func (t teller) looks(m *importer, head []byte) bool {
	for _, more := range t.o.More {
		if more.Format == m.Format && more.Looks != nil {
			return m.looks(head) && more.Looks(head)
		}
	}
	return m.looks != nil && m.looks(head)
}

func tellOwn(t teller, head []byte) (*importer, *Error) {
	if m := t.like(head); m != nil && !(m.Format == FormatCurl && looksLikeVerbose(head)) {
		return m, nil
	}
	return nil, &Error{Offset: None, Read: "a recording of another format than " + t.titles(), Err: ErrElsewhere}
}

func tellAll(t teller, head []byte) (*importer, *Error) {
	if u, ok := t.recognise(head); ok {
		if u.want == bothOfScript && !t.o.has(FormatScript) { // the other one may be at hand
			return nil, &Error{Offset: None, Read: u.what, Err: ErrElsewhere}
		}
		return nil, &Error{Line: 1, Offset: None, Read: u.what, Want: u.want}
	}
	if m := t.like(head); m != nil {
		return m, nil
	}
	text := head[skipSpace(head, 0):]
	line := 1 + bytes.Count(head[:len(head)-len(text)], []byte("\n"))
	table := looksLikeTable(text)
	text, _, _ = bytes.Cut(text, []byte("\n"))
	e := &Error{Line: line, Offset: None, Read: Quote(trimCR(text)), Want: "a recording: " + t.titles() + "; heldbytes formats says how to make one"}
	if before, ok := stampInside(text); ok {
		e.Read = Quote(before) + " in front of a time"
		e.Want = "the time first: docker compose logs with --no-log-prefix, kubectl logs without --prefix, or this cut off"
	} else if table {
		e.Want = columnsFirst + `; or JSON Lines such as {"t_ms":0,"len":57}`
	}
	return nil, e
}

// titles lists the formats that are told from their content.
func (k *knowledge) titles() string {
	s := ""
	for _, m := range k.importers {
		if m.looks != nil {
			if s != "" {
				s += ", "
			}
			s += m.Short
		}
	}
	return s
}
