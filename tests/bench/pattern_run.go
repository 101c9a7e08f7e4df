package main

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/upkeep"
	"github.com/causeway-memory/causeway/patterns/validation"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// mine looks for patterns in the episodes and adds how long that took.
func (p *patterned) mine(ctx context.Context) error {
	var took measure.Timings
	p.side.usage.take(0)
	var report upkeep.MineReport
	for range patternRounds {
		err := timed(&took, func() (err error) {
			report, err = p.service.Upkeep.Mine(ctx, p.project, upkeep.MineOptions{})
			return err
		})
		if err != nil {
			return err
		}
	}
	if report.Looked == 0 {
		return fmt.Errorf("nothing was looked at: %s", report.Reason)
	}
	statements := p.side.usage.count() / patternRounds
	p.repeated(0, "mining of 30 variables", took, statements)
	p.say("%s: mining looked at %d candidates and promoted %d; longest: %s", p.name, report.Looked, report.Total, p.side.usage.take(4))
	return nil
}

// validate tests all patterns that there are, and adds how long that took.
func (p *patterned) validate(ctx context.Context, n int) error {
	var took measure.Timings
	p.side.usage.take(0)
	for range patternRounds {
		var report validation.Report
		err := timed(&took, func() (err error) {
			report, err = p.service.Validation.Validate(ctx, p.project, nil, patterns.Criteria{Days: allDays})
			return err
		})
		if err != nil {
			return err
		}
		if len(report.Results) != n || report.Episodes != p.size || report.Mended+report.Skipped > 0 {
			return fmt.Errorf("%d results of %d episodes, %d rows mended, %d results not kept; want %d of %d, and none",
				len(report.Results), report.Episodes, report.Mended, report.Skipped, n, p.size)
		}
	}
	p.repeated(n, fmt.Sprintf("validation of %d patterns", n), took, p.side.usage.count()/patternRounds)
	p.say("%s: longest of %d validations of %d patterns: %s", p.name, patternRounds, n, p.side.usage.take(4))
	return nil
}

// repeated adds the median of what was repeated, and how many statements it took.
func (p *patterned) repeated(n int, name string, took measure.Timings, statements int) {
	median := float64(took.Percentile(50)) / float64(time.Millisecond)
	p.say("%s: %s: %.0f ms, %d statements", p.name, name, median, statements)
	p.patterned.took[repeated{p.name, p.size, n}] = median
	p.bench.figures = append(p.bench.figures,
		measure.Figure{Name: name + ", " + p.name, Episodes: p.size, Value: median, Unit: "ms"},
		measure.Figure{Name: name + ", " + p.name, Episodes: p.size, Value: float64(statements), Unit: "statements"})
}

// addGrowth adds how often longer everything took that was measured in more episodes or of more
// patterns: the share of the greatest over the least.
func (b *bench) addGrowth() {
	if len(b.patterns) == 0 {
		return
	}
	counts := patternCounts()
	first, last := b.patterns[0], b.patterns[len(b.patterns)-1]
	few, many := counts[0], counts[len(counts)-1]
	for _, side := range []string{"embedded", "native"} {
		b.grown(fmt.Sprintf("validation of %d over %d patterns, %s", many, few, side), last, repeated{side, last, many}, repeated{side, last, few})
		if first == last {
			continue
		}
		b.grown(fmt.Sprintf("validation of %d patterns over that in %d episodes, %s", many, first, side), last,
			repeated{side, last, many}, repeated{side, first, many})
		b.grown(fmt.Sprintf("mining of 30 variables over that in %d episodes, %s", first, side), last, repeated{side, last, 0}, repeated{side, first, 0})
	}
}

func (b *bench) grown(name string, episodes int, more, less repeated) {
	if ratio := measure.Ratio(b.patterned.took[more], b.patterned.took[less]); ratio > 0 {
		b.figures = append(b.figures, measure.Figure{Name: name, Episodes: episodes, Value: ratio, Unit: "ratio"})
	}
}

// compareWrites writes the same episodes, one by one and by turns, into the project and into one
// that has the same episodes and no pattern.
func (p *patterned) compareWrites(ctx context.Context) error {
	without := p.project + "-without"
	if err := p.write(ctx, without, 0, p.size); err != nil {
		return err
	}
	var ours, base measure.Timings
	for i := range singleWrites {
		turns := []func() error{
			func() error {
				return timed(&ours, func() error { return p.write(ctx, p.project, p.size+i, p.size+i+1) })
			},
			func() error { return timed(&base, func() error { return p.write(ctx, without, p.size+i, p.size+i+1) }) },
		}
		for k := range turns {
			if err := turns[(i+k)%len(turns)](); err != nil {
				return err
			}
		}
	}
	counts := patternCounts()
	l := measure.NewLatency(fmt.Sprintf("one write, %s, %d patterns", p.name, counts[len(counts)-1]), p.size, ours, base, 0, 0)
	p.say("%s: %.2f ms with patterns, %.2f ms without", l.Name, l.OursP50, l.BaseP50)
	p.patterned.writing.Latencies = append(p.patterned.writing.Latencies, l)
	return nil
}
