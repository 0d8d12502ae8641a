//go:build !js

// Package filestore keeps shared timelines in one file.
package filestore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/heldbytes/heldbytes/analyzer/share"
)

// ErrInUse says that another program has the file open.
var ErrInUse = errors.New("filestore: another program has the file open")

// errTaken is for an id that is not new.
var errTaken = errors.New("filestore: that id is taken")

// The buckets of the file.
var (
	entries  = []byte("entries")  // by id
	expiries = []byte("expiries") // ids by the time when they expire, so that a sweep reads nothing else
)

const (
	lockWait   = time.Second
	batchDelay = 2 * time.Millisecond // that an upload waits for others, to be written with them
	sweepBatch = 500                  // entries that one transaction forgets
)

// Store is a share.Store. What is deleted leaves its place in the file to what
// comes later; the file does not shrink.
type Store struct {
	db   *bolt.DB
	most int64 // bytes; 0 is no bound
}

// Open opens the file at path, and makes it and its directory where there is
// none, for its owner alone. The caller closes the store.
func Open(path string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("filestore: %w", err)
	}
	_, err := os.Stat(path)
	fresh := errors.Is(err, fs.ErrNotExist)
	var db *bolt.DB
	err = guarded(func() (err error) {
		db, err = bolt.Open(path, 0o600, &bolt.Options{Timeout: lockWait, FreelistType: bolt.FreelistMapType})
		return err
	})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, fmt.Errorf("%w: %s", ErrInUse, path)
	case err != nil:
		return nil, fmt.Errorf("filestore: %s: %w", path, err)
	}
	db.MaxBatchDelay = batchDelay
	if err = guarded(func() error { return checkLength(db) }); err == nil {
		err = guarded(func() error { return db.Update(makeBuckets) })
	}
	if err == nil && fresh {
		err = syncDirectory(filepath.Dir(path))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("filestore: %s: %w", path, err), db.Close())
	}
	return &Store{db: db}, nil
}

func makeBuckets(tx *bolt.Tx) error {
	for _, name := range [][]byte{entries, expiries} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	return nil
}

// Bound has Put return share.ErrFull once what is kept takes most bytes of the
// file, about; 0 is no bound. It is called before the store is used.
func (s *Store) Bound(most int64) { s.most = most }

// full says whether n bytes more are too many.
func (s *Store) full(tx *bolt.Tx, n int) bool {
	free := s.db.Stats()
	used := tx.Size() - int64(free.FreePageN+free.PendingPageN)*int64(s.db.Info().PageSize)
	return s.most > 0 && used+int64(n) > s.most
}

// syncDirectory makes a new file's name outlive the machine's power.
func syncDirectory(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Close lets what is being written finish.
func (s *Store) Close() error { return s.db.Close() }

// Put keeps e. It returns once the disk has it; uploads that come at one time are
// written together. A context that ends does not end it.
func (s *Store) Put(_ context.Context, id string, e share.Entry) error {
	value, err := encode(e)
	if err == nil {
		err = s.batch(func(tx *bolt.Tx) error {
			all := tx.Bucket(entries)
			if all.Get([]byte(id)) != nil {
				return errTaken
			}
			if s.full(tx, len(value)) {
				return share.ErrFull
			}
			if err := all.Put([]byte(id), value); err != nil {
				return err
			}
			return tx.Bucket(expiries).Put(expiryKey(e.Expires, id), nil)
		})
	}
	if err != nil && !errors.Is(err, errTaken) && !errors.Is(err, share.ErrFull) {
		return fmt.Errorf("filestore: %w", err)
	}
	return err
}

// Get returns what is kept under id.
func (s *Store) Get(_ context.Context, id string) (share.Entry, error) {
	var value []byte
	err := s.view(func(tx *bolt.Tx) error {
		value = append(value, tx.Bucket(entries).Get([]byte(id))...) // it is gone after the transaction
		return nil
	})
	switch {
	case err != nil:
		return share.Entry{}, fmt.Errorf("filestore: %w", err)
	case len(value) == 0:
		return share.Entry{}, share.ErrNotFound
	}
	return decode(value)
}

// Delete forgets what is kept under id.
func (s *Store) Delete(_ context.Context, id string) error {
	found := false
	err := s.batch(func(tx *bolt.Tx) error {
		value := tx.Bucket(entries).Get([]byte(id))
		if found = value != nil; !found {
			return nil
		}
		expires, err := expiryOf(value)
		if err != nil {
			return err
		}
		return forget(tx, id, expiryKey(expires, id))
	})
	switch {
	case err != nil:
		return fmt.Errorf("filestore: %w", err)
	case !found:
		return share.ErrNotFound
	}
	return nil
}

// Sweep forgets what had expired at a time, and returns how many those were.
func (s *Store) Sweep(now time.Time) (n int, err error) {
	for {
		some := 0
		err := guarded(func() error {
			return s.db.Update(func(tx *bolt.Tx) (err error) {
				some, err = sweepSome(tx, now)
				return err
			})
		})
		if err != nil {
			return n, fmt.Errorf("filestore: %w", err)
		}
		if n += some; some < sweepBatch {
			return n, nil
		}
	}
}

// sweepSome forgets some of what had expired at a time.
func sweepSome(tx *bolt.Tx, now time.Time) (int, error) {
	var keys [][]byte
	c := tx.Bucket(expiries).Cursor()
	for k, _ := c.First(); k != nil && len(keys) < sweepBatch && expired(k, now); k, _ = c.Next() {
		keys = append(keys, append([]byte(nil), k...))
	}
	for _, k := range keys {
		if err := forget(tx, idOf(k), k); err != nil {
			return 0, err
		}
	}
	return len(keys), nil
}

// Check says whether the store can be read.
func (s *Store) Check(context.Context) error {
	err := s.view(func(tx *bolt.Tx) error {
		tx.Bucket(expiries).Cursor().First()
		return nil
	})
	if err != nil {
		return fmt.Errorf("filestore: %w", err)
	}
	return nil
}

// Len is how many timelines there are, expired ones too.
func (s *Store) Len() (n int, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		n = tx.Bucket(entries).Stats().KeyN
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("filestore: %w", err)
	}
	return n, nil
}

func (s *Store) view(read func(*bolt.Tx) error) error {
	return guarded(func() error { return s.db.View(read) })
}

func (s *Store) batch(write func(*bolt.Tx) error) error {
	return guarded(func() error { return s.db.Batch(write) })
}

func forget(tx *bolt.Tx, id string, expiry []byte) error {
	if err := tx.Bucket(entries).Delete([]byte(id)); err != nil {
		return err
	}
	return tx.Bucket(expiries).Delete(expiry)
}
