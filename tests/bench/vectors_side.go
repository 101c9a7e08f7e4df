package main

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
)

// vectorSide is a service with learned vectors over one set of engines, without caches, and
// the engine that searches alone.
type vectorSide struct {
	name, project string
	store         episodic.Store
	service       *memory.Episodes
	// spy is the same service; what it asks the engine that searches is remembered by bare.
	spy      *memory.Episodes
	bare     bareSearch
	embedder *clockedEmbedder
	usage    *usage
	// page is when the page of a build began.
	page time.Time
	// dropHome removes the data of embedded engines.
	dropHome func() error

	closers
}

// bareSearch is the engine that searches, by its own client.
type bareSearch interface {
	// spied runs a recall of the side's spy and returns what asks the same by words, and by
	// vectors.
	spied(recall func() error) ([]func(context.Context) error, error)
	// prepare is called before a generation is built, with what runs a recall of the spy.
	prepare(recall func() error, next int) error
	// write writes what the generation that is being built holds of some episodes once more,
	// elsewhere, and returns how long the writing took.
	write(ctx context.Context, episodes []string) (time.Duration, error)
	// remove removes what was written elsewhere.
	remove(ctx context.Context) error
}

// ahead is the clock of these services: the graph may be shared with services that run, and
// they leave an index alone that changed after their now.
func ahead() time.Time { return time.Now().AddDate(50, 0, 0) }

// searchPatience lets searches on a busy machine end, so that their time can be told.
const searchPatience = 30 * time.Second

// hold keeps services that run from building the index of the project.
func (s *vectorSide) hold(ctx context.Context) error {
	state, err := s.store.GetIndexState(ctx, s.project)
	if err != nil {
		return err
	}
	state.Version++
	state.ChangedAt = ahead()
	return s.store.SetIndexState(ctx, s.project, state)
}

// model returns the model of the project's vectors.
func (s *vectorSide) model(ctx context.Context) (episodic.Model, error) {
	state, err := s.store.GetIndexState(ctx, s.project)
	if err != nil {
		return nil, err
	}
	data, err := s.store.GetModel(ctx, s.project, state.Active.Fingerprint)
	if err != nil {
		return nil, err
	}
	return s.embedder.Load(data)
}

// remove removes everything that was written.
func (s *vectorSide) remove(ctx context.Context) error {
	if s.dropHome != nil {
		s.close()
		return s.dropHome()
	}
	if err := s.service.Recording.PurgeProject(ctx, s.project); err != nil {
		return fmt.Errorf("remove %s: %w", s.project, err)
	}
	return s.bare.remove(ctx)
}

// serve makes the services over a store, an index and the same index with a spy before it.
func (s *vectorSide) serve(store episodic.Store, index, spied episodic.Index) error {
	embedder, end, err := embedding.New(embedding.Options{Provider: embedding.ProviderLearned})
	if err != nil {
		return err
	}
	s.later(func() { _ = end() })
	s.store, s.embedder = store, &clockedEmbedder{Embedder: embedder}
	s.service = memory.NewEpisodes(memory.EpisodeParts{Store: store, Index: index, Embedder: s.embedder}, ahead)
	s.spy = memory.NewEpisodes(memory.EpisodeParts{Store: store, Index: spied, Embedder: s.embedder}, ahead)
	return nil
}

func openVectorsNative(b *bench, project string) (_ *vectorSide, err error) {
	s := &vectorSide{name: "native", project: project, usage: newUsage()}
	defer s.closeAfter(&err)
	cfg := b.servers.cfg
	store, err := neo4jstore.Open(neo4jstore.Options{
		URI: cfg.Neo4j.URI, User: cfg.Neo4j.User, Password: cfg.Neo4j.Password, OnStatement: s.usage.observe,
	})
	if err != nil {
		return nil, err
	}
	s.later(func() { _ = store.Close(context.Background()) })
	index, err := weaviateindex.New(weaviateindex.Options{URL: cfg.Weaviate.URL, APIKey: cfg.Weaviate.APIKey, SearchTimeout: searchPatience, OnRequest: s.usage.observe})
	if err != nil {
		return nil, err
	}
	s.later(index.Close)
	spied, err := weaviateindex.New(weaviateindex.Options{URL: b.between, APIKey: cfg.Weaviate.APIKey, SearchTimeout: searchPatience})
	if err != nil {
		return nil, err
	}
	s.later(spied.Close)
	s.bare = &bareWeaviate{engines: b.engines, project: project}
	return s, s.serve(store, index, spied)
}

func openVectorsEmbedded(ctx context.Context, home, project string) (_ *vectorSide, err error) {
	s := &vectorSide{name: "embedded", project: project, usage: newUsage()}
	defer s.closeAfter(&err)
	if err := os.MkdirAll(home, 0o700); err != nil {
		return nil, err
	}
	s.dropHome = func() error { return os.RemoveAll(home) }
	store, err := sqlitestore.Open(sqlitestore.Options{Path: engine.DatabasePath(home), OnStatement: s.usage.observe})
	if err != nil {
		return nil, err
	}
	s.later(func() { _ = store.Close(context.Background()) })
	if err := store.Migrate(ctx); err != nil {
		return nil, err
	}
	spied := &spiedIndex{Index: store.Index()}
	s.bare = &bareIndex{spiedIndex: spied, twin: episodic.IndexGeneration{Project: project + "-twin", Generation: 1}}
	return s, s.serve(store, spied, spied)
}

// clockedEmbedder notes how long making a model took.
type clockedEmbedder struct {
	episodic.Embedder
	// learning is how long the last model took, reading how long of that its texts were read.
	learning, reading time.Duration
	// processor is how long processors worked for it, which another load changes less.
	processor time.Duration
	// prepared, unless nil, is called when a model is made.
	prepared func()
}

// Prepare implements [episodic.Embedder].
func (e *clockedEmbedder) Prepare(ctx context.Context, texts episodic.Corpus) (episodic.ModelData, error) {
	began, worked := time.Now(), processorTime()
	e.reading = 0
	data, err := e.Embedder.Prepare(ctx, func(yield func([]episodic.EmbedText, error) bool) {
		from := time.Now()
		for list, err := range texts {
			e.reading += time.Since(from)
			if !yield(list, err) {
				return
			}
			from = time.Now()
		}
		e.reading += time.Since(from)
	})
	e.learning, e.processor = time.Since(began), processorTime()-worked
	if e.prepared != nil {
		e.prepared()
	}
	return data, err
}

// processorTime is how long processors have worked for this process.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
