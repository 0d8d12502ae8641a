package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/share"
)

const (
	hostTimeout = time.Minute // for all of a request
	answerBytes = 64 << 10    // that are read of an answer
)

// hostClient asks a host of shared timelines.
type hostClient struct{ http.Client }

// newHostClient returns one that follows no redirect: what is shared, and the
// token, go to the host that was named and to no other.
func newHostClient() *hostClient {
	return &hostClient{http.Client{
		Timeout:       hostTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

var (
	errNotAHost   = errors.New("what answers there is no host of shared timelines")
	errNoHost     = errors.New("the host cannot be reached")
	errHostSilent = errors.New("the host did not answer in a minute")
)

// upload puts a timeline on a host.
func (c *hostClient) upload(ctx context.Context, host string, csv []byte, days int) (s share.Shared, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, host+"/api/timelines?days="+strconv.Itoa(days), bytes.NewReader(csv))
	if err != nil {
		return s, err
	}
	r.Header.Set("Content-Type", "text/csv")
	body, err := c.ask(r, http.StatusCreated)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(body, &s); err != nil || !isShared(s) {
		return share.Shared{}, errNotAHost
	}
	return s, nil
}

// delete deletes a timeline.
func (c *hostClient) delete(ctx context.Context, host, id, token string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodDelete, host+"/api/timelines/"+id, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	_, err = c.ask(r, http.StatusNoContent)
	return err
}

// ask sends a request and returns the body of the answer that was wanted.
func (c *hostClient) ask(r *http.Request, want int) ([]byte, error) {
	r.Header.Set("User-Agent", "heldbytes")
	res, err := c.Do(r)
	if err != nil {
		return nil, unreachable(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, answerBytes))
	switch {
	case err != nil:
		return nil, unreachable(err)
	case res.StatusCode == want:
		return body, nil
	case res.StatusCode >= 300 && res.StatusCode < 400:
		return nil, fmt.Errorf("the host sends to %.80q, want its own address", res.Header.Get("Location"))
	}
	var said struct{ Error string }
	if json.Unmarshal(body, &said) != nil || said.Error == "" {
		return nil, fmt.Errorf("%w: status %d", errNotAHost, res.StatusCode)
	}
	return nil, fmt.Errorf("the host answered %d: %s", res.StatusCode, printable(said.Error))
}

// unreachable says why there is no answer, without the address, which may be long.
func unreachable(err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		if at.Timeout() {
			return errHostSilent
		}
		err = at.Err
	}
	return fmt.Errorf("%w: %w", errNoHost, err)
}

var (
	idForm    = regexp.MustCompile(`^[a-z2-7]{26}$`)
	tokenForm = regexp.MustCompile(`^[a-z2-7]{52}$`)
)

// isShared says whether an answer is what a host gives: it is printed, and pasted
// into shells.
func isShared(s share.Shared) bool {
	host, id, err := sharedAt(s.URL)
	return err == nil && idForm.MatchString(s.ID) && id == s.ID && tokenForm.MatchString(s.Token) && s.URL == host+"/a/"+id
}

// sharedAt takes the address of a shared timeline apart, that of its page or that
// of its CSV.
func sharedAt(address string) (host, id string, err error) {
	bad := fmt.Errorf("read %.120q, want the address of a shared timeline, such as https://held.example/a/ID", address)
	u, err := url.Parse(address)
	if err != nil {
		return "", "", bad
	}
	id, ok := strings.CutPrefix(u.EscapedPath(), "/a/")
	if !ok {
		id, ok = strings.CutPrefix(u.EscapedPath(), "/api/timelines/")
	}
	if !ok || !idForm.MatchString(id) || strings.Trim(u.Host, hostLetters) != "" {
		return "", "", bad
	}
	if host, err = share.Origin((&url.URL{Scheme: u.Scheme, User: u.User, Host: u.Host}).String()); err != nil || host == "" {
		return "", "", bad
	}
	return host, id, nil
}

// hostLetters are those of names, addresses and ports; none means anything to a
// shell within a word that begins with a scheme.
const hostLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]"

// printable is what another program said, as far as it is one line of text.
func printable(text string) string {
	const most = 300
	text = strings.Map(func(r rune) rune {
		if strconv.IsPrint(r) {
			return r
		}
		return -1
	}, text)
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}
