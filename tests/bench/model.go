package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// modelVariables are how many variables the networks have that questions about effects are
// measured on.
func modelVariables() []int { return []int{8, 27, 60} }

// modelBatch is how many episodes one transaction writes: those of 60 variables have links of
// their own by the hundred.
const modelBatch = 50

// How often a question is asked with nothing learned, and after a write of one episode.
const (
	coldQuestions = 5
	learnings     = 10
)

// modelFigures are what questions about effects took.
type modelFigures struct {
	// embedded and native compare questions with the count that they rest on, learning what
	// is learned after a write of one episode with what is learned from scratch.
	embedded, native, learning *measure.Comparison
}

func newModelFigures() modelFigures {
	return modelFigures{
		embedded: &measure.Comparison{Ours: "embedded", Base: "counting"},
		native:   &measure.Comparison{Ours: "native", Base: "counting"},
		learning: &measure.Comparison{Ours: "after a write", Base: "from scratch"},
	}
}

func (f modelFigures) comparisons() []*measure.Comparison {
	return []*measure.Comparison{f.embedded, f.native, f.learning}
}

// measureModels measures questions about effects at every size.
func (b *bench) measureModels(ctx context.Context) error {
	for _, size := range b.models {
		for _, variables := range modelVariables() {
			if err := b.measureModel(ctx, size, variables); err != nil {
				return fmt.Errorf("measure the effects of %d variables in %d episodes: %w", variables, size, err)
			}
		}
	}
	return nil
}

// measureModel fills a network into both sets, and asks.
func (b *bench) measureModel(ctx context.Context, size, variables int) error {
	if _, err := b.openHome(ctx, fmt.Sprintf("model-%d-%d", size, variables)); err != nil {
		return err
	}
	defer b.embedded.close()
	project := fmt.Sprintf("model-%d-%d-%s", size, variables, b.suffix)
	for _, m := range []*modelling{
		{side: b.embedded, name: "embedded", figures: b.modelled.embedded}, {side: b.native, name: "native", figures: b.modelled.native},
	} {
		if !strings.Contains("models, "+m.name, b.only) {
			continue
		}
		m.asking = newAsking(project, corpus.NewNetwork(variables), variables)
		m.size, m.bench = size, b
		if err := m.measure(ctx); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	return nil
}

// modelling measures one network on one set.
type modelling struct {
	*bench
	side *side
	asking

	name    string
	size    int
	figures *measure.Comparison
}

func (m *modelling) measure(ctx context.Context) error {
	began := time.Now()
	for from := 0; from < m.size; from += modelBatch {
		if err := m.write(ctx, from, min(from+modelBatch, m.size)); err != nil {
			return err
		}
	}
	m.say("%s: %d episodes of %d variables written in %.1f s; longest: %s",
		m.name, m.size, m.variables, time.Since(began).Seconds(), m.side.usage.take(4))
	if err := m.cold(ctx); err != nil {
		return err
	}
	warm := memory.NewCauses(m.side.parts, time.Now)
	if err := m.warm(ctx, warm); err != nil {
		return err
	}
	return m.learn(ctx, warm)
}

// write records some episodes, which nobody indexes.
func (m *modelling) write(ctx context.Context, from, to int) error {
	var list []episodic.Prepared
	for n := from; n < to; n++ {
		p, err := intake.Prepare(m.network.Episode(n))
		if err != nil {
			return err
		}
		list = append(list, p)
	}
	receipts, err := m.side.store.RecordEpisodes(ctx, m.project, list, false, time.Now())
	if err != nil {
		return err
	}
	tasks := make([]episodic.IndexTask, len(receipts))
	for i, r := range receipts {
		tasks[i] = episodic.IndexTask{Project: m.project, Episode: r.Episode, Revision: r.Revision}
	}
	return m.side.store.MarkIndexed(ctx, tasks)
}

// cold asks services that have learned nothing yet.
func (m *modelling) cold(ctx context.Context) error {
	return m.compareWith(ctx, "cold", coldQuestions, func() *memory.Causes { return memory.NewCauses(m.side.parts, time.Now) })
}

// warm asks one that has.
func (m *modelling) warm(ctx context.Context, s *memory.Causes) error {
	for _, ask := range []func(context.Context, *memory.Causes, int) error{m.whatIf, m.counterfactual} {
		if err := ask(ctx, s, 0); err != nil {
			return err
		}
	}
	return m.compareWith(ctx, "warm", m.n, func() *memory.Causes { return s })
}

// compareWith asks both questions and counts, by turns.
func (m *modelling) compareWith(ctx context.Context, how string, n int, service func() *memory.Causes) error {
	var whatIf, counterfactual, count measure.Timings
	for i := range n {
		episode := i * 37 % m.size
		for _, step := range []struct {
			to  *measure.Timings
			ask func(*memory.Causes) error
		}{
			{&count, func(*memory.Causes) error { return m.count(ctx, m.side.parts.Factors) }},
			{&whatIf, func(s *memory.Causes) error { return m.whatIf(ctx, s, episode) }},
			{&counterfactual, func(s *memory.Causes) error { return m.counterfactual(ctx, s, episode) }},
		} {
			s := service()
			if err := timed(step.to, func() error { return step.ask(s) }); err != nil {
				return err
			}
		}
	}
	for _, q := range []struct {
		name string
		took measure.Timings
	}{{"what-if", whatIf}, {"counterfactual", counterfactual}} {
		l := measure.NewLatency(fmt.Sprintf("%s, %s, %d variables", q.name, how, m.variables), m.size, q.took, count, 0, 0)
		m.say("%s: %s: %.2f ms, counting %.2f ms", m.name, l.Name, l.OursP50, l.BaseP50)
		m.figures.Latencies = append(m.figures.Latencies, l)
	}
	return nil
}

// learn asks after a write of one episode the service that had learned before, and one that
// had not.
func (m *modelling) learn(ctx context.Context, s *memory.Causes) error {
	var after, scratch measure.Timings
	for i := range learnings {
		if err := m.write(ctx, m.size+i, m.size+i+1); err != nil {
			return err
		}
		if err := timed(&after, func() error { return m.whatIf(ctx, s, i) }); err != nil {
			return err
		}
		anew := memory.NewCauses(m.side.parts, time.Now)
		if err := timed(&scratch, func() error { return m.whatIf(ctx, anew, i) }); err != nil {
			return err
		}
	}
	l := measure.NewLatency(fmt.Sprintf("what-if, %s, %d variables", m.name, m.variables), m.size, after, scratch, 0, 0)
	m.say("%s: %.2f ms after a write, %.2f ms from scratch", l.Name, l.OursP50, l.BaseP50)
	m.modelled.learning.Latencies = append(m.modelled.learning.Latencies, l)
	return nil
}
