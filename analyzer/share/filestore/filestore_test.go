//go:build !js

package filestore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/analyzer/share/filestore"
)

var ctx = context.Background()

func open(t testing.TB, path string) *filestore.Store {
	t.Helper()
	s, err := filestore.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func entry(text string, expires time.Time) share.Entry {
	return share.Entry{CSV: []byte(text), Token: [32]byte{1, 2, 31: 3}, Expires: expires.UTC().Truncate(time.Second)}
}

func TestStoreKeepsWhatItWasGiven(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "store.db")
	s := open(t, path)
	want := entry(strings.Repeat("0,1,2,True\n", 95_000), time.Now().AddDate(0, 0, 30)) // just under 1 MiB
	if err := s.Put(ctx, "one", want); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(ctx, "one", entry("other", time.Now())); err == nil {
		t.Error("an id is given twice")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path)
	got, err := s.Get(ctx, "one")
	if err != nil || !bytes.Equal(got.CSV, want.CSV) || got.Token != want.Token || !got.Expires.Equal(want.Expires) || got.Expires.Location() != time.UTC {
		t.Errorf("got %d bytes, %x, %v, %v", len(got.CSV), got.Token, got.Expires, err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	if err := s.Delete(ctx, "one"); err != nil {
		t.Error(err)
	}
	if err := s.Delete(ctx, "one"); !errors.Is(err, share.ErrNotFound) {
		t.Errorf("deleted twice: %v", err)
	}
	if _, err := s.Get(ctx, "one"); !errors.Is(err, share.ErrNotFound) {
		t.Errorf("got after its deletion: %v", err)
	}
	if _, err := s.Get(ctx, ""); !errors.Is(err, share.ErrNotFound) {
		t.Errorf("got without an id: %v", err)
	}
}

func TestSweepForgetsWhatHasExpired(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "store.db"))
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	const old = 1200 // more than one transaction takes
	var done sync.WaitGroup
	for g := range 8 {
		done.Go(func() {
			for i := range old / 8 {
				if err := s.Put(ctx, fmt.Sprintf("old %d %d", g, i), entry("x", now.Add(-time.Duration(i)*time.Second))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done.Wait()
	for i := range 5 {
		if err := s.Put(ctx, fmt.Sprint("new ", i), entry("x", now.Add(time.Duration(i+1)*time.Second))); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Delete(ctx, "old 0 0"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name          string
		at            time.Time
		swept, remain int
	}{{"at the second of the youngest", now, old - 1, 5}, {"again", now, 0, 5}, {"two seconds later", now.Add(2 * time.Second), 2, 3}} {
		n, err := s.Sweep(c.at)
		left, lenErr := s.Len()
		if err != nil || lenErr != nil || n != c.swept || left != c.remain {
			t.Errorf("%s: %d swept, %d left, %v, %v; want %d and %d", c.name, n, left, err, lenErr, c.swept, c.remain)
		}
	}
	if _, err := s.Get(ctx, "new 4"); err != nil {
		t.Errorf("what has time left is gone: %v", err)
	}
}

func TestStoreBelongsToOneProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	open(t, path)
	if _, err := filestore.Open(path); !errors.Is(err, filestore.ErrInUse) {
		t.Errorf("opened twice: %v", err)
	}
}

func TestWhatIsNoStoreIsRefused(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"text": "i,t_ms,held_bytes,parsed\n", "zeros": strings.Repeat("\x00", 1<<16), "a short one": "x"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err := filestore.Open(path); err == nil {
			s.Close()
			t.Errorf("%s is opened", name)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != text {
			t.Errorf("%s was written to", name)
		}
	}
	if _, err := filestore.Open(dir); err == nil {
		t.Error("a directory is opened")
	}
}

func TestClosedStoreSaysSo(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "store.db"))
	if err := s.Check(ctx); err != nil {
		t.Errorf("an open one is not well: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Check(ctx); err == nil {
		t.Error("it is well")
	}
	if err := s.Put(ctx, "x", entry("x", time.Now())); err == nil {
		t.Error("it keeps")
	}
	if _, err := s.Get(ctx, "x"); err == nil || errors.Is(err, share.ErrNotFound) {
		t.Errorf("it gives: %v", err)
	}
	if err := s.Delete(ctx, "x"); err == nil || errors.Is(err, share.ErrNotFound) {
		t.Errorf("it forgets: %v", err)
	}
	if _, err := s.Sweep(time.Now()); err == nil {
		t.Error("it sweeps")
	}
}

func TestStoreFromManySides(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "store.db"))
	expires := time.Now().Add(time.Hour)
	var done sync.WaitGroup
	for g := range 8 {
		done.Go(func() {
			for i := range 20 {
				id := fmt.Sprintf("%d %d", g, i)
				want := entry(strings.Repeat(id, 100+i), expires)
				if err := s.Put(ctx, id, want); err != nil {
					t.Error(err)
				}
				if got, err := s.Get(ctx, id); err != nil || !bytes.Equal(got.CSV, want.CSV) {
					t.Errorf("got %q, %v", got.CSV, err)
				}
				deleted := make(chan error, 2)
				for range cap(deleted) {
					go func() { deleted <- s.Delete(ctx, id) }()
				}
				one, two := <-deleted, <-deleted
				if (one == nil) == (two == nil) || !errors.Is(errors.Join(one, two), share.ErrNotFound) {
					t.Errorf("two deletions: %v, %v", one, two)
				}
				if _, err := s.Sweep(time.Now()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done.Wait()
	if n, err := s.Len(); n != 0 || err != nil {
		t.Errorf("%d are left, %v", n, err)
	}
}

func BenchmarkPutFromManySides(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "store.db"))
	e := entry(strings.Repeat("0,1,2,True\n", 300), time.Now().Add(time.Hour))
	var n atomic.Int64
	b.SetParallelism(10)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if err := s.Put(ctx, fmt.Sprint(n.Add(1)), e); err != nil {
				b.Error(err)
			}
		}
	})
}
