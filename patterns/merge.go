package patterns

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// MaxMerged is the most patterns that one call merges.
const MaxMerged = 50

// Merge makes one pattern of several. It is recognised by what any of them is recognised by, so
// that an episode that was a trial of several is one trial of it; of applications in one episode
// the latest stays. It begins as a candidate, and the others are deprecated by it. It returns the
// key. When all was merged so before, it changes nothing.
//
// It returns ErrProjectNotFound, an error that wraps [episodic.ErrNotFound] for an unknown pattern,
// an [episodic.InvalidError] for a merge of a pattern with itself or of patterns that contradict
// each other, and one that wraps [episodic.ErrConflict] for deprecated patterns and for the name
// of a pattern that is not among them.
func (s *Service) Merge(ctx context.Context, r MergeRequest) (key string, err error) {
	if err := r.validate(); err != nil {
		return "", err
	}
	now := s.instant()
	err = s.store.ChangePatterns(ctx, r.Project, false, now, func(tx Tx) error { return r.merge(tx, now) })
	if err != nil {
		return "", fmt.Errorf("merge %d patterns: %w", len(r.Keys), err)
	}
	return KeyOf(r.Name), nil
}

func (r MergeRequest) validate() error {
	var c checking
	if len(r.Keys) < 2 || len(r.Keys) > MaxMerged {
		c.invalid("patterns", "name 2 to %d patterns", MaxMerged)
	}
	for i, key := range r.Keys {
		if slices.Contains(r.Keys[:i], key) {
			c.invalid(fmt.Sprintf("patterns[%d]", i), "%q is named twice; a pattern cannot be merged with itself", key)
		}
	}
	c.name("name", r.Name)
	c.text("reason", r.Reason, MaxSentence)
	return refused(c.found)
}

func (r MergeRequest) merge(tx Tx, now time.Time) error {
	key := KeyOf(r.Name)
	found, err := tx.Patterns(sorted(append(slices.Clone(r.Keys), key)))
	if err != nil {
		return err
	}
	of := make([]Pattern, len(r.Keys))
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
		if p.Status == StatusDeprecated {
			return p.deprecated(tx)
		}
	}
	if there && !slices.Contains(r.Keys, key) {
		return fmt.Errorf("there is a pattern %q (%s) beside those that are merged: %w", into.Name, key, episodic.ErrConflict)
	}
	if err := contradicting(of); err != nil {
		return err
	}
	return r.write(tx, of, into, now)
}

// mergedInto reports whether all patterns but that of the key stand aside for it.
func mergedInto(of []Pattern, key string) bool {
	return !slices.ContainsFunc(of, func(p Pattern) bool {
		return p.Key != key && (p.Status != StatusDeprecated || p.SupersededBy != key)
	})
}

// contradicting refuses patterns that cannot be one.
func contradicting(of []Pattern) error {
	var c checking
	for i, p := range of {
		at := fmt.Sprintf("patterns[%d]", i)
		switch first := of[0]; {
		case p.AntiPattern != first.AntiPattern:
			c.invalid(at, "of %q and %q one says what to do and one what to avoid", first.Name, p.Name)
		case p.Rule != first.Rule:
			c.invalid(at, "%q counts success by %s, and %q by %s; let them count by one rule first", first.Name, first.Rule, p.Name, p.Rule)
		}
		for _, other := range of {
			if slices.Contains(p.Related, Related{Relationship: Contradicts, Pattern: other.Key}) {
				c.invalid(at, "%q contradicts %q", p.Name, other.Name)
			}
		}
	}
	return refused(c.found)
}

// write writes the merged pattern, its evidence, and what becomes of the others.
func (r MergeRequest) write(tx Tx, of []Pattern, into Pattern, now time.Time) error {
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	next, change := r.made(NewWorld(rules), of, into, now)
	if err := next.validate(); err != nil {
		return err
	}
	if err := next.fits(tx); err != nil {
		return err
	}
	put, changes := []Pattern{next}, []Change{change}
	for _, p := range of {
		if p.Key != next.Key {
			changes = append(changes, p.retire(fmt.Sprintf("It was merged into %q.", next.Name), next.Key, now))
			put = append(put, p)
		}
	}
	if err := tx.PutPatterns(put); err != nil {
		return err
	}
	if err := unite(tx, r.Keys, next.Key); err != nil {
		return err
	}
	if _, err := Recount(tx, []string{next.Key}); err != nil {
		return err
	}
	return record(tx, changes...)
}

// made returns the merged pattern and what is told of it in its history.
func (r MergeRequest) made(w World, of []Pattern, into Pattern, now time.Time) (Pattern, Change) {
	first := of[0]
	change := Change{Pattern: KeyOf(r.Name), Kind: ChangeMerged, At: now, Before: into.Status, After: StatusCandidate, Reason: r.Reason}
	next := into
	if into.Key != "" {
		first = into
	} else {
		next = Pattern{Key: change.Pattern, Name: r.Name, Origin: OriginMerged, CreatedAt: now}
	}
	next.Definition = united(w, first, of)
	next.Version++
	next.UpdatedAt, next.Status, next.Last = now, StatusCandidate, nil
	if change.Before != StatusCandidate {
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

// unite gives a pattern the applications of several, of each episode the latest.
func unite(tx Tx, of []string, into string) error {
	rows, err := tx.EvidenceOf(sorted(of))
	if err != nil {
		return err
	}
	latest := map[string]Evidence{}
	for _, row := range rows {
		if row.Applied == nil {
			continue
		}
		if old, known := latest[row.Episode]; !known || row.Applied.At.After(old.Applied.At) {
			latest[row.Episode] = row
		}
	}
	put := make([]Evidence, 0, len(latest))
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
