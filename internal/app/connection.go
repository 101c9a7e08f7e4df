package app

import (
	"context"
	"fmt"
	"os"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
)

// connection holds the addresses and credentials of both engines.
type connection struct {
	neo4jURI, neo4jUser, neo4jPassword string
	weaviateURL, weaviateKey           string
	// atLeast is the minimum number of chunks a search requests; see unflushed.
	atLeast int
}

// unflushed is how many chunks a search must request so that Weaviate before 1.39.4, with its
// default keyword search, misses none written in the last minute. Servers that causeway starts
// itself do not use that search.
const unflushed = 500

// connect takes the addresses of external engines from the configuration, and those of other
// engines from their running state.
func connect(cfg config.Config, state engine.State) (connection, error) {
	c := connection{neo4jURI: cfg.Neo4j.URI, neo4jUser: cfg.Neo4j.User, weaviateURL: cfg.Weaviate.URL}
	key, err := WeaviateKey(cfg)
	c.weaviateKey = key
	if err != nil {
		return connection{}, err
	}
	if cfg.Engines == config.EnginesExternal {
		password, err := Password(cfg)
		c.neo4jPassword, c.atLeast = password, unflushed
		return c, err
	}
	password, err := state.Password()
	if err != nil {
		return connection{}, err
	}
	c.neo4jURI, c.neo4jUser, c.neo4jPassword = state.Neo4jURI, state.Neo4jUser, password
	c.weaviateURL = state.WeaviateURL
	if state.WeaviateKeyFile != "" {
		c.weaviateKey, err = state.WeaviateKey()
	}
	return c, err
}

// running returns the configuration with the engines that a command uses, and their state. Unless
// the command names engines, it uses those that run.
func running(ctx context.Context, cfg config.Config) (config.Config, engine.State, error) {
	if cfg.Engines == config.EnginesExternal {
		return cfg, engine.State{Kind: engine.External, Home: cfg.Home}, nil
	}
	state, err := engine.Status(ctx, cfg.Home)
	if err != nil {
		return cfg, engine.State{}, err
	}
	runs := state.Ready && state.Kind != engine.External
	if runs && !cfg.EnginesNamed {
		cfg.Engines = state.Kind
	}
	if cfg.Engines == config.EnginesEmbedded {
		return cfg, state, CheckEngines(cfg)
	}
	if !runs {
		return cfg, state, fmt.Errorf("the %s engines do not run; `causeway up --engines=%s` starts them", cfg.Engines, cfg.Engines)
	}
	if state.Kind != cfg.Engines {
		return cfg, state, fmt.Errorf("the %s engines do not run, %s ones do: `causeway down`, then `causeway up --engines=%s`",
			cfg.Engines, state.Kind, cfg.Engines)
	}
	return cfg, state, nil
}

// CheckEngines refuses to create an empty embedded memory beside one of native engines when
// embedded is only the default, not the user's choice.
func CheckEngines(cfg config.Config) error {
	if cfg.Engines != config.EnginesEmbedded || cfg.EnginesNamed || !engine.HasNativeData(cfg.Home) {
		return nil
	}
	if _, err := os.Stat(engine.DatabasePath(cfg.Home)); err == nil {
		return nil
	}
	return fmt.Errorf("the memory in %s is kept by native engines, and the default is embedded now: "+
		"say --engines=native to go on with it, or --engines=embedded to begin another one", cfg.Home)
}
