//go:build !js

package proxy_test

import (
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

// TestMain has the tests trust the certificate that all servers of httptest have.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		s := httptest.NewTLSServer(nil)
		b := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
		s.Close()
		dir, err := os.MkdirTemp("", "proxy")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		name := filepath.Join(dir, "cert.pem")
		if err := os.WriteFile(name, b, 0o600); err != nil {
			panic(err)
		}
		os.Setenv("SSL_CERT_FILE", name)
		return m.Run()
	}())
}
