//go:build js && wasm

// Command edge is the host of shared timelines on Cloudflare's network: the
// handler that heldbytes serve has, over Workers KV, with the page beside it as
// static assets. What can be configured stands in wrangler.jsonc.
package main

import (
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"runtime/debug"
	"time"

	"github.com/syumai/workers/cloudflare"

	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/ui/static/shared"
)

// memory is what the collector tries to keep below, of the 128 MB that an isolate
// may have and that the module itself takes a part of.
const memory = 40 << 20

func main() {
	debug.SetMemoryLimit(memory)
	log := logger(cloudflare.Getenv("LOG"))
	public, err := share.Origin(cloudflare.Getenv("PUBLIC_URL"))
	if err != nil {
		err = fmt.Errorf("this host is not configured: PUBLIC_URL: %w", err)
		log.Error(err.Error())
		serve(share.Refusing(http.StatusServiceUnavailable, err))
	}
	page := page{assets: cloudflare.GetBinding("ASSETS")}
	serve(share.New(share.Config{
		Store:     kvStore{namespace: cloudflare.GetBinding("TIMELINES"), now: time.Now},
		Page:      page.about,
		Policy:    shared.Policy,
		PublicURL: public,
		Limits:    share.Limits{Writes: limitOf("WRITES"), Reads: limitOf("READS")},
		Log:       log,
	}))
}

// logger writes lines to the Worker's console, which nobody keeps unless they ask
// for it: those of the level and above, "error" where it is none.
func logger(level string) *slog.Logger {
	least := slog.LevelError
	if least.UnmarshalText([]byte(level)) != nil {
		least = slog.LevelError
	}
	return slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: least}))
}
