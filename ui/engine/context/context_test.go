package context_test

import (
	"testing"

	"github.com/heldbytes/heldbytes/ui/engine/context"
)

func given(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return ctx.Err() == context.Canceled
	default:
		return ctx.Err() != nil
	}
}

func TestWhatWasMadeOfAContextIsGivenUpWithIt(t *testing.T) {
	parent, stop := context.WithCancel(context.Background())
	child, _ := context.WithCancel(parent)
	other, stopOther := context.WithCancel(parent)
	stopOther()
	if given(parent) || given(child) || !given(other) {
		t.Error("a child took others along")
	}
	stop()
	stop()
	if late, _ := context.WithCancel(parent); !given(parent) || !given(child) || !given(late) {
		t.Error("some child was not given up with its parent")
	}
	if given(context.Background()) {
		t.Error("the background was given up")
	}
}
