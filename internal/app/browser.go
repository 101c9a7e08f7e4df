package app

import (
	"github.com/causeway-memory/causeway/internal/browser"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
)

// browserOptions returns what leads analysts to Neo4j Browser: what was configured for an
// external server, what runs otherwise.
func browserOptions(cfg config.Config, state engine.State) browser.Options {
	switch cfg.Engines {
	case config.EnginesEmbedded:
		return browser.Options{Embedded: true}
	case config.EnginesExternal:
		return browser.Options{BrowserURL: cfg.Neo4j.BrowserURL, Neo4jURI: cfg.Neo4j.URI, Neo4jUser: cfg.Neo4j.User}
	default:
		return browser.Options{BrowserURL: state.BrowserURL, Neo4jURI: state.Neo4jURI, Neo4jUser: state.Neo4jUser}
	}
}

// GuideURL returns where a service has the guide for Neo4j Browser.
func GuideURL(service string) string { return browser.GuideURL(service) }
