package evidence

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/match"
)

// Follow updates the evidence of patterns after a write of episodes, in the same transaction: put
// is what the episodes contribute to the factor layer now, gone are the deleted episodes, which
// lose all evidence. Of several contributions of one episode the last counts. A store calls Follow
// after [derive.Derive] with everything that the transaction put, and skips it in a project
// without patterns.
func Follow(tx patterns.Tx, put []contribution.Contribution, gone []string) error {
	if len(put) == 0 && len(gone) == 0 {
		return nil
	}
	put = latest(put)
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	f := evidenceUpdate{Tx: tx, resolver: match.NewFactorResolver(rules), change: NewChange()}
	if err := f.read(put, gone); err != nil || len(f.patterns) == 0 {
		return err
	}
	for _, c := range put {
		f.update(f.resolver.Read(observed(c)))
	}
	for _, id := range gone {
		for _, key := range f.of[id] {
			f.change.remove(f.before[patterns.EvidenceKey{Pattern: key, Episode: id}])
		}
	}
	return f.change.Apply(tx, f.patterns)
}

// latest returns the last contribution of each episode, in the order of put.
func latest(put []contribution.Contribution) []contribution.Contribution {
	last := make(map[string]int, len(put))
	for i, c := range put {
		last[c.Episode] = i
	}
	if len(last) == len(put) {
		return put
	}
	out := make([]contribution.Contribution, 0, len(last))
	for i, c := range put {
		if last[c.Episode] == i {
			out = append(out, c)
		}
	}
	return out
}

// observed returns what a contribution says about its episode.
func observed(c contribution.Contribution) patterns.Observed {
	return patterns.Observed{Episode: c.Episode, Seen: c.Seen, Outcome: c.Outcome, Errors: c.Errors, Observations: c.Observations}
}

// evidenceUpdate updates the evidence after one write of episodes.
type evidenceUpdate struct {
	patterns.Tx

	resolver match.FactorResolver
	// patterns are those that the episodes are or may become evidence of; watching has their keys
	// by watched action, after merges.
	patterns map[string]patterns.Pattern
	watching map[factor.Identity][]string
	// before is the evidence before the write; of lists its patterns by episode.
	before map[patterns.EvidenceKey]patterns.Evidence
	of     map[string][]string
	change Change
}

// read reads the patterns that watch a factor of the episodes, and the episodes' previous evidence.
func (f *evidenceUpdate) read(put []contribution.Contribution, gone []string) error {
	ids, factors := slices.Clone(gone), map[factor.Identity]bool{}
	for _, c := range put {
		ids = append(ids, c.Episode)
		for _, o := range c.Observations {
			factors[o.Identity] = true
		}
	}
	rows, err := f.EvidenceIn(text.Sorted(ids))
	if err != nil {
		return err
	}
	f.patterns, err = f.Watching(f.resolver.Keys(slices.Collect(maps.Keys(factors))...))
	if err != nil {
		return err
	}
	f.before, f.of = make(map[patterns.EvidenceKey]patterns.Evidence, len(rows)), map[string][]string{}
	var others []string
	for _, row := range rows {
		f.before[row.Key()] = row
		f.of[row.Episode] = append(f.of[row.Episode], row.Pattern)
		if _, known := f.patterns[row.Pattern]; !known {
			others = append(others, row.Pattern)
		}
	}
	f.watching = map[factor.Identity][]string{}
	for _, key := range slices.Sorted(maps.Keys(f.patterns)) {
		for _, action := range Actions(f.patterns[key], f.resolver) {
			f.watching[action] = append(f.watching[action], key)
		}
	}
	return f.readOthers(text.Sorted(others))
}

// readOthers reads patterns that have an episode as evidence although none of their actions
// occurs in it.
func (f *evidenceUpdate) readOthers(keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	found, err := f.Patterns(keys)
	if err != nil {
		return err
	}
	if f.patterns == nil {
		f.patterns = make(map[string]patterns.Pattern, len(found))
	}
	maps.Copy(f.patterns, found)
	return nil
}

// Actions returns the distinct actions that a pattern watches, after merges.
func Actions(p patterns.Pattern, resolver match.FactorResolver) []factor.Identity {
	var out []factor.Identity
	for _, m := range p.Matches {
		if action := resolver.Now(m.Action()); !slices.Contains(out, action) {
			out = append(out, action)
		}
	}
	return out
}

// update finds the patterns that an episode is evidence of now.
func (f *evidenceUpdate) update(r *match.Reading) {
	keys := slices.Clone(f.of[r.Episode])
	for _, factor := range r.Factors {
		keys = append(keys, f.watching[factor]...)
	}
	for _, key := range text.Sorted(keys) {
		p, there := f.patterns[key]
		if !there {
			continue
		}
		before, was := f.before[patterns.EvidenceKey{Pattern: key, Episode: r.Episode}]
		f.change.Step(before, was, match.Evidence(p, r, before.Applied))
	}
}
