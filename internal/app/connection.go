package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
)

// connection says how to reach both engines.
type connection struct {
	neo4jURI, neo4jUser, neo4jPassword string
	weaviateURL, weaviateKey           string
	// atLeast is how many chunks a search asks for; see unflushed.
	atLeast int
}

// unflushed is how many chunks have to be asked for so that a Weaviate before 1.39.4, with
// its default keyword search, misses none that was written in the last minute. What
// causeway starts itself runs without that search.
const unflushed = 500

// connect takes the addresses from the configuration for external engines, and from what
// runs for the others.
func connect(cfg config.Config, state engine.State) (connection, error) {
	c := connection{
		neo4jURI: cfg.Neo4j.URI, neo4jUser: cfg.Neo4j.User,
		weaviateURL: cfg.Weaviate.URL, weaviateKey: cfg.Weaviate.APIKey,
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
	return c, nil
}

// Password returns the password for external engines: neo4j.password, else the content of
// neo4j.password_file.
func Password(cfg config.Config) (string, error) {
	if cfg.Neo4j.Password != "" || cfg.Neo4j.PasswordFile == "" {
		return cfg.Neo4j.Password, nil
	}
	b, err := os.ReadFile(cfg.Neo4j.PasswordFile)
	if err != nil {
		return "", fmt.Errorf("read neo4j.password_file: %w", err)
	}
	return strings.TrimSpace(string(b)), nil
}

// running returns the state of the engines that a command is to use.
func running(ctx context.Context, cfg config.Config) (engine.State, error) {
	if cfg.Engines == config.EnginesExternal {
		return engine.State{Kind: engine.External, Home: cfg.Home}, nil
	}
	state, err := engine.Status(ctx, cfg.Home)
	if err != nil {
		return engine.State{}, err
	}
	if state.Kind != "" && state.Kind != cfg.Engines {
		return engine.State{}, fmt.Errorf("what runs uses %s engines and this command %s ones; set engines to %s", state.Kind, cfg.Engines, state.Kind)
	}
	if !state.Ready {
		return engine.State{}, errors.New("the engines do not run; `causeway up` starts them")
	}
	return state, nil
}
