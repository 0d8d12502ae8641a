package capture_test

import (
	"bytes"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

func TestRecordingsReadAsWritten(t *testing.T) {
	for name, b := range small(t) {
		t.Run(name, func(t *testing.T) {
			rec := read(bytes.NewReader(b), capture.Options{Name: name})
			if rec.err != nil {
				t.Error(rec.err)
			}
			golden(t, name, rec.String())
		})
	}
}
