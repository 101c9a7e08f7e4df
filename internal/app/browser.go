package app

import (
	"github.com/causeway-memory/causeway/internal/browser"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
)

// browserOptions returns how to reach Neo4j Browser: the configured address of an external
// server, or that of the running engines.
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

// GuideURL returns where a service serves the guide for Neo4j Browser.
func GuideURL(service string) string { return browser.GuideURL(service) }
