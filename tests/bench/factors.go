package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// networkVariables is how many variables the network of the measured episodes has.
const networkVariables = 13

// The most that deriving should take: of a write with it over the same without it, of a rebuild
// over the import.
const (
	deriveAim  = 1.5
	rebuildAim = 1
)

// singleWrites is how many episodes are written one by one, after all others.
const singleWrites = 100

// deriving is what one side took for a network.
type deriving struct {
	*side
	name string
	// imported is how long the batches took to their commit.
	imported measure.Timings
	// with is how long single writes took to their commit, without the same less what they
	// took to derive.
	with, without measure.Timings
}

// measureFactors measures what factors cost and how fast they answer, at every size.
func (b *bench) measureFactors(ctx context.Context) error {
	for _, size := range b.factors {
		if err := b.measureNetwork(ctx, size); err != nil {
			return fmt.Errorf("measure the factors of %d episodes: %w", size, err)
		}
	}
	return b.measureLattice(ctx)
}

// measureNetwork imports the episodes of a network on both sets, writes some one by one, and
// derives all anew.
func (b *bench) measureNetwork(ctx context.Context, size int) error {
	home, err := b.openHome(ctx, "factors-"+strconv.Itoa(size))
	if err != nil {
		return err
	}
	defer b.embedded.close()
	project := fmt.Sprintf("factors-%d-%s", size, b.suffix)
	network := corpus.NewNetwork(networkVariables)
	for _, d := range []*deriving{{side: b.native, name: "native"}, {side: b.embedded, name: "embedded"}} {
		if err := d.importAll(ctx, project, network, size); err != nil {
			return err
		}
		if err := d.writeSingly(ctx, project, network, size); err != nil {
			return err
		}
		if err := b.rebuild(ctx, d, project, size); err != nil {
			return err
		}
	}
	if err := b.askFactors(ctx, project, size); err != nil {
		return err
	}
	b.say("%d episodes of a network are measured in %s", size, filepath.Base(home))
	return nil
}

func (d *deriving) importAll(ctx context.Context, project string, network *corpus.Network, size int) error {
	for from := 0; from < size; from += batchSize {
		took, _, err := d.write(ctx, project, network, from, min(from+batchSize, size))
		if err != nil {
			return err
		}
		d.imported = append(d.imported, took)
	}
	return nil
}

func (d *deriving) writeSingly(ctx context.Context, project string, network *corpus.Network, size int) error {
	for n := size; n < size+singleWrites; n++ {
		took, derived, err := d.write(ctx, project, network, n, n+1)
		if err != nil {
			return err
		}
		d.with, d.without = append(d.with, took), append(d.without, took-derived)
	}
	return nil
}

// write writes some episodes of the network in one transaction, and tells how long it took until they were
// committed and derived, and how much of it went into deriving. Embedded, reading the layer derives them.
func (d *deriving) write(ctx context.Context, project string, network *corpus.Network, from, to int) (took, derived time.Duration, err error) {
	var sources []ingest.Source
	for n := from; n < to; n++ {
		raw, err := network.Document(n)
		if err != nil {
			return 0, 0, err
		}
		sources = append(sources, ingest.Document(corpus.ID(n)+".json", raw))
	}
	began, before := time.Now(), d.derived.Load()
	report, err := ingest.Import(ctx, d.service.Recording, ingest.Options{Project: project, BatchEpisodes: batchSize, Ahead: true}, sources, nil)
	if err != nil {
		return 0, 0, fmt.Errorf("import %d episodes of the network: %w", len(sources), err)
	}
	if report.Totals.Created != len(sources) {
		return 0, 0, fmt.Errorf("import %d episodes of the network: only %d were new", len(sources), report.Totals.Created)
	}
	took, deriving := d.store.committed.Sub(began), time.Now()
	if _, err := d.causes.Layer.Derivation(ctx, project); err != nil {
		return 0, 0, err
	}
	return took + time.Since(deriving), time.Duration(d.derived.Load() - before), nil
}

// rebuild derives everything anew and adds the figures of the side.
func (b *bench) rebuild(ctx context.Context, d *deriving, project string, size int) error {
	before, err := d.causes.Derive.Fingerprint(ctx, project)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := d.causes.Derive.Rebuild(ctx, project, nil); err != nil {
		return err
	}
	took := time.Since(began)
	after, err := d.causes.Derive.Fingerprint(ctx, project)
	if err != nil {
		return err
	}
	if before != after {
		return fmt.Errorf("the fingerprint of %s was %s and is %s after a rebuild", project, before, after)
	}
	b.say("%s, %d episodes: %.1f s to write, %.1f s to rebuild; longest: %s",
		d.name, size, d.imported.Total().Seconds(), took.Seconds(), d.usage.take(8))
	b.figures = append(b.figures,
		measure.Figure{
			Name: "one write with its factors over the same without, " + d.name, Episodes: size, Unit: "ratio", Aim: deriveAim,
			Value: measure.Ratio(float64(d.with.Percentile(50)), float64(d.without.Percentile(50))),
		},
		measure.Figure{
			Name: "rebuild over import, " + d.name, Episodes: size, Unit: "ratio", Aim: rebuildAim,
			Value: measure.Ratio(float64(took), float64(d.imported.Total())),
		})
	return nil
}
