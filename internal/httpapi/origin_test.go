package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/httpapi"
)

// TestOrigins_WhatTellsOfAMemory asks for what is beside the API as a page would whose name was made to point here.
func TestOrigins_WhatTellsOfAMemory(t *testing.T) {
	d := open(t, func(o *httpapi.Options) { o.Metrics = http.NotFoundHandler() })
	for _, tt := range []struct {
		path, host string
		refused    bool
	}{
		{"/metrics", "evil.example", true},
		{"/readyz", "evil.example", true},
		{"/healthz", "evil.example", false},
		{"/metrics", "localhost:8484", false},
		{"/readyz", "10.0.0.3:8484", false},
	} {
		r, err := http.NewRequest("GET", d.url+tt.path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = tt.host
		if got := d.do(r); (got.Status == 403) != tt.refused {
			t.Errorf("GET %s of %s: %d %s", tt.path, tt.host, got.Status, got.Body)
		}
	}
}

func TestOrigins(t *testing.T) {
	listed := func(o *httpapi.Options) { o.Origins = []string{"https://tools.example"} }
	d := open(t, listed)
	port := d.url[strings.LastIndex(d.url, ":"):]
	tests := []struct {
		why, host, origin, site string
		admitted                bool
	}{
		{"a program sends no origin", "", "", "", true},
		{"the page of causeway itself", "", d.url, "same-origin", true},
		{"the same under the name of the machine itself", "localhost" + port, "http://localhost" + port, "same-origin", true},
		{"a listed page", "", "https://tools.example", "cross-site", true},
		{"another page", "", "https://elsewhere.example", "cross-site", false},
		{"a listed name over another protocol", "", "http://tools.example", "cross-site", false},
		{"a page that hides its origin", "", "null", "cross-site", false},
		{"a service on another port of the machine", "", "http://127.0.0.1:1", "same-site", false},
		{"a picture in another page, by GET", "", "", "cross-site", false},
		{"a picture in a page of the same machine", "", "", "same-site", false},
		{"an address that someone typed", "", "", "none", true},
		{"a name that was made to point here", "evil.example" + port, "http://evil.example" + port, "same-origin", false},
		{"such a name, by GET", "evil.example" + port, "", "same-origin", false},
		{"such a name, by GET over http, where browsers say nothing of where a page is from", "evil.example" + port, "", "", false},
		{"a name that only begins like an address", "127.0.0.1.evil.example" + port, "", "", false},
		{"no name at all", " ", "", "", false},
		{"a program that asks by the name of the machine itself", "localhost" + port, "", "", true},
		{"a program that asks by an address of the newer kind", "[::1]" + port, "", "", true},
		{"a program that asks through a proxy whose origin is listed", "Tools.example", "", "", true},
		{"a listed name on another port", "tools.example" + port, "", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			r, err := http.NewRequest("GET", d.url+"/graphql?query={__typename}", http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			if tt.host != "" {
				r.Host = tt.host
			}
			if tt.origin != "" {
				r.Header.Set("Origin", tt.origin)
			}
			if tt.site != "" {
				r.Header.Set("Sec-Fetch-Site", tt.site)
			}
			got := d.do(r)
			if (got.Status == 200) != tt.admitted || tt.admitted != (got.Data != nil) || !tt.admitted && got.code() != "ORIGIN_REFUSED" {
				t.Errorf("answered with %d %s", got.Status, got.Body)
			}
			if allowed := got.Header.Get("Access-Control-Allow-Origin"); (allowed != "") != (tt.origin == "https://tools.example") {
				t.Errorf("the browser is told to let %q read", allowed)
			}
		})
	}
}

// TestOrigins_TokensAdmitNames checks that a host name needs no listing where tokens are needed,
// because a foreign page has none.
func TestOrigins_TokensAdmitNames(t *testing.T) {
	for why, c := range map[string]struct {
		auth httpapi.Authenticator
		code string
	}{
		"with a token":     {everybody{&auth.Principal{All: true}}, ""},
		"without":          {everybody{}, "UNAUTHENTICATED"},
		"no token is made": {nil, "ORIGIN_REFUSED"},
	} {
		d := open(t, func(o *httpapi.Options) { o.Auth = c.auth })
		r, err := http.NewRequest("GET", d.url+"/graphql?query={__typename}", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "memory.example"
		if got := d.do(r); got.code() != c.code || (got.Data != nil) != (c.code == "") {
			t.Errorf("%s: %d %s", why, got.Status, got.Body)
		}
	}
}

func TestOrigins_Preflight(t *testing.T) {
	preflight := func(d door, origin string) answer {
		r, err := http.NewRequest("OPTIONS", d.url+"/graphql", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", origin)
		r.Header.Set("Access-Control-Request-Method", "POST")
		r.Header.Set("Access-Control-Request-Headers", "authorization,content-type")
		return d.do(r)
	}
	d := open(t, func(o *httpapi.Options) { o.Origins = []string{"https://tools.example"} })
	got := preflight(d, "https://tools.example")
	for header, want := range map[string]string{
		"Access-Control-Allow-Origin": "https://tools.example", "Access-Control-Allow-Methods": "POST",
		"Access-Control-Allow-Headers": "authorization,content-type", "Access-Control-Allow-Credentials": "",
	} {
		if got.Header.Get(header) != want {
			t.Errorf("%s: %q, want %q", header, got.Header.Get(header), want)
		}
	}
	if got := preflight(d, "https://elsewhere.example"); got.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("another page is let in: %v", got.Header)
	}
}
