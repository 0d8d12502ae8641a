//go:build !js

package filestore

import (
	"errors"
	"os"
	"runtime/debug"

	bolt "go.etcd.io/bbolt"
)

// errDamaged says that the file is no longer as it was written.
var errDamaged = errors.New("filestore: what is kept is damaged")

// guarded reads the file, whose damage bbolt answers with a panic, and the system,
// where the file is cut off, with a fault of memory.
func guarded(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			err = errDamaged
		}
	}()
	return read()
}

// checkLength says whether the file has all the pages that it speaks of.
func checkLength(db *bolt.DB) error {
	info, err := os.Stat(db.Path())
	if err != nil {
		return err
	}
	return db.View(func(tx *bolt.Tx) error {
		if info.Size() < tx.Size() {
			return errDamaged
		}
		return nil
	})
}
