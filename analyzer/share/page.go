package share

import (
	"bytes"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/picture"
)

// view is how a link wants a timeline to be seen.
type view struct {
	stall time.Duration // 0: as usual
	query string        // says so, in addresses
}

// gone is what the page is called where there is no timeline; the page itself
// says why.
var gone = Head{Title: "heldbytes: this timeline is not here", Description: errGone.Error()}

// page answers with the page, and says in its head what it shows.
func (h *host) page(a *answer, id string) {
	v, err := viewOf(a.r.URL)
	base := ""
	if err == nil {
		base, err = h.base(a.r)
	}
	switch {
	case h.Page == nil:
		a.fail(http.StatusNotFound, errNoPath)
		return
	case err != nil:
		a.fail(http.StatusBadRequest, err)
		return
	case !h.admit(a, h.Limits.Reads):
		return
	}
	status, head := http.StatusNotFound, gone
	answered := h.look(a, id, v, func(of *analyzer.Analysis) error {
		status, head = http.StatusOK, headOf(of)
		head.Picture = base + "/a/" + id + "/graph.png" + v.query
		return nil
	})
	if answered {
		return
	}
	head.ID, head.URL = id, base+"/a/"+id+v.query
	html, err := h.Page(a.r.Context(), head)
	if err != nil {
		h.Log.ErrorContext(a.r.Context(), "the page cannot be made", "kind", kindOf(err))
		a.fail(http.StatusServiceUnavailable, errNoPage)
		return
	}
	if h.Policy != "" {
		a.w.Header().Set("Content-Security-Policy", h.Policy)
	}
	a.content(status, "text/html; charset=utf-8", html)
}

// headOf says in numbers what an analysis shows.
func headOf(a *analyzer.Analysis) Head {
	r := a.Report()
	description := r.Headline
	if r.Result != "" {
		description += " " + r.Result
	}
	return Head{Title: "heldbytes: " + a.Figure().Title(nil), Description: description}
}

// svg answers with the graph.
func (h *host) svg(a *answer, id string) {
	h.graph(a, id, "image/svg+xml", func(w *bytes.Buffer, of *analyzer.Analysis) error {
		return of.WriteSVG(w, figure.Options{})
	})
}

// png answers with the graph as a preview of a link shows it.
func (h *host) png(a *answer, id string) {
	h.graph(a, id, "image/png", func(w *bytes.Buffer, of *analyzer.Analysis) error {
		return picture.Card(w, of.Figure(), of.Report().Headline)
	})
}

// graph answers with a picture of the graph, which other sites may show.
func (h *host) graph(a *answer, id, contentType string, draw func(*bytes.Buffer, *analyzer.Analysis) error) {
	v, err := viewOf(a.r.URL)
	if err != nil {
		a.fail(http.StatusBadRequest, err)
		return
	}
	if !h.admit(a, h.Limits.Reads) {
		return
	}
	var drawn bytes.Buffer
	switch answered := h.look(a, id, v, func(of *analyzer.Analysis) error { return draw(&drawn, of) }); {
	case answered:
		return
	case drawn.Len() == 0:
		a.fail(http.StatusNotFound, errGone)
		return
	}
	a.w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	a.content(http.StatusOK, contentType, drawn.Bytes())
}

// look has use make something of what is kept under id, in its turn. Where there is
// nothing, it does not; where it cannot be, that is answered.
func (h *host) look(a *answer, id string, v view, use func(*analyzer.Analysis) error) (answered bool) {
	var lost, broken error
	had := h.inTurn(a, func() {
		e, err := h.get(a.r, id)
		if err != nil {
			lost = err
			return
		}
		of, err := v.analyze(e)
		if err == nil {
			err = use(of)
		}
		broken = err
	})
	switch {
	case !had:
	case broken != nil:
		h.damaged(a, broken)
	case lost != nil && !errors.Is(lost, ErrNotFound):
		h.storeFailed(a, lost)
	default:
		return false
	}
	return true
}

// damaged answers that what is kept cannot be read any more.
func (h *host) damaged(a *answer, err error) {
	h.Log.ErrorContext(a.r.Context(), "a timeline that is kept cannot be shown", "kind", kindOf(err))
	a.fail(http.StatusInternalServerError, errBroken)
}

func (v view) analyze(e Entry) (*analyzer.Analysis, error) {
	return analyze(e.CSV, analyzer.Options{Stall: v.stall})
}

// viewOf reads the parameters of a link. Those that others hang on to links are
// passed over.
func viewOf(u *url.URL) (view, error) {
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil || len(values["stall"]) > 1 {
		return view{}, errQuery
	}
	if !values.Has("stall") {
		return view{}, nil
	}
	const longest = 1_000_000_000 * time.Millisecond
	text := values.Get("stall")
	stall, err := capture.ParseMillis(text)
	if err != nil || stall < time.Millisecond || stall > longest || strings.Trim(text, "0123456789.") != "" {
		return view{}, errStall
	}
	return view{stall, "?stall=" + text}, nil
}
