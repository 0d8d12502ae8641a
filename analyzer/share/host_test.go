//go:build !js

package share_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/analyzer/share/filestore"
	"github.com/heldbytes/heldbytes/analyzer/share/limit"
	"github.com/heldbytes/heldbytes/analyzer/share/sharetest"
	"github.com/heldbytes/heldbytes/ui/static"
)

// index is a page of one line.
const index = "<head>\n<meta name=\"heldbytes-build\" content=\"0123\">\n<meta name=\"description\" content=\"\">\n<title></title>\n</head>\n"

func pageOf(_ context.Context, h share.Head) ([]byte, error) {
	return static.Shared([]byte(index), h.ID, h.Title, h.Description, h.Picture, h.URL)
}

// serve starts a host in this process.
func serve(t testing.TB, c share.Config) (address string, client *http.Client) {
	t.Helper()
	if c.Page == nil {
		c.Page, c.Policy = pageOf, static.Policy
	}
	srv := httptest.NewServer(share.New(c))
	t.Cleanup(srv.Close)
	return srv.URL, srv.Client()
}

func TestHostWithItsStoreInAFile(t *testing.T) {
	sharetest.Run(t, func(t *testing.T, o sharetest.Options) (string, *http.Client) {
		store, err := filestore.Open(filepath.Join(t.TempDir(), "store.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		c := share.Config{Store: store, PublicURL: o.PublicURL}
		if o.Writes > 0 {
			c.Limits.Writes = limit.New(o.Writes, nil)
		}
		return serve(t, c)
	})
}
