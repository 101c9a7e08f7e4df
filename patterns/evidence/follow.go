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

// Follow brings the evidence of patterns up to date with a write of episodes, in its transaction:
// put is what they tell of the factor layer now, gone are those that are not there any more and
// lose all evidence. A store calls it after [derive.Derive] with what the transaction was given
// to put, and not at all in a project without patterns.
func Follow(tx patterns.Tx, put []contribution.Contribution, gone []string) error {
	if len(put) == 0 && len(gone) == 0 {
		return nil
	}
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	f := following{Tx: tx, world: match.NewFactorResolver(rules), change: NewEvidenceChange()}
	if err := f.read(put, gone); err != nil || len(f.patterns) == 0 {
		return err
	}
	for _, c := range put {
		f.follow(f.world.Read(told(c)))
	}
	for _, id := range gone {
		for _, key := range f.of[id] {
			f.change.remove(f.before[patterns.EvidenceKey{Pattern: key, Episode: id}])
		}
	}
	return f.change.Apply(tx, f.patterns)
}

// told is what a contribution tells.
func told(c contribution.Contribution) patterns.Observed {
	return patterns.Observed{Episode: c.Episode, Seen: c.Seen, Outcome: c.Outcome, Errors: c.Errors, Observations: c.Observations}
}

// following is a write of episodes as it is followed.
type following struct {
	patterns.Tx

	world match.FactorResolver
	// patterns are those that the episodes may be evidence of, or are; watching are their keys by
	// the action that they watch, after merges.
	patterns map[string]patterns.Pattern
	watching map[factor.Identity][]string
	// before is the evidence as it was; of has the patterns of an episode in it.
	before map[patterns.EvidenceKey]patterns.Evidence
	of     map[string][]string
	change evidenceChange
}

// read reads the patterns that watch what the episodes tell, and what the episodes were evidence of.
func (f *following) read(put []contribution.Contribution, gone []string) error {
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
	f.patterns, err = f.Watching(f.world.Keys(slices.Collect(maps.Keys(factors))...))
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
		for _, action := range Actions(f.patterns[key], f.world) {
			f.watching[action] = append(f.watching[action], key)
		}
	}
	return f.readOthers(text.Sorted(others))
}

// readOthers reads patterns of which episodes are evidence though they tell no action of theirs.
func (f *following) readOthers(keys []string) error {
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

// Actions are the actions that a pattern watches, after merges, each once.
func Actions(p patterns.Pattern, w match.FactorResolver) []factor.Identity {
	var out []factor.Identity
	for _, m := range p.Matches {
		if action := w.Now(m.Action()); !slices.Contains(out, action) {
			out = append(out, action)
		}
	}
	return out
}

// follow finds what an episode is evidence of now.
func (f *following) follow(r *match.Reading) {
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
