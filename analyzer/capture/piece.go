package capture

import "time"

// Piece is what passed on one connection in one direction at one moment, as a
// recorder saw it that stood beside the network or at the calls of a process:
// bytes of TCP, in order and each once.
type Piece struct {
	Conn    int64 // tells the connections of a recording apart
	Reverse bool  // tells the two directions of one apart; which is the server's shows in the bytes
	Time    time.Duration
	Data    []byte // the first of them that are known, valid until the next call
	Len     int64  // bytes, known or not
	Lost    int64  // bytes before these that the recording lacks
	Cut     bool   // Data is shorter than Len because the recorder cut payload off
	Joined  bool   // the recording begins inside this connection: its first bytes are not here
	End     bool   // nothing follows in this direction
}

// PieceReader yields the pieces of a recording.
type PieceReader interface {
	// NextPiece returns the next piece. After the last it returns io.EOF or,
	// where the recording ends inside a record, io.ErrUnexpectedEOF. Any other
	// error is an *Error and final.
	NextPiece() (Piece, error)
}
