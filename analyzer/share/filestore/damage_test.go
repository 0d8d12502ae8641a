//go:build !js

package filestore_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/analyzer/share/filestore"
)

// noise is text that does not become shorter.
func noise(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = ' ' + byte(r.IntN(95))
	}
	return string(b)
}

// A file that was damaged or cut off says so, wherever it is, or still gives away
// what it has: it never ends the program.
func TestDamagedFileSaysSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path)
	want := entry(noise(3000), time.Now().Add(time.Hour))
	for i := range 40 {
		if err := s.Put(ctx, fmt.Sprint("id", i), want); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := os.Getpagesize()
	damaged := map[string][]byte{}
	for pages := 1; pages < 20; pages++ {
		damaged[fmt.Sprintf("cut off after page %d", pages)] = whole[:pages*page]
		other := bytes.Clone(whole)
		copy(other[pages*page:(pages+1)*page], noise(page))
		damaged[fmt.Sprintf("another page %d", pages)] = other
		empty := bytes.Clone(whole)
		clear(empty[pages*page : (pages+1)*page])
		damaged[fmt.Sprintf("an empty page %d", pages)] = empty
	}
	refused := 0
	for name, b := range damaged {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store.db")
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := filestore.Open(path)
			if err != nil {
				refused++
				if !strings.HasPrefix(err.Error(), "filestore: ") || strings.Contains(err.Error(), "\n") {
					t.Errorf("it says %q, want a line", err)
				}
				return
			}
			defer s.Close()
			if strings.HasPrefix(name, "cut off") {
				t.Error("it is opened, without its end")
			}
			for i := range 40 {
				e, err := s.Get(ctx, fmt.Sprint("id", i))
				if err == nil && !bytes.Equal(e.CSV, want.CSV) {
					t.Errorf("id%d is something else", i)
				}
			}
		})
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}

// A store that is full takes nothing more, gives away what it has, and takes more
// once something was forgotten.
func TestFullStoreTakesNothingMore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path)
	const most = 1 << 20
	s.Bound(most)
	e := entry(noise(20_000), time.Now().Add(time.Hour))
	n := 0
	for ; n < 1000; n++ {
		err := s.Put(ctx, fmt.Sprint("id", n), e)
		if errors.Is(err, share.ErrFull) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < most/40_000 || n > most/15_000 {
		t.Errorf("%d times 20,000 bytes fit", n)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 2*most {
		t.Errorf("the file has %d bytes, %v", info.Size(), err)
	}
	if got, err := s.Get(ctx, "id0"); err != nil || !bytes.Equal(got.CSV, e.CSV) {
		t.Errorf("what it has is %v", err)
	}
	for i := range 5 {
		if err := s.Delete(ctx, fmt.Sprint("id", i)); err != nil {
			t.Fatalf("a full store does not forget: %v", err)
		}
	}
	if err := s.Put(ctx, "new", e); err != nil {
		t.Errorf("where something was forgotten, nothing fits: %v", err)
	}
}
