//go:build js && wasm

package main

import (
	"context"
	"encoding/hex"
	"errors"
	"syscall/js"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/share"
)

// Of what may go wrong in Workers KV nothing but the operation is told.
var (
	errPut    = errors.New("kv: the timeline could not be written")
	errGet    = errors.New("kv: the timeline could not be read")
	errDelete = errors.New("kv: the timeline could not be deleted")
	errEntry  = errors.New("kv: an entry is not one that a host has written")
)

// shortestTTL is the shortest time that Workers KV keeps a value. One that is
// over sooner is refused by its Expires.
const shortestTTL = time.Minute

// kvStore keeps timelines in a namespace of Workers KV: the value is the CSV, and
// its metadata has the token and the expiry.
//
// Workers KV is eventually consistent. An entry can be read at once where it was
// put, elsewhere within a minute or so; and where it was read, it can be read for up to
// a minute after it was deleted somewhere else. An id is put once, so that no
// other answer than these two is possible.
type kvStore struct {
	namespace js.Value
	now       func() time.Time
}

var _ share.Store = kvStore{}

func (s kvStore) Put(ctx context.Context, id string, e share.Entry) error {
	value := uint8Array.New(len(e.CSV))
	js.CopyBytesToJS(value, e.CSV)
	ttl := max(e.Expires.Sub(s.now()), shortestTTL)
	_, err := await(ctx, s.namespace.Call("put", id, value, map[string]any{
		"expirationTtl": int(ttl / time.Second),
		"metadata":      map[string]any{"token": hex.EncodeToString(e.Token[:]), "expires": e.Expires.Unix()},
	}), errPut)
	return err
}

func (s kvStore) Get(ctx context.Context, id string) (share.Entry, error) {
	found, err := await(ctx, s.namespace.Call("getWithMetadata", id, "arrayBuffer"), errGet)
	if err != nil {
		return share.Entry{}, err
	}
	value, metadata := found.Get("value"), found.Get("metadata")
	if value.IsNull() {
		return share.Entry{}, share.ErrNotFound
	}
	if metadata.Type() != js.TypeObject || metadata.Get("token").Type() != js.TypeString || metadata.Get("expires").Type() != js.TypeNumber {
		return share.Entry{}, errEntry
	}
	e := share.Entry{Expires: time.Unix(int64(metadata.Get("expires").Float()), 0).UTC()}
	token, err := hex.DecodeString(metadata.Get("token").String())
	if err != nil || copy(e.Token[:], token) != len(e.Token) || len(token) != len(e.Token) {
		return share.Entry{}, errEntry
	}
	bytes := uint8Array.New(value)
	e.CSV = make([]byte, bytes.Length())
	js.CopyBytesToGo(e.CSV, bytes)
	return e, nil
}

// Delete looks first: deleting what is not there is no error in Workers KV.
func (s kvStore) Delete(ctx context.Context, id string) error {
	found, err := await(ctx, s.namespace.Call("get", id, "stream"), errGet)
	if err != nil {
		return err
	}
	if found.IsNull() {
		return share.ErrNotFound
	}
	if _, err := await(ctx, found.Call("cancel"), errGet); err != nil {
		return err
	}
	_, err = await(ctx, s.namespace.Call("delete", id), errDelete)
	return err
}
