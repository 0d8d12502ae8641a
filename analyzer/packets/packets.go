// Package packets reads packet captures, pcap and pcapng, and makes of them the
// pieces of connections that package capture makes exchanges of.
//
// The files are read by pcapgo and the heads of packets by gopacket's layers. The
// bytes of TCP are put in order here and not by gopacket's reassembly, since it
// cannot say three things that are wanted: that a port pair begins anew after an
// RST (it ends one direction alone and drops the next SYN, so that the second
// response is lost and the second request is part of the first connection), that
// there were bytes which the recorder cut off, of which only the number is known,
// and how many connections it holds, so that they could be bounded.
package packets

import (
	"io"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Importer reads packet captures. It is apart from package capture because of
// the size of what it is made with.
var Importer = capture.Importer{Format: capture.FormatPcap, Open: Open}

// Open returns a Reader of the exchanges in a packet capture. name is that of
// the file, for errors. Every error is an *capture.Error.
func Open(r io.Reader, name string) (capture.Reader, error) {
	s, err := newSource(r, name)
	if err != nil {
		return nil, err
	}
	return &reader{
		Reader: capture.NewConnections(capture.FormatPcap, capture.LevelWire, s.timed, name, s),
		file:   s.file,
	}, nil
}

// reader tells the exchanges what of the file that they are from was damaged:
// nothing says whose the records were.
type reader struct {
	capture.Reader
	file *file
}

func (r *reader) Next() (capture.Record, error) {
	rec, err := r.Reader.Next()
	if d := r.file.damage; err == io.EOF && d.Records > 0 {
		for _, e := range r.Exchanges() {
			e.Note(capture.NoteDamaged)
			e.Damage = d
		}
	}
	return rec, err
}
