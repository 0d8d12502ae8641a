package share

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// serving answers a request about the timeline id.
type serving func(h *host, a *answer, id string)

// route is where a request goes.
type route struct {
	name    string // for the log
	id      string
	api     bool               // errors are JSON
	methods map[string]serving // empty where nothing is
}

const timelines = "/api/timelines"

var (
	collection = map[string]serving{http.MethodPost: (*host).post}
	timeline   = map[string]serving{http.MethodGet: (*host).csv, http.MethodDelete: (*host).delete}
	health     = map[string]serving{http.MethodGet: (*host).health}
	shown      = map[string]serving{http.MethodGet: (*host).page}
	svg        = map[string]serving{http.MethodGet: (*host).svg}
	png        = map[string]serving{http.MethodGet: (*host).png}
)

// routeOf finds the route of an address. Paths are taken as they are: none is
// cleaned, and nothing redirects.
func routeOf(u *url.URL) route {
	path := u.EscapedPath()
	switch path {
	case timelines:
		return route{name: timelines, api: true, methods: collection}
	case "/api/health":
		return route{name: path, api: true, methods: health}
	}
	if id, ok := strings.CutPrefix(path, timelines+"/"); ok && isID(id) {
		return route{name: timelines + "/{id}", id: id, api: true, methods: timeline}
	}
	if rest, ok := strings.CutPrefix(path, "/a/"); ok {
		id, file, _ := strings.Cut(rest, "/")
		if isID(id) {
			switch rest[len(id):] {
			case "":
				return route{name: "/a/{id}", id: id, methods: shown}
			case "/graph.svg":
				return route{name: "/a/{id}/" + file, id: id, methods: svg}
			case "/graph.png":
				return route{name: "/a/{id}/" + file, id: id, methods: png}
			}
		}
	}
	return route{name: "none", api: strings.HasPrefix(path, "/api/")}
}

// methodOf is the method of a request, as far as it is one that is known: a
// client can call it anything.
func methodOf(r *http.Request) string {
	known := []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}
	if slices.Contains(known, r.Method) {
		return r.Method
	}
	return "other"
}
