package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/share"
)

// storeFile is an open store. There is none where there are no files.
type storeFile struct {
	share.Store
	path string
	why  error
}

func openStore(path string, _ int64) (*storeFile, error) {
	return nil, fmt.Errorf("%s: %w", path, errors.ErrUnsupported)
}

func (*storeFile) Sweep(time.Time) (int, error) { return 0, errors.ErrUnsupported }

func (*storeFile) Close() error { return errors.ErrUnsupported }
