package main

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// batchSize is how many episodes either side writes in one transaction.
const batchSize = 200

// indexedBatches is about how many batches of one import the bare client indexes too: so
// slow is Weaviate that all of them would take longer than everything else.
const indexedBatches = 10

// The least shares of the bare driver's rate, and of that of the native engines.
const (
	importAim         = .8
	importAimEmbedded = 1
)

// importing writes a corpus three times, batch by batch: through the importer into project
// on both sets of engines, and what came of it by the bare clients into its twin.
type importing struct {
	*bench
	corpus  *corpus.Corpus
	project string
	// tenantName is the tenant of the project in Weaviate, once it was asked for.
	tenantName string

	// byEmbedded, byNative and byBare are how long the sides took.
	byEmbedded, byNative, byBare written
	// sampled are the batches that the bare client indexed, and sample their episodes.
	sampled []int
	sample  int
}

// written is how long one side took, by batch. The bare side indexes only what was sampled.
type written struct {
	// graph is from the JSON text to the commit, without deriving factors, or to it from rows
	// made beforehand.
	graph measure.Timings
	// index is from the commit to the acknowledged index, or to it from objects made beforehand.
	index measure.Timings
}

func (in *importing) twin() string { return in.project + "-twin" }

// run writes everything and adds the rates.
func (in *importing) run(ctx context.Context) error {
	told := time.Now()
	for from := 0; from < in.corpus.Size(); from += batchSize {
		if err := in.batch(ctx, from); err != nil {
			return err
		}
		if time.Since(told) > 10*time.Second {
			told = time.Now()
			in.say("written %d of %d episodes", from+batchSize, in.corpus.Size())
		}
	}
	if err := in.checkTwins(ctx); err != nil {
		return err
	}
	in.addRates()
	return nil
}

func (in *importing) addRates() {
	all, some := in.corpus.Size(), in.sample
	e, n, b := in.byEmbedded, in.byNative, in.byBare
	graph, index := n.graph.At(in.sampled), n.index.At(in.sampled)
	in.toBare.Rates = append(in.toBare.Rates,
		measure.NewRate("graph", all, n.graph, b.graph, importAim),
		measure.NewRate("index", some, index, b.index, 0),
		measure.NewRate("graph and index", some, graph.Plus(index), b.graph.At(in.sampled).Plus(b.index), 0))
	in.toNative.Rates = append(in.toNative.Rates,
		measure.NewRate("graph", all, e.graph, n.graph, importAimEmbedded),
		measure.NewRate("index", all, e.index, n.index, importAimEmbedded),
		measure.NewRate("graph and index", all, e.graph.Plus(e.index), n.graph.Plus(n.index), importAimEmbedded))
}

// batch writes the episodes from one number on, on all sides. Ours take turns in being first:
// Weaviate works on after its answer.
func (in *importing) batch(ctx context.Context, from int) error {
	sources, ids, err := in.sources(from)
	if err != nil {
		return err
	}
	in.servers.graph, in.servers.index = in.servers.graph+2*len(ids), in.servers.index+len(ids)
	n, batches := from/batchSize, in.corpus.Size()/batchSize
	sides := []func() error{
		func() error { return in.write(ctx, in.native, &in.byNative, sources) },
		func() error { return in.write(ctx, in.embedded, &in.byEmbedded, sources) },
	}
	for k := range sides {
		if err := sides[(n+k)%2](); err != nil {
			return err
		}
	}
	if err := in.writeBare(ctx, ids); err != nil {
		return err
	}
	if n%max(batches/indexedBatches, 1) > 0 {
		return nil
	}
	in.sampled, in.sample = append(in.sampled, n), in.sample+len(ids)
	in.servers.index += len(ids)
	return in.indexBare(ctx, ids)
}

// sources returns one batch of documents and the ids of its episodes.
func (in *importing) sources(from int) (sources []ingest.Source, ids []string, err error) {
	for n := from; n < min(from+batchSize, in.corpus.Size()); n++ {
		raw, err := in.corpus.Document(n)
		if err != nil {
			return nil, nil, err
		}
		sources, ids = append(sources, ingest.Document(corpus.ID(n)+".json", raw)), append(ids, corpus.ID(n))
	}
	return sources, ids, nil
}

// write imports one batch on a side of ours.
func (in *importing) write(ctx context.Context, s *side, to *written, sources []ingest.Source) error {
	began, before := time.Now(), s.derived.Load()
	report, err := ingest.Import(ctx, s.service.Recording, ingest.Options{Project: in.project, BatchEpisodes: batchSize, Ahead: true}, sources, nil)
	ended := time.Now()
	if err != nil {
		return fmt.Errorf("import %d documents: %w", len(sources), err)
	}
	if report.Totals.Created != len(sources) {
		return fmt.Errorf("import %d documents: only %d became episodes; is the project new?", len(sources), report.Totals.Created)
	}
	to.graph = append(to.graph, s.store.committed.Sub(began)-time.Duration(s.derived.Load()-before))
	to.index = append(to.index, ended.Sub(s.store.committed))
	return nil
}

// writeBare writes what was drawn of some episodes once more, by the bare driver.
func (in *importing) writeBare(ctx context.Context, ids []string) error {
	rows, err := in.readRows(ctx, ids)
	if err != nil {
		return fmt.Errorf("read what was written: %w", err)
	}
	rows.moveTo(in.twin())
	if err := timed(&in.byBare.graph, func() error { return in.writeRows(ctx, rows) }); err != nil {
		return fmt.Errorf("write by the bare driver: %w", err)
	}
	return nil
}

// indexBare writes what was indexed of some episodes once more, by the bare client.
func (in *importing) indexBare(ctx context.Context, ids []string) error {
	tenant, err := in.tenant(ctx)
	if err != nil {
		return fmt.Errorf("find what was indexed: %w", err)
	}
	objects, err := in.readObjects(ctx, tenant, in.twin(), ids)
	if err != nil {
		return fmt.Errorf("read what was indexed: %w", err)
	}
	if err := timed(&in.byBare.index, func() error { return in.writeObjects(ctx, objects) }); err != nil {
		return fmt.Errorf("index by the bare client: %w", err)
	}
	return nil
}
