package proxy

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
)

// Listener listens as l does. To a client of its connections, each read of a body
// goes on in one write; net/http makes three of a chunk.
func Listener(l net.Listener) net.Listener { return listener{l} }

type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &gathering{Conn: c}, nil
}

// gathering is a connection that gathers what is written to it while a whole is
// written, so that it goes out in one write.
type gathering struct {
	net.Conn
	mu    sync.Mutex  // net/http tells a client to go on from where its request is read
	whole []byte      // nil: what is written goes out
	parts net.Buffers // of the whole, or what stands around it
	room  []byte      // for what stands around it
}

// CloseWrite is for net/http, which ends with it what goes one way of a connection that
// was upgraded, and has a client read its answer where it still sends.
func (c *gathering) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}

type gatheringKey struct{}

// connected is for http.Server.ConnContext.
func connected(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, gatheringKey{}, c)
}

func (c *gathering) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.whole == nil:
		return c.Conn.Write(p)
	case within(p, c.whole):
		c.parts = append(c.parts, p)
	default: // it may be another's soon
		from := len(c.room)
		c.room = append(c.room, p...)
		c.parts = append(c.parts, c.room[from:])
	}
	return len(p), nil
}

// within reports whether p is a part of whole that is as long as its rest.
func within(p, whole []byte) bool {
	return cap(p) > 0 && cap(p) <= cap(whole) && &p[:cap(p)][cap(p)-1] == &whole[:cap(whole)][cap(whole)-1]
}

// begin has gathered what is written of p, and around it, until end.
func (c *gathering) begin(p []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.whole = p
}

// end writes what was gathered.
func (c *gathering) end() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	parts := c.parts
	_, err := parts.WriteTo(c.Conn)
	clear(c.parts)
	c.whole, c.parts, c.room = nil, c.parts[:0], c.room[:0]
	return err
}

// passage is the response to a client, of which each write goes out at once and as
// one.
type passage struct {
	http.ResponseWriter
	to    *gathering
	flush func() error
}

// passageTo is w, where its connection gathers.
func passageTo(w http.ResponseWriter, r *http.Request) http.ResponseWriter {
	if to, ok := r.Context().Value(gatheringKey{}).(*gathering); ok {
		return &passage{w, to, http.NewResponseController(w).Flush}
	}
	return w
}

// Unwrap is for http.ResponseController.
func (p *passage) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// Write implements http.ResponseWriter.
func (p *passage) Write(b []byte) (int, error) {
	if len(b) == 0 {
		return p.ResponseWriter.Write(b)
	}
	p.to.begin(b)
	n, err := p.ResponseWriter.Write(b)
	if failed := p.flush(); err == nil {
		err = failed
	}
	if failed := p.to.end(); err == nil {
		err = failed
	}
	return n, err
}
