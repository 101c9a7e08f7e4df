package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
	"github.com/causeway-memory/causeway/patterns/match"
)

// MaxMerged is the most patterns in one merge.
const MaxMerged = 50

// Merge merges several patterns into one that has the matches of all of them, so an episode that was
// a trial of several is one trial of it. Of several applications in one episode the latest stays. The
// merged pattern starts as a candidate and the others are deprecated. Merge returns its key. Repeating
// a merge changes nothing.
//
// It returns ErrProjectNotFound, an error that wraps [episodic.ErrNotFound] for an unknown pattern, a
// [problem.InvalidError] for a merge of a pattern with itself or of patterns that contradict each
// other, and an error that wraps [episodic.ErrConflict] for deprecated patterns and for the name of a
// pattern that is not among them.
func (s *Service) Merge(ctx context.Context, r patterns.MergeRequest) (key string, err error) {
	if err := validateMerge(r); err != nil {
		return "", err
	}
	now := s.Instant()
	err = s.store.ChangePatterns(ctx, r.Project, false, now, func(tx patterns.Tx) error { return merge(r, tx, now) })
	if err != nil {
		return "", fmt.Errorf("merge %d patterns: %w", len(r.Keys), err)
	}
	return patterns.KeyOf(r.Name), nil
}

func validateMerge(r patterns.MergeRequest) error {
	var c patterns.Checker
	if len(r.Keys) < 2 || len(r.Keys) > MaxMerged {
		c.Invalid("patterns", "name 2 to %d patterns", MaxMerged)
	}
	for i, key := range r.Keys {
		if slices.Contains(r.Keys[:i], key) {
			c.Invalid(fmt.Sprintf("patterns[%d]", i), "%q is named twice; a pattern cannot be merged with itself", key)
		}
	}
	c.Name("name", r.Name)
	c.Text("reason", r.Reason, patterns.MaxSentence)
	return c.Err()
}

func merge(r patterns.MergeRequest, tx patterns.Tx, now time.Time) error {
	key := patterns.KeyOf(r.Name)
	found, err := tx.Patterns(text.Sorted(append(slices.Clone(r.Keys), key)))
	if err != nil {
		return err
	}
	of := make([]patterns.Pattern, len(r.Keys))
	for i, k := range r.Keys {
		p, there := found[k]
		if !there {
			return fmt.Errorf("pattern %q of %s: %w", k, tx.Project(), episodic.ErrNotFound)
		}
		of[i] = p
	}
	into, there := found[key]
	if there && mergedInto(of, key) {
		return nil
	}
	for _, p := range of {
		if p.Status == patterns.StatusDeprecated {
			return deprecated(p, tx)
		}
	}
	if there && !slices.Contains(r.Keys, key) {
		return fmt.Errorf("there is a pattern %q (%s) beside those that are merged: %w", into.Name, key, episodic.ErrConflict)
	}
	if err := contradicting(of); err != nil {
		return err
	}
	return write(r, tx, of, into, now)
}

// mergedInto reports whether the pattern of the key already supersedes all others.
func mergedInto(of []patterns.Pattern, key string) bool {
	return !slices.ContainsFunc(of, func(p patterns.Pattern) bool {
		return p.Key != key && (p.Status != patterns.StatusDeprecated || p.SupersededBy != key)
	})
}

// contradicting rejects patterns that cannot be merged.
func contradicting(of []patterns.Pattern) error {
	var c patterns.Checker
	for i, p := range of {
		at := fmt.Sprintf("patterns[%d]", i)
		switch first := of[0]; {
		case p.AntiPattern != first.AntiPattern:
			c.Invalid(at, "of %q and %q one says what to do and one what to avoid", first.Name, p.Name)
		case p.Rule != first.Rule:
			c.Invalid(at, "%q counts success by %s, and %q by %s; let them count by one rule first", first.Name, first.Rule, p.Name, p.Rule)
		}
		for _, other := range of {
			if slices.Contains(p.Related, patterns.Related{Relationship: patterns.Contradicts, Pattern: other.Key}) {
				c.Invalid(at, "%q contradicts %q", p.Name, other.Name)
			}
		}
	}
	return c.Err()
}

// write writes the merged pattern with its evidence and deprecates the others.
func write(r patterns.MergeRequest, tx patterns.Tx, of []patterns.Pattern, into patterns.Pattern, now time.Time) error {
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	next, change := made(r, match.NewFactorResolver(rules), of, into, now)
	if err := next.Validate(); err != nil {
		return err
	}
	if err := fits(next, tx); err != nil {
		return err
	}
	put, changes := []patterns.Pattern{next}, []patterns.Change{change}
	for _, p := range of {
		if p.Key != next.Key {
			changes = append(changes, Retire(&p, fmt.Sprintf("It was merged into %q.", next.Name), next.Key, now))
			put = append(put, p)
		}
	}
	if err := tx.PutPatterns(put); err != nil {
		return err
	}
	if err := unite(tx, r.Keys, next.Key); err != nil {
		return err
	}
	if _, err := evidence.Recount(tx, []string{next.Key}); err != nil {
		return err
	}
	return record(tx, changes...)
}

// made returns the merged pattern and its change.
func made(r patterns.MergeRequest, w match.FactorResolver, of []patterns.Pattern, into patterns.Pattern, now time.Time) (patterns.Pattern, patterns.Change) {
	first := of[0]
	change := patterns.Change{Pattern: patterns.KeyOf(r.Name), Kind: patterns.ChangeMerged, At: now, Before: into.Status, After: patterns.StatusCandidate, Reason: r.Reason}
	next := into
	if into.Key != "" {
		first = into
	} else {
		next = patterns.Pattern{Key: change.Pattern, Name: r.Name, Origin: patterns.OriginMerged, CreatedAt: now}
	}
	next.Definition = united(w, first, of)
	next.Version++
	next.UpdatedAt, next.Status, next.Last = now, patterns.StatusCandidate, nil
	if change.Before != patterns.StatusCandidate {
		next.StatusAt = now
	}
	next.Reason = "It was merged of others and is not validated since."
	for _, p := range of {
		if p.CountedFrom.After(next.CountedFrom) {
			next.CountedFrom = p.CountedFrom
		}
	}
	change.Version, change.Definition = next.Version, &next.Definition
	if change.Reason == "" {
		change.Reason = fmt.Sprintf("It was merged of %d patterns.", len(of))
	}
	return next, change
}

// unite copies the applications of several patterns to one, the latest of each episode.
func unite(tx patterns.Tx, of []string, into string) error {
	rows, err := tx.EvidenceOf(text.Sorted(of))
	if err != nil {
		return err
	}
	latest := map[string]patterns.Evidence{}
	for _, row := range rows {
		if row.Applied == nil {
			continue
		}
		if old, known := latest[row.Episode]; !known || row.Applied.At.After(old.Applied.At) {
			latest[row.Episode] = row
		}
	}
	put := make([]patterns.Evidence, 0, len(latest))
	for _, episode := range slices.Sorted(maps.Keys(latest)) {
		row := latest[episode]
		row.Pattern = into
		put = append(put, row)
	}
	if len(put) == 0 {
		return nil
	}
	return tx.PutEvidence(put)
}
