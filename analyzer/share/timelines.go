package share

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Shared is what the host answers to an upload.
type Shared struct {
	ID      string    `json:"id"`
	URL     string    `json:"url"`          // of the page
	Token   string    `json:"delete_token"` // told once, and not kept
	Expires time.Time `json:"expires"`      // UTC, whole seconds
}

// Health is what the host says of itself.
type Health struct {
	OK       bool `json:"ok"`
	MaxBytes int  `json:"max_bytes"` // of an upload
	Days     int  `json:"days"`      // that a timeline is kept unless asked otherwise
	MaxDays  int  `json:"max_days"`
}

func (h *host) health(a *answer, _ string) {
	if c, ok := h.Store.(Checker); ok {
		if err := c.Check(a.r.Context()); err != nil {
			h.storeFailed(a, err)
			return
		}
	}
	a.json(http.StatusOK, Health{OK: true, MaxBytes: MaxBytes, Days: DefaultDays, MaxDays: MaxDays})
}

// post keeps a timeline.
func (h *host) post(a *answer, _ string) {
	if !h.admit(a, h.Limits.Writes) {
		return
	}
	days, err := daysOf(a.r.URL)
	if err != nil {
		a.fail(http.StatusBadRequest, err)
		return
	}
	if !isCSV(a.r.Header) {
		a.w.Header().Set("Accept", "text/csv")
		a.fail(http.StatusUnsupportedMediaType, errType)
		return
	}
	base, err := h.base(a.r)
	if err != nil {
		a.fail(http.StatusBadRequest, err)
		return
	}
	body, err := read(a.r)
	if err == nil && !h.inTurn(a, func() { body, err = Canonical(body) }) {
		return
	}
	switch {
	case errors.Is(err, errTooLarge):
		a.fail(http.StatusRequestEntityTooLarge, err)
	case err != nil:
		a.fail(http.StatusBadRequest, err)
	default:
		h.keep(a, base, body, days)
	}
}

// keep puts a timeline into the store and tells its address.
func (h *host) keep(a *answer, base string, csv []byte, days int) {
	id, err := random(h.Rand, idBytes)
	token := ""
	if err == nil {
		token, err = random(h.Rand, tokenBytes)
	}
	expires := h.Now().UTC().Truncate(time.Second).AddDate(0, 0, days)
	if err == nil {
		err = h.Store.Put(a.r.Context(), id, Entry{CSV: csv, Token: hashed(token), Expires: expires})
	}
	switch {
	case errors.Is(err, ErrFull):
		a.fail(http.StatusInsufficientStorage, errFull)
		return
	case err != nil:
		h.storeFailed(a, err)
		return
	}
	a.w.Header().Set("Location", timelines+"/"+id)
	a.json(http.StatusCreated, Shared{ID: id, URL: base + "/a/" + id, Token: token, Expires: expires})
}

// csv answers with a timeline.
func (h *host) csv(a *answer, id string) {
	if !h.admit(a, h.Limits.Reads) {
		return
	}
	e, err := h.get(a.r, id)
	if err != nil {
		h.lacking(a, err)
		return
	}
	a.w.Header().Set("Content-Disposition", `attachment; filename="timeline.csv"`)
	a.content(http.StatusOK, "text/csv; charset=utf-8", e.CSV)
}

// delete forgets a timeline for whoever has its token.
func (h *host) delete(a *answer, id string) {
	if !h.admit(a, h.Limits.Writes) {
		return
	}
	token := bearer(a.r.Header.Get("Authorization"))
	if token == "" {
		a.w.Header().Set("WWW-Authenticate", "Bearer")
		a.fail(http.StatusUnauthorized, errBearer)
		return
	}
	e, err := h.get(a.r, id)
	if err == nil && !e.opens(token) {
		a.fail(http.StatusForbidden, errToken)
		return
	}
	if err == nil {
		err = h.Store.Delete(a.r.Context(), id) // or somebody else was faster
	}
	if err != nil {
		h.lacking(a, err)
		return
	}
	a.empty(http.StatusNoContent)
}

// lacking answers that there is nothing under an id, or why it cannot be had.
func (h *host) lacking(a *answer, err error) {
	if errors.Is(err, ErrNotFound) {
		a.fail(http.StatusNotFound, errGone)
		return
	}
	h.storeFailed(a, err)
}

// get is what is kept under id and has not expired.
func (h *host) get(r *http.Request, id string) (Entry, error) {
	e, err := h.Store.Get(r.Context(), id)
	if err == nil && !h.Now().Before(e.Expires) {
		return Entry{}, ErrNotFound
	}
	return e, err
}

// storeFailed answers that the store does not work. What it said goes to the log
// as the kind of the error: its text could name an id.
func (h *host) storeFailed(a *answer, err error) {
	h.Log.ErrorContext(a.r.Context(), "the store failed", "kind", kindOf(err))
	a.fail(http.StatusServiceUnavailable, errStore)
}

// read reads the body of an upload.
func read(r *http.Request) ([]byte, error) {
	if r.ContentLength > MaxBytes {
		return nil, errTooLarge
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, MaxBytes+1))
	switch {
	case err != nil:
		return nil, errCut
	case len(body) > MaxBytes:
		return nil, errTooLarge
	}
	return body, nil
}

// isCSV says whether a body is CSV as it is.
func isCSV(h http.Header) bool {
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset := params["charset"]
	plain := len(h.Values("Content-Encoding")) == 0
	return err == nil && kind == "text/csv" && plain && (charset == "" || strings.EqualFold(charset, "utf-8"))
}

// daysOf is how long an upload asks to be kept.
func daysOf(u *url.URL) (int, error) {
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil || len(values) > 1 || len(values) == 1 && len(values["days"]) != 1 {
		return 0, errQuery
	}
	if len(values) == 0 {
		return DefaultDays, nil
	}
	text := values.Get("days")
	days, err := strconv.Atoi(text)
	if err != nil || days < 1 || days > MaxDays || strings.Trim(text, "0123456789") != "" {
		return 0, errDays
	}
	return days, nil
}
