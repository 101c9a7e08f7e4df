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

	// ours is from the JSON text to the commit; oursIndex from there to the acknowledged index.
	ours, oursIndex measure.Timings
	// bare and bareIndex are the same nodes, relationships and objects, rows made beforehand.
	bare, bareIndex measure.Timings
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
		measure.NewRate("index", n, in.oursIndex, in.bareIndex, 0),
		measure.NewRate("graph and index", n, append(in.ours, in.oursIndex...), append(in.bare, in.bareIndex...), 0),
	}, nil
}

// batch writes the episodes from one number on, on both sides.
func (in *importing) batch(ctx context.Context, from int) error {
	ids, err := in.writeOurs(ctx, from)
	if err != nil {
		return err
	}
	rows, err := in.readRows(ctx, ids)
	if err != nil {
		return fmt.Errorf("read what was written: %w", err)
	}
	rows.moveTo(in.twin())
	began := time.Now()
	if err := in.writeRows(ctx, rows); err != nil {
		return fmt.Errorf("write by the bare driver: %w", err)
	}
	in.bare = append(in.bare, time.Since(began))
	objects, err := in.readObjects(ctx, ids)
	if err != nil {
		return fmt.Errorf("read what was indexed: %w", err)
	}
	began = time.Now()
	if err := in.writeObjects(ctx, objects); err != nil {
		return fmt.Errorf("index by the bare client: %w", err)
	}
	in.bareIndex = append(in.bareIndex, time.Since(began))
	return nil
}

// writeOurs imports one batch of documents and returns the ids of its episodes.
func (in *importing) writeOurs(ctx context.Context, from int) ([]string, error) {
	var sources []ingest.Source
	var ids []string
	for n := from; n < min(from+batchSize, in.corpus.Size()); n++ {
		raw, err := in.corpus.Document(n)
		if err != nil {
			return nil, err
		}
		sources, ids = append(sources, ingest.Document(corpus.ID(n)+".json", raw)), append(ids, corpus.ID(n))
	}
	began := time.Now()
	report, err := ingest.Import(ctx, in.service, ingest.Options{Project: in.project, BatchEpisodes: batchSize}, sources, nil)
	ended := time.Now()
	if err != nil {
		return nil, fmt.Errorf("import %d documents: %w", len(sources), err)
	}
	if report.Totals.Created != len(sources) {
		return nil, fmt.Errorf("import %d documents: only %d became episodes; is the project new?", len(sources), report.Totals.Created)
	}
	in.ours = append(in.ours, in.store.committed.Sub(began))
	in.oursIndex = append(in.oursIndex, ended.Sub(in.store.committed))
	return ids, nil
}
