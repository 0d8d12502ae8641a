//go:build !js

package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"github.com/heldbytes/heldbytes/analyzer/share/filestore"
)

// storeFile is an open store, and what to say of it.
type storeFile struct {
	*filestore.Store
	path    string
	why     error  // that the usual file is not used; nil where it is
	forgets string // the directory that goes with it; "" where it stays
}

// openStore opens the file called path or, where that is "", the usual one of this
// user. Where that cannot be, because another heldbytes has it or there is nobody's
// home, it is a file that goes when the program ends: the page is served all the
// same.
func openStore(path string, most int64) (*storeFile, error) {
	if path != "" {
		s, err := openBounded(path, most)
		return &storeFile{Store: s, path: path}, err
	}
	path, err := usualStore()
	if err == nil {
		var s *filestore.Store
		if s, err = openBounded(path, most); err == nil {
			return &storeFile{Store: s, path: path}, nil
		}
	}
	dir, tempErr := os.MkdirTemp("", "heldbytes-")
	if tempErr != nil {
		return nil, errors.Join(err, tempErr)
	}
	path = filepath.Join(dir, storeName)
	s, tempErr := openBounded(path, most)
	if tempErr != nil {
		return nil, errors.Join(err, tempErr, os.RemoveAll(dir))
	}
	return &storeFile{Store: s, path: path, why: err, forgets: dir}, nil
}

// openBounded opens a store that keeps most bytes; 0 is no bound.
func openBounded(path string, most int64) (*filestore.Store, error) {
	s, err := filestore.Open(path)
	if err == nil {
		s.Bound(most)
	}
	return s, err
}

// Close closes the store and, where it is not to stay, removes it.
func (s *storeFile) Close() error {
	err := s.Store.Close()
	if s.forgets != "" {
		err = errors.Join(err, os.RemoveAll(s.forgets))
	}
	return err
}

const storeName = "shared.db"

// usualStore is where this user's programs keep what is not to be lost.
func usualStore() (string, error) {
	var dir string
	var err error
	switch runtime.GOOS {
	case "darwin":
		dir, err = os.UserConfigDir() // Application Support
	case "windows":
		dir, err = os.UserCacheDir() // LocalAppData
	default:
		if dir = os.Getenv("XDG_DATA_HOME"); !filepath.IsAbs(dir) {
			dir, err = os.UserHomeDir()
			dir = filepath.Join(dir, ".local", "share")
		}
	}
	return filepath.Join(dir, "heldbytes", storeName), err
}
