package share

import "net/http"

// Refusing answers all requests with status and the text of err, under the headers
// that each answer of a host has: for a host that cannot begin, and for what is no
// request.
func Refusing(status int, err error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{w: w, r: r}
		a.guard()
		a.fail(status, err)
	})
}
