package sqlitestore

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/write"
	"github.com/causeway-memory/causeway/patterns"
)

var (
	//go:embed sql/pattern/get_all_patterns.sql
	getAllPatterns statement
	//go:embed sql/pattern/list_watching.sql
	listWatching statement
	//go:embed sql/pattern/find_pattern_numbers.sql
	findPatternNumbers statement
	//go:embed sql/pattern/put_pattern.sql
	putPattern statement
	//go:embed sql/pattern/put_body.sql
	putBody statement
	//go:embed sql/pattern/put_counts.sql
	putCounts statement
	//go:embed sql/pattern/record_entry.sql
	recordEntry statement
	//go:embed sql/pattern/record_watch.sql
	recordWatch statement
	//go:embed sql/pattern/record_change.sql
	recordChange statement
	//go:embed sql/pattern/find_last_changes.sql
	findLastChanges statement
)

// patternTx is the patterns of a project in one transaction that writes.
type patternTx struct {
	*tx
	factorLayer
	name string
}

var _ patterns.Tx = (*patternTx)(nil)

// ChangePatterns implements [patterns.Store].
func (s *Store) ChangePatterns(ctx context.Context, project string, create bool, now time.Time, work func(patterns.Tx) error) error {
	err, note := write.DeriveDeferred(ctx, writer{s}, project), ledger.NoteOf(ctx)
	if err == nil {
		err = s.write(ctx, func(t *tx) error {
			if create {
				if err := t.createProject(project, now); err != nil {
					return err
				}
			}
			l, err := t.derivedLayer(project)
			if err != nil {
				return err
			}
			if err := work(&patternTx{t, l, project}); err != nil {
				return err
			}
			return note.Put(ledger.Changed{}, t.PutEntry)
		})
	}
	if err != nil {
		return fmt.Errorf("change the patterns of project %q: %w", project, err)
	}
	note.Committed(ledger.Changed{})
	return nil
}

// Project implements [patterns.Tx].
func (t *patternTx) Project() string { return t.name }

// Rules implements [patterns.Tx].
func (t *patternTx) Rules() (contribution.Rules, error) { return t.rules, nil }

// Patterns implements [patterns.Tx].
func (t *patternTx) Patterns(keys []string) (map[string]patterns.Pattern, error) {
	out := make(map[string]patterns.Pattern, len(keys))
	st, p := getAllPatterns, params{"project": t.projectNumber}
	if keys != nil {
		st, p["keys"] = getPatterns, distinct(keys)
	}
	err := t.query(st, p, func(r *row) {
		one := r.pattern()
		out[one.Key] = one
	})
	return out, err
}

// PutPatterns implements [patterns.Tx].
func (t *patternTx) PutPatterns(put []patterns.Pattern) error {
	rows, bodies, keys := make([]params, len(put)), make([]params, len(put)), make([]string, len(put))
	for i, p := range put {
		row, err := patternParams(t.projectNumber, p)
		if err != nil {
			return err
		}
		body, err := patternBody(p)
		if err != nil {
			return err
		}
		rows[i], keys[i] = row, p.Key
		bodies[i] = params{
			"name": episodic.FoldCase(p.Name), "trigger": episodic.FoldCase(p.Trigger), "action": episodic.FoldCase(p.Action), "body": body,
		}
	}
	if err := t.execRows(putPattern, rows); err != nil {
		return err
	}
	numbers, err := t.patternNumbers(keys)
	if err != nil {
		return err
	}
	for i, key := range keys {
		bodies[i]["pattern"] = numbers[key]
	}
	if err := t.execRows(putBody, bodies); err != nil {
		return err
	}
	return t.putPlaces(put, numbers)
}

// putPlaces writes what patterns are found by.
func (t *patternTx) putPlaces(put []patterns.Pattern, numbers map[string]int64) error {
	var entries, watches []params
	var of []int64
	for _, p := range put {
		number := numbers[p.Key]
		of = append(of, number)
		for _, entry := range p.Entries() {
			entries = append(entries, params{"project": t.projectNumber, "entry": entry, "pattern": number})
		}
		for _, factor := range p.Watched() {
			watches = append(watches, params{"project": t.projectNumber, "factor": factor, "pattern": number})
		}
	}
	for _, st := range []statement{removeEntries, removeWatches} {
		if err := t.exec(st, params{"patterns": of}); err != nil {
			return err
		}
	}
	if err := t.execRows(recordEntry, entries); err != nil {
		return err
	}
	return t.execRows(recordWatch, watches)
}

// patternNumbers returns the numbers of patterns by key.
func (t *patternTx) patternNumbers(keys []string) (map[string]int64, error) {
	out := make(map[string]int64, len(keys))
	err := t.query(findPatternNumbers, params{"project": t.projectNumber, "keys": distinct(keys)}, func(r *row) {
		out[r.text("key")] = r.int64("number")
	})
	return out, err
}

// Watching implements [patterns.Tx].
func (t *patternTx) Watching(factors []string) (map[string]patterns.Pattern, error) {
	out := map[string]patterns.Pattern{}
	err := t.query(listWatching, params{"project": t.projectNumber, "factors": distinct(factors)}, func(r *row) {
		p := patterns.Pattern{
			Key: r.text("key"), CountedFrom: r.micros("counted_from"), Counts: r.patternCounts(), LastUsed: r.micros("last_used"),
		}
		p.Rule = patterns.SuccessRule(r.text("rule"))
		r.json("matches", &p.Matches)
		out[p.Key] = p
	})
	return out, err
}

// PutCounts implements [patterns.Tx].
func (t *patternTx) PutCounts(put []patterns.Pattern) error {
	return t.execAll(putCounts, len(put), func(i int) params { return countParams(t.projectNumber, put[i]) }, nil)
}

// RemovePatterns implements [patterns.Tx].
func (t *patternTx) RemovePatterns(keys []string) error {
	numbers, err := t.patternNumbers(keys)
	if err != nil || len(numbers) == 0 {
		return err
	}
	of := make([]int64, 0, len(numbers))
	for _, number := range numbers {
		of = append(of, number)
	}
	slices.Sort(of)
	return t.dropPatterns(of)
}

// PutChanges implements [patterns.Tx].
func (t *patternTx) PutChanges(changes []patterns.Change) error {
	rows := make([]params, len(changes))
	for i, c := range changes {
		body, err := json.Marshal(c)
		if err != nil {
			return fmt.Errorf("write a change of pattern %s: %w", c.Pattern, err)
		}
		rows[i] = params{"project": t.projectNumber, "pattern": c.Pattern, "number": c.Number, "body": string(body)}
	}
	return t.execRows(recordChange, rows)
}

// LastChanges implements [patterns.Tx].
func (t *patternTx) LastChanges(keys []string) (map[string]int, error) {
	out := make(map[string]int, len(keys))
	err := t.query(findLastChanges, params{"project": t.projectNumber, "patterns": distinct(keys)}, func(r *row) {
		if n := r.maybeInt64("number"); n > 0 {
			out[r.text("pattern")] = int(n)
		}
	})
	return out, err
}
