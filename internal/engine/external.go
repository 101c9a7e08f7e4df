package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
)

// The settings that errors name.
const (
	settingURI  = "neo4j.uri"
	settingUser = "neo4j.user and neo4j.password"
	settingURL  = "weaviate.url"
)

// upExternal checks that the named servers answer. It starts nothing, so nothing will be stopped.
func upExternal(ctx context.Context, o Options) (*Engines, error) {
	o.WeaviateURL = strings.TrimSuffix(o.WeaviateURL, "/")
	return holdHome(ctx, o, func() (State, error) {
		servers, err := checkExternal(ctx, o)
		return State{
			Servers: servers, Neo4jURI: o.Neo4jURI, Neo4jUser: o.Neo4jUser, BrowserURL: o.BrowserURL, WeaviateURL: o.WeaviateURL,
		}, err
	})
}

// holdHome locks the home folder for engines that need not be started. describe returns their
// state, or why they cannot be used.
func holdHome(ctx context.Context, o Options, describe func() (State, error)) (*Engines, error) {
	e, _, lock, err := claim(ctx, o)
	if err != nil {
		return nil, err
	}
	now, err := describe()
	if err == nil {
		err = e.update(func(s *State) {
			now.Kind, now.Home, now.Ready = o.Kind, o.Home, true
			now.SupervisorPID, now.SupervisorStart = s.SupervisorPID, s.SupervisorStart
			*s = now
		})
	}
	if err != nil {
		_ = e.retire() // the first error says more
		_ = lock.Close()
		return nil, err
	}
	e.hold(ctx, lock, func() error { return nil })
	return e, nil
}

// hold keeps the home folder locked until ctx ends or Stop is called, and then calls end.
func (e *Engines) hold(ctx context.Context, lock *os.File, end func() error) {
	ctx, e.stop = context.WithCancel(ctx)
	go func() {
		defer close(e.stopped)
		<-ctx.Done()
		e.stop()
		err := errors.Join(end(), e.retire(), lock.Close())
		e.mu.Lock()
		defer e.mu.Unlock()
		e.err = err
	}()
}

// checkExternal checks both servers.
func checkExternal(ctx context.Context, o Options) ([]Server, error) {
	graph := Server{Name: neo4jName, Status: statusRunning, URL: o.Neo4jURI, Ready: true}
	index := Server{Name: weaviateName, Status: statusRunning, URL: o.WeaviateURL, Ready: true}
	var err error
	if graph.Version, err = checkNeo4j(ctx, o); err != nil && !(o.Again && graph.away(err)) {
		return nil, err
	}
	if index.Version, err = checkWeaviate(ctx, o); err != nil && !(o.Again && index.away(err)) {
		return nil, err
	}
	if index.Ready && !searchesFresh(index.Version) {
		index.Note = blockMaxWarning(index.Version)
	}
	return []Server{graph, index}, nil
}

// away notes that a server does not answer, and reports whether an error is about that.
func (s *Server) away(err error) bool {
	if !errors.Is(err, errAway) {
		return false
	}
	s.Status, s.Ready, s.Note = statusAway, false, err.Error()
	return true
}

// checkNeo4j returns the version of the named server. Errors name the setting and its value, but
// never the password.
func checkNeo4j(ctx context.Context, o Options) (version string, err error) {
	if err := reachable(ctx, o.Neo4jURI); err != nil {
		return "", fmt.Errorf("%s = %q: %w", settingURI, o.Neo4jURI, err)
	}
	version, err = probeNeo4j(ctx, o.Neo4jURI, o.Neo4jUser, o.Neo4jPassword)
	if err != nil {
		return "", fmt.Errorf("%s = %q (with %s): %w", settingURI, o.Neo4jURI, settingUser, err)
	}
	return version, nil
}

// checkWeaviate does the same for Weaviate.
func checkWeaviate(ctx context.Context, o Options) (version string, err error) {
	version, err = probeWeaviate(ctx, strings.TrimSuffix(o.WeaviateURL, "/"), o.WeaviateAPIKey)
	if err != nil {
		if silent := reachable(ctx, o.WeaviateURL); errors.Is(silent, errAway) {
			err = silent
		}
		return "", fmt.Errorf("%s = %q: %w", settingURL, o.WeaviateURL, err)
	}
	return version, nil
}

// errAway means that nothing answers at an address.
var errAway = errors.New("nothing answers there")

// reachable returns an error if nothing listens at a URI.
func reachable(ctx context.Context, uri string) error {
	u, err := url.Parse(uri)
	if err != nil || u.Hostname() == "" {
		return errors.New("it is not an address like bolt://host:7687")
	}
	port := u.Port()
	if port == "" {
		port = cmp.Or(map[string]string{"http": "80", "https": "443"}[u.Scheme], "7687")
	}
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return fmt.Errorf("%w: %w", errAway, err)
	}
	return c.Close()
}
