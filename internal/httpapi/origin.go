package httpapi

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/rs/cors"
)

// origins are the pages that may ask beside causeway's own.
type origins []string

// admits reports whether a request does not come from a page of another origin. What is no
// browser sends neither of the headers. Of causeway's own pages are those whose host is the
// one that was asked and that no other name can be made to point at: an IP address, or localhost.
// A page under any other name, even if that name leads here, has to be listed.
func (o origins) admits(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		site := r.Header.Get("Sec-Fetch-Site")
		return site == "" || site == "none" || site == "same-origin" && o.trusts(r, "http://"+r.Host)
	}
	return o.trusts(r, origin)
}

func (o origins) trusts(r *http.Request, origin string) bool {
	if slices.Contains(o, origin) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && u.Host == r.Host && fixed(u.Hostname())
}

// fixed reports whether nobody can make a host name point elsewhere.
func fixed(host string) bool { return host == "localhost" || net.ParseIP(host) != nil }

// open lets browsers send requests of the listed origins. Without any there is no CORS header.
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
