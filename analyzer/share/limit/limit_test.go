package limit_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/share/limit"
)

func TestEachClientHasItsOwn(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	b := limit.New(30, func() time.Time { return now })
	take := func(client string) time.Duration { return b.Take(context.Background(), client) }
	for i := range 30 {
		if wait := take("a"); wait != 0 {
			t.Fatalf("request %d waits %v", i, wait)
		}
	}
	for range 3 { // asking takes nothing
		if wait := take("a"); wait != 2*time.Second {
			t.Errorf("the next one waits %v, want 2s", wait)
		}
	}
	if wait := take("b"); wait != 0 {
		t.Errorf("another client waits %v", wait)
	}
	now = now.Add(2 * time.Second)
	if first, second := take("a"), take("a"); first != 0 || second != 2*time.Second {
		t.Errorf("after 2 s: %v and %v, want 0 and 2s", first, second)
	}
	now = now.Add(time.Hour)
	n := 0
	for take("a") == 0 {
		n++
	}
	if n != 30 {
		t.Errorf("after an hour %d at once, want 30", n)
	}
}

// Clients without end take no memory without end: the oldest is forgotten.
func TestClientsAreForgotten(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	b := limit.New(1, func() time.Time { return now })
	take := func(client string) time.Duration { return b.Take(context.Background(), client) }
	take("first")
	for i := range 1<<16 - 2 {
		take(fmt.Sprint(i))
	}
	if take("first") == 0 {
		t.Fatal("a client is forgotten while there is room")
	}
	take("one more")
	take("and one")
	if take("first") == 0 {
		t.Error("who asked a moment ago is forgotten")
	}
	if take("0") != 0 {
		t.Error("who asked longest ago is not forgotten")
	}
}

func TestManyClientsAtOnce(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	b := limit.New(100, func() time.Time { return now })
	var in sync.Map
	var done sync.WaitGroup
	for g := range 8 {
		done.Go(func() {
			n := 0
			for range 50 {
				if b.Take(context.Background(), fmt.Sprint(g%2)) == 0 {
					n++
				}
			}
			in.Store(g, n)
		})
	}
	done.Wait()
	total := 0
	in.Range(func(_, n any) bool { total += n.(int); return true })
	if total != 200 {
		t.Errorf("%d are let in, want 100 of each of two clients", total)
	}
}
