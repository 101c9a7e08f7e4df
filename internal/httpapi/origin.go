package httpapi

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/rs/cors"
)

// origins are the web origins that may send requests, in addition to causeway's own.
type origins []string

// admits reports whether a request cannot come from a page of an untrusted origin. A page counts
// as causeway's own if its host is the requested one and is an IP address or localhost, which
// nobody can redirect. A page under any other name must be listed, even if that name leads here.
// Clients other than browsers send neither of the headers; but neither does a browser that reads
// from the page's own origin without https. Then the requested host must be trusted, unless the
// request has proved by its token that it comes from no such page.
func (o origins) admits(r *http.Request, proved bool) bool {
	if origin := r.Header.Get("Origin"); origin != "" {
		return o.trusts(r, origin)
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "none":
		return true
	case "same-origin":
		return o.trusts(r, "http://"+r.Host)
	case "":
		return proved || o.knows(r.Host)
	}
	return false
}

// admittedHosts refuses pages of another origin, as the API does: what tells about a memory is not for a
// page whose name was made to point here.
func admittedHosts(o Options, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !origins(o.Origins).admits(r, o.needed()) {
			writeError(w, r, http.StatusForbidden, codeOrigin, refusedOrigin)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refusedOrigin is the message to a page that is not admitted.
const refusedOrigin = "a page of another origin asks, or one under a name that is not listed"

// knows reports whether pages of a host are admitted.
func (o origins) knows(host string) bool {
	if u, err := url.Parse("http://" + host); err == nil && fixed(u.Hostname()) {
		return true
	}
	return slices.ContainsFunc(o, func(origin string) bool {
		u, err := url.Parse(origin)
		return err == nil && u.Host != "" && strings.EqualFold(u.Host, host)
	})
}

func (o origins) trusts(r *http.Request, origin string) bool {
	if slices.Contains(o, origin) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && u.Host == r.Host && fixed(u.Hostname())
}

// fixed reports whether nobody can redirect a host name.
func fixed(host string) bool { return host == "localhost" || net.ParseIP(host) != nil }

// open adds CORS headers for the listed origins; without any there are none.
func (o origins) open(next http.Handler) http.Handler {
	if len(o) == 0 {
		return next
	}
	return cors.New(cors.Options{
		AllowedOrigins: o,
		AllowedMethods: []string{http.MethodGet, http.MethodPost},
		AllowedHeaders: []string{"Accept", "Authorization", "Content-Type", requestIDHeader},
		ExposedHeaders: []string{requestIDHeader, "Retry-After"},
		MaxAge:         int((10 * time.Minute).Seconds()),
	}).Handler(next)
}
