// Package sharetest is one table of requests and answers for every way in which
// a host of shared timelines runs: in the test's process, as a command, and as a
// Worker. It speaks HTTP alone, and leaves alone what others keep on the host.
package sharetest

import (
	"bytes"
	"net/http"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
)

// Options say how a host is to be started.
type Options struct {
	// PublicURL is the address in links, or "" for the one that requests go to.
	PublicURL string
	// Writes is how many uploads and deletions in a minute the host takes from a
	// client, about; 0 is no limit. Reads are never limited.
	Writes int
}

// NewHost starts a host, or finds one, that lives as long as t. The address has
// no slash at its end. It may be the same host each time. A host that cannot be
// started so skips t.
type NewHost func(t *testing.T, o Options) (address string, client *http.Client)

// Run checks a host.
func Run(t *testing.T, newHost NewHost) {
	t.Run("requests", func(t *testing.T) { runTable(t, newHost) })
	t.Run("a timeline lives until it is deleted", func(t *testing.T) { runLife(t, newHost) })
	t.Run("what is kept is numbers and codes", func(t *testing.T) { runSmuggling(t, newHost) })
	t.Run("the page and the graph say what the recording says", func(t *testing.T) { runShown(t, newHost) })
	t.Run("sizes up to the bound", func(t *testing.T) { runSizes(t, newHost) })
	t.Run("a connection stays usable after each refusal", func(t *testing.T) { runConnection(t, newHost) })
	t.Run("links begin with the public address", func(t *testing.T) { runPublic(t, newHost) })
	t.Run("a client that asks too often waits", func(t *testing.T) { runLimited(t, newHost) })
	t.Run("many clients at once", func(t *testing.T) { runMany(t, newHost) })
	t.Run("malformed requests", func(t *testing.T) {
		address, _ := newHost(t, Options{})
		Storm(t, address, 300)
	})
}

// Timeline is a timeline as CSV, in the form that a host keeps, and what it shows.
func Timeline(t testing.TB) ([]byte, *analyzer.Analysis) {
	t.Helper()
	s, ok := analyzer.SampleNamed("upstream")
	if !ok {
		t.Fatal("there is no sample called upstream")
	}
	recording, observed := s.Open()
	a, err := analyzer.Analyze(recording, analyzer.Options{Observed: observed})
	if err != nil {
		t.Fatal(err)
	}
	var csv bytes.Buffer
	if err := a.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	return csv.Bytes(), a
}
