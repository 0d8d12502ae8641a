//go:build !js

package filestore

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/share"
)

// An entry is a version, the second when it expires, the hash of its token, and
// its CSV as gzip, whose checksum tells what the disk has damaged.
const (
	version   = 1
	expiresAt = 1
	tokenAt   = expiresAt + 8
	csvAt     = tokenAt + 32
)

func encode(e share.Entry) ([]byte, error) {
	b := make([]byte, csvAt, csvAt+len(e.CSV)/4)
	b[0] = version
	binary.BigEndian.PutUint64(b[expiresAt:], uint64(e.Expires.Unix()))
	copy(b[tokenAt:], e.Token[:])
	out := bytes.NewBuffer(b)
	w, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(e.CSV); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

func decode(b []byte) (e share.Entry, err error) {
	if e.Expires, err = expiryOf(b); err != nil {
		return e, err
	}
	copy(e.Token[:], b[tokenAt:])
	r, err := gzip.NewReader(bytes.NewReader(b[csvAt:]))
	if err == nil {
		e.CSV, err = io.ReadAll(io.LimitReader(r, share.MaxBytes+1))
	}
	if err != nil || len(e.CSV) > share.MaxBytes {
		return share.Entry{}, fmt.Errorf("%w: %v", errDamaged, err)
	}
	return e, nil
}

func expiryOf(b []byte) (time.Time, error) {
	if len(b) < csvAt || b[0] != version {
		return time.Time{}, errDamaged
	}
	return time.Unix(int64(binary.BigEndian.Uint64(b[expiresAt:])), 0).UTC(), nil
}

// expiryKey is the key among the expiries: in their order.
func expiryKey(at time.Time, id string) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(at.Unix())), id...)
}

// expired reads a key of the expiries.
func expired(key []byte, now time.Time) bool {
	return len(key) < 8 || int64(binary.BigEndian.Uint64(key)) <= now.Unix()
}

func idOf(key []byte) string { return string(key[min(8, len(key)):]) }
