package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// patternVariables is how many variables the episodes have that patterns are measured on,
// beside the plan that is chosen in the end.
const patternVariables = 30

// patternCounts are of how many patterns validations are measured.
func patternCounts() []int { return []int{1_250, 5_000} }

// patternRounds is how often a validation and a search for patterns are repeated; the median is
// shown.
const patternRounds = 3

// allDays is a window of validations that holds every episode.
const allDays = 36_500

// measuredPatterns are what patterns took.
type measuredPatterns struct {
	// embedded compares finding patterns in the file with reading the index alone, writing
	// writes into a project with patterns with the same into one without.
	embedded, writing *measure.Comparison
	// took are the milliseconds of what was repeated at every size.
	took map[repeated]float64
}

// repeated is something that was measured several times; patterns is 0 for mining.
type repeated struct {
	side               string
	episodes, patterns int
}

func newMeasuredPatterns() measuredPatterns {
	return measuredPatterns{
		embedded: &measure.Comparison{Ours: "embedded", Base: "index alone"},
		writing:  &measure.Comparison{Ours: "with patterns", Base: "without"},
		took:     map[repeated]float64{},
	}
}

func (m measuredPatterns) comparisons() []*measure.Comparison {
	return []*measure.Comparison{m.embedded, m.writing}
}

// patterned measures patterns on one set.
type patterned struct {
	*bench
	side    *side
	name    string
	project string
	size    int
	network *corpus.Network
	service *memory.Patterns
}

// measurePatterns measures patterns at every size, and then how what they took grows.
func (b *bench) measurePatterns(ctx context.Context) error {
	for _, size := range b.patterns {
		if err := b.measurePatternsOf(ctx, size); err != nil {
			return fmt.Errorf("measure the patterns of %d episodes: %w", size, err)
		}
	}
	b.addGrowth()
	return nil
}

// measurePatternsOf fills episodes and patterns into both sets, and asks.
func (b *bench) measurePatternsOf(ctx context.Context, size int) error {
	if _, err := b.openHome(ctx, fmt.Sprintf("patterns-%d", size)); err != nil {
		return err
	}
	defer b.embedded.close()
	project, filled := fmt.Sprintf("patterns-%d-%s", size, b.suffix), 0
	for _, p := range []*patterned{{side: b.embedded, name: "embedded"}, {side: b.native, name: "native"}} {
		if !strings.Contains("patterns, "+p.name, b.only) {
			continue
		}
		p.bench, p.project, p.size, p.network = b, project, size, corpus.NewNetwork(patternVariables)
		p.service = memory.NewPatterns(p.side.patterns, time.Now)
		if err := p.measure(ctx); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		filled++
	}
	if filled < 2 {
		return nil // a question goes to both
	}
	return b.askApplicable(ctx, project, size)
}

// measure writes the episodes, looks for patterns in them, and validates some and more.
func (p *patterned) measure(ctx context.Context) error {
	began := time.Now()
	if err := p.write(ctx, p.project, 0, p.size); err != nil {
		return err
	}
	p.say("%s: %d episodes of %d variables written in %.1f s; longest: %s",
		p.name, p.size, patternVariables, time.Since(began).Seconds(), p.side.usage.take(4))
	if err := p.mine(ctx); err != nil {
		return fmt.Errorf("look for patterns: %w", err)
	}
	last := 0
	for _, n := range patternCounts() {
		if err := p.put(ctx, last, n); err != nil {
			return fmt.Errorf("write %d patterns: %w", n-last, err)
		}
		if err := p.validate(ctx, n); err != nil {
			return fmt.Errorf("validate %d patterns: %w", n, err)
		}
		last = n
	}
	if p.size != slices.Min(p.bench.patterns) {
		return nil
	}
	return p.compareWrites(ctx)
}

// write records episodes, which nobody indexes.
func (p *patterned) write(ctx context.Context, project string, from, to int) error {
	for ; from < to; from += modelBatch {
		var list []episodic.Prepared
		for n := from; n < min(from+modelBatch, to); n++ {
			prepared, err := intake.Prepare(p.network.PlannedEpisode(n))
			if err != nil {
				return err
			}
			list = append(list, prepared)
		}
		receipts, err := p.side.store.RecordEpisodes(ctx, project, list, false, time.Now())
		if err != nil {
			return fmt.Errorf("record %d episodes: %w", len(list), err)
		}
		tasks := make([]episodic.IndexTask, len(receipts))
		for i, r := range receipts {
			tasks[i] = episodic.IndexTask{Project: project, Episode: r.Episode, Revision: r.Revision}
		}
		if err := p.side.store.MarkIndexed(ctx, tasks); err != nil {
			return err
		}
	}
	return nil
}

// put adds patterns with their evidence.
func (p *patterned) put(ctx context.Context, from, to int) error {
	began, rows := time.Now(), 0
	for ; from < to; from += batchSize {
		var list []patterns.Pattern
		var keys []string
		for i := from; i < min(from+batchSize, to); i++ {
			list = append(list, p.network.Pattern(i))
			keys = append(keys, list[len(list)-1].Key)
		}
		err := p.side.patterns.Patterns.ChangePatterns(ctx, p.project, false, time.Now(), func(tx patterns.Tx) error {
			if err := tx.PutPatterns(list); err != nil {
				return err
			}
			n, err := evidence.Recount(tx, keys)
			rows += n
			return err
		})
		if err != nil {
			return err
		}
	}
	if rows == 0 {
		return fmt.Errorf("no episode is evidence of any pattern up to %d", to)
	}
	p.say("%s: up to %d patterns with %d rows of evidence and counts in %.1f s; longest: %s",
		p.name, to, rows, time.Since(began).Seconds(), p.side.usage.take(4))
	return nil
}
