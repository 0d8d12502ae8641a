//go:build js && wasm

package main

import (
	"context"
	"errors"
	"syscall/js"

	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/ui/static/shared"
)

var errIndex = errors.New("the page could not be read from the static assets")

// page is the page that was deployed with the Worker. It is read and prepared at
// most once in the life of an isolate: another page is another deployment.
type page struct {
	assets   js.Value
	prepared *shared.Page
}

// about is the page as it shows one timeline.
func (p *page) about(ctx context.Context, h share.Head) ([]byte, error) {
	if p.prepared == nil {
		index, err := p.read(ctx)
		if err != nil {
			return nil, err
		}
		if p.prepared, err = shared.New(index); err != nil {
			return nil, err
		}
	}
	return p.prepared.Of(h.ID, h.Title, h.Description, h.Picture, h.URL), nil
}

// read asks the assets, for which the name of the host says nothing.
func (p *page) read(ctx context.Context) ([]byte, error) {
	answer, err := await(ctx, p.assets.Call("fetch", "https://assets.invalid/index.html"), errIndex)
	if err != nil {
		return nil, err
	}
	if !answer.Get("ok").Bool() {
		return nil, errIndex
	}
	whole, err := await(ctx, answer.Call("arrayBuffer"), errIndex)
	if err != nil {
		return nil, err
	}
	bytes := uint8Array.New(whole)
	index := make([]byte, bytes.Length())
	js.CopyBytesToGo(index, bytes)
	return index, nil
}
