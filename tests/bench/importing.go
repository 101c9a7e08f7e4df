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

// importAim is the least share of the bare driver's rate.
const importAim = .8

// importing writes a corpus twice, batch by batch: through the importer into project, and
// what came of it by the bare clients into its twin.
type importing struct {
	*bench
	corpus  *corpus.Corpus
	project string
	// tenantName is the tenant of the project in Weaviate, once it was asked for.
	tenantName string

	// ours is from the JSON text to the commit. bare is the same nodes and relationships,
	// rows made beforehand.
	ours, bare measure.Timings
	// oursIndex is from the commit to the acknowledged index, bareIndex the same objects,
	// made beforehand: both of the batches that the bare client indexes too.
	oursIndex, bareIndex measure.Timings
	// oursWhole and bareWhole are graph and index of those batches.
	oursWhole, bareWhole measure.Timings
	// indexed is how many episodes they hold.
	indexed int
}

func (in *importing) twin() string { return in.project + "-twin" }

func (in *importing) run(ctx context.Context) ([]measure.Rate, error) {
	told := time.Now()
	for from := 0; from < in.corpus.Size(); from += batchSize {
		if err := in.batch(ctx, from); err != nil {
			return nil, err
		}
		if time.Since(told) > 10*time.Second {
			told = time.Now()
			in.say("written %d of %d episodes", from+batchSize, in.corpus.Size())
		}
	}
	if err := in.checkTwins(ctx); err != nil {
		return nil, err
	}
	n := in.corpus.Size()
	return []measure.Rate{
		measure.NewRate("graph", n, in.ours, in.bare, importAim),
		measure.NewRate("index", in.indexed, in.oursIndex, in.bareIndex, 0),
		measure.NewRate("graph and index", in.indexed, in.oursWhole, in.bareWhole, 0),
	}, nil
}

// batch writes the episodes from one number on, on both sides.
func (in *importing) batch(ctx context.Context, from int) error {
	ids, index, err := in.writeOurs(ctx, from)
	if err != nil {
		return err
	}
	if err := in.writeBare(ctx, ids); err != nil {
		return err
	}
	batches := in.corpus.Size() / batchSize
	if from/batchSize%max(batches/indexedBatches, 1) > 0 {
		return nil
	}
	objects, err := in.readObjects(ctx, ids)
	if err != nil {
		return fmt.Errorf("read what was indexed: %w", err)
	}
	if err := timed(&in.bareIndex, func() error { return in.writeObjects(ctx, objects) }); err != nil {
		return fmt.Errorf("index by the bare client: %w", err)
	}
	in.indexed += len(ids)
	in.oursIndex = append(in.oursIndex, index)
	in.oursWhole = append(in.oursWhole, in.ours[len(in.ours)-1]+index)
	in.bareWhole = append(in.bareWhole, in.bare[len(in.bare)-1]+in.bareIndex[len(in.bareIndex)-1])
	return nil
}

// writeBare writes what was drawn of some episodes once more, by the bare driver.
func (in *importing) writeBare(ctx context.Context, ids []string) error {
	rows, err := in.readRows(ctx, ids)
	if err != nil {
		return fmt.Errorf("read what was written: %w", err)
	}
	rows.moveTo(in.twin())
	if err := timed(&in.bare, func() error { return in.writeRows(ctx, rows) }); err != nil {
		return fmt.Errorf("write by the bare driver: %w", err)
	}
	return nil
}

// writeOurs imports one batch of documents and returns the ids of its episodes and how
// long the indexing took.
func (in *importing) writeOurs(ctx context.Context, from int) (ids []string, index time.Duration, err error) {
	var sources []ingest.Source
	for n := from; n < min(from+batchSize, in.corpus.Size()); n++ {
		raw, err := in.corpus.Document(n)
		if err != nil {
			return nil, 0, err
		}
		sources, ids = append(sources, ingest.Document(corpus.ID(n)+".json", raw)), append(ids, corpus.ID(n))
	}
	began := time.Now()
	report, err := ingest.Import(ctx, in.service, ingest.Options{Project: in.project, BatchEpisodes: batchSize}, sources, nil)
	ended := time.Now()
	if err != nil {
		return nil, 0, fmt.Errorf("import %d documents: %w", len(sources), err)
	}
	if report.Totals.Created != len(sources) {
		return nil, 0, fmt.Errorf("import %d documents: only %d became episodes; is the project new?", len(sources), report.Totals.Created)
	}
	in.ours = append(in.ours, in.store.committed.Sub(began))
	return ids, ended.Sub(in.store.committed), nil
}
