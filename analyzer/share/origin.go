package share

import (
	"fmt"
	"net/url"
)

// Origin reads the address of a host, scheme and authority alone: without the slash
// that may end it. "" is none.
func Origin(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	u, err := url.Parse(text)
	plain := err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil &&
		(u.Path == "" || u.Path == "/") && u.RawQuery == "" && !u.ForceQuery && u.Fragment == ""
	if !plain {
		return "", fmt.Errorf("read %.80q, want the address of a host, such as https://held.example", text)
	}
	return u.Scheme + "://" + u.Host, nil
}
