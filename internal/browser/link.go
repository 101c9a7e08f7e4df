package browser

import (
	"net"
	"net/url"
	"strings"
)

// Link returns the address that opens Neo4j Browser with the guide beside the login form. It
// is empty when o names no Browser. service is where causeway answers.
func Link(o Options, service string) string {
	if o.BrowserURL == "" {
		return ""
	}
	q := url.Values{}
	if target := connectURL(o); target != "" {
		q.Set("dbms", target)
	}
	q.Set("cmd", "guide")
	q.Set("arg", GuideURL(service))
	return strings.TrimSuffix(o.BrowserURL, "/") + "/?" + q.Encode()
}

// GuideURL returns the address of the guide. A loopback address is written as localhost: that
// is the one name from which the Browser takes guides before it is connected.
func GuideURL(service string) string { return byName(service) + "/browser/guide.html" }

// connectURL is the Bolt address with the user's name, which fills in the login form.
func connectURL(o Options) string {
	u, err := url.Parse(o.Neo4jURI)
	if err != nil || u.Host == "" {
		return ""
	}
	if o.Neo4jUser != "" {
		u.User = url.User(o.Neo4jUser)
	}
	return u.String()
}

func byName(service string) string {
	u, err := url.Parse(service)
	if err != nil {
		return strings.TrimSuffix(service, "/")
	}
	if ip := net.ParseIP(u.Hostname()); ip != nil && (ip.IsLoopback() || ip.IsUnspecified()) {
		u.Host = strings.TrimSuffix(net.JoinHostPort("localhost", u.Port()), ":")
	}
	return strings.TrimSuffix(u.String(), "/")
}
