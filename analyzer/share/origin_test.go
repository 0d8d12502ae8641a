package share_test

import (
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/share"
)

func TestOrigin(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"none", "", ""},
		{"an address", "https://held.example", "https://held.example"},
		{"a slash at its end", "https://held.example/", "https://held.example"},
		{"a port", "http://127.0.0.1:8080/", "http://127.0.0.1:8080"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := share.Origin(tt.text); err != nil || got != tt.want {
				t.Errorf("%q, %v; want %q", got, err, tt.want)
			}
		})
	}
	for _, tt := range []struct{ name, text string }{
		{"no scheme", "held.example"},
		{"another scheme", "ftp://held.example"},
		{"no host", "https://"},
		{"a path", "https://held.example/a"},
		{"a query", "https://held.example/?a"},
		{"an empty query", "https://held.example?"},
		{"a fragment", "https://held.example#a"},
		{"a user", "https://me@held.example"},
		{"a bad escape", "https://held.example/%zz"},
	} {
		t.Run(tt.name+" is refused", func(t *testing.T) {
			if got, err := share.Origin(tt.text); err == nil {
				t.Errorf("read as %q", got)
			}
		})
	}
}
