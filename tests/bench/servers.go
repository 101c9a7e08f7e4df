package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
)

// servers are Neo4j and Weaviate: those that the environment of package enginetest names, or
// some of the run's own, whose data can be weighed.
type servers struct {
	cfg config.Config
	// running is nil for those of the environment.
	running *engine.Engines
	home    string
	// graph and index are how many episodes the run wrote into each, on both sides.
	graph, index int
	before       serverSizes
}

// startServers starts servers in a folder unless the environment names some.
func startServers(ctx context.Context, home string) (*servers, error) {
	s := &servers{cfg: config.Default(), home: home}
	s.cfg.Engines = config.EnginesExternal
	s.cfg.Neo4j.URI = os.Getenv("CAUSEWAY_TEST_NEO4J_URI")
	s.cfg.Neo4j.User, s.cfg.Neo4j.Password = os.Getenv("CAUSEWAY_TEST_NEO4J_USER"), os.Getenv("CAUSEWAY_TEST_NEO4J_PASSWORD")
	s.cfg.Weaviate.URL, s.cfg.Weaviate.APIKey = os.Getenv("CAUSEWAY_TEST_WEAVIATE_URL"), os.Getenv("CAUSEWAY_TEST_WEAVIATE_KEY")
	if s.cfg.Neo4j.URI != "" && s.cfg.Weaviate.URL != "" {
		return s, nil
	}
	var err error
	if s.running, err = engine.Up(ctx, engine.Options{Kind: engine.Native, Home: home, Progress: os.Stderr}); err != nil {
		return nil, err
	}
	state := s.running.State()
	s.cfg.Neo4j.URI, s.cfg.Neo4j.User, s.cfg.Weaviate.URL = state.Neo4jURI, state.Neo4jUser, state.WeaviateURL
	s.cfg.Neo4j.Password, err = state.Password()
	if err == nil {
		s.cfg.Weaviate.APIKey, err = state.WeaviateKey()
	}
	if err == nil {
		s.before, err = s.weigh()
	}
	if err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

// stop ends servers of the run's own.
func (s *servers) stop() error {
	if s.running == nil {
		return nil
	}
	running := s.running
	s.running = nil
	return running.Stop()
}

// serverSizes are the bytes of the folders of the servers.
type serverSizes struct{ graph, log, index float64 }

// weigh returns how much the servers have on disk. Neo4j's store is complete once it stopped.
func (s *servers) weigh() (w serverSizes, err error) {
	data := filepath.Join(s.home, "neo4j", "data")
	for _, f := range []struct {
		dir string
		to  *float64
	}{
		{filepath.Join(data, "databases", "neo4j"), &w.graph},
		{filepath.Join(data, "transactions", "neo4j"), &w.log},
		{filepath.Join(s.home, "weaviate", "data"), &w.index},
	} {
		if *f.to, err = folderSize(f.dir); err != nil {
			return w, fmt.Errorf("add up %s: %w", f.dir, err)
		}
	}
	return w, nil
}

// weighServers stops the servers and adds by how much they grew. Neo4j holds the twins too,
// Weaviate what was sampled of them.
func (b *bench) weighServers(c *corpus.Corpus) error {
	s := b.servers
	if s.running == nil || s.graph == 0 {
		b.say("Neo4j and Weaviate are not of this run alone; their sizes are not shown")
		return nil
	}
	if err := s.stop(); err != nil {
		return err
	}
	after, err := s.weigh()
	if err != nil {
		return err
	}
	b.addSize("Neo4j's store", c, after.graph-s.before.graph, s.graph)
	b.addSize("Neo4j's log", c, after.log-s.before.log, s.graph)
	b.addSize("Weaviate's data", c, after.index-s.before.index, s.index)
	return nil
}
