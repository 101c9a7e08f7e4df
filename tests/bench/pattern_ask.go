package main

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

//go:embed questions/applicable.graphql
var applicableQuery string

// applicableLimit is what finding patterns may take (seed 002), mostIndexed how many causeway
// asks the index for.
const (
	applicableLimit = 50 * time.Millisecond
	mostIndexed     = 2_001
)

// task is a task as it is asked for, and what is looked up for it.
type task struct {
	variables properties
	entries   []string
}

func newTask(i int, project string) task {
	t, in := corpus.Task(i)
	var settings []properties
	for name, value := range in {
		settings = append(settings, properties{"name": name, "value": value})
	}
	return task{
		variables: properties{
			"project": project, "task": properties{"type": t.Type, "domain": t.Domain}, "context": settings, "statuses": triedStatuses(),
		},
		entries: condition.TaskEntries(t, in),
	}
}

// triedStatuses are those that validated patterns may have: what made-up episodes bear out does
// not matter.
func triedStatuses() []patterns.Status {
	return []patterns.Status{patterns.StatusCandidate, patterns.StatusValidated, patterns.StatusUnderReview}
}

// askApplicable compares which patterns apply with reading the index alone.
func (b *bench) askApplicable(ctx context.Context, project string, size int) error {
	counts := patternCounts()
	tasks := make([]task, variants)
	q := question{name: fmt.Sprintf("applicable of %d patterns", counts[len(counts)-1]), limit: applicableLimit, check: checkApplicable}
	for i := range tasks {
		tasks[i] = newTask(i, project)
		r, err := newRequest(applicableQuery, tasks[i].variables)
		if err != nil {
			return err
		}
		q.ours = append(q.ours, r)
	}
	q.bare = func(ctx context.Context, variant int) error {
		rows, err := b.read(ctx, string(cypher.FindIndexedPatterns), properties{
			"project": project, "entries": tasks[variant].entries, "statuses": triedStatuses(), "limit": mostIndexed,
		})
		if err == nil && len(rows) == 0 {
			err = fmt.Errorf("no pattern stands under %v", tasks[variant].entries)
		}
		return err
	}
	if err := b.compareFactors(ctx, q, size); err != nil {
		return err
	}
	return b.compareIndexed(ctx, q, tasks, size)
}

// checkApplicable wants patterns with their terms.
func checkApplicable(answer []byte, _ int) error {
	var data struct {
		FindApplicable struct {
			Total, Examined int
			Found           []struct{ Terms []struct{ Name string } }
		}
	}
	if err := understand(answer, &data); err != nil {
		return err
	}
	got := data.FindApplicable
	if len(got.Found) == 0 || len(got.Found[0].Terms) == 0 || got.Examined >= mostIndexed-1 {
		return fmt.Errorf("%d patterns apply of %d that were looked at: %s", got.Total, got.Examined, answer)
	}
	return nil
}

// compareIndexed asks the file by turns for patterns that apply and for its index alone.
func (b *bench) compareIndexed(ctx context.Context, q question, tasks []task, size int) error {
	var ours, base measure.Timings
	for i := range b.n {
		t := tasks[i%len(tasks)]
		if err := timed(&ours, func() error { return b.askOurs(ctx, b.embedded, q, i%len(tasks)) }); err != nil {
			return err
		}
		err := timed(&base, func() error {
			_, _, err := b.embedded.patterns.Patterns.Indexed(ctx, t.variables["project"].(string), t.entries, triedStatuses(), mostIndexed-1)
			return err
		})
		if err != nil {
			return err
		}
	}
	l := measure.NewLatency(q.name, size, ours, base, 0, q.limit)
	b.say("%s: embedded %.2f ms, its index alone %.2f ms", q.name, l.OursP50, l.BaseP50)
	b.patterned.embedded.Latencies = append(b.patterned.embedded.Latencies, l)
	return nil
}
