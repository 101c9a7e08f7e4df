package patterns

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal"
)

// Follow brings the evidence of patterns up to date with a write of episodes, in its transaction:
// put is what they tell of the factor layer now, gone are those that are not there any more and
// lose all evidence. A store calls it after [causal.Derive] with what the transaction was given
// to put, and not at all in a project without patterns.
func Follow(tx Tx, put []causal.Contribution, gone []string) error {
	if len(put) == 0 && len(gone) == 0 {
		return nil
	}
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	f := following{Tx: tx, world: NewWorld(rules), change: newEvidenceChange()}
	if err := f.read(put, gone); err != nil || len(f.patterns) == 0 {
		return err
	}
	for _, c := range put {
		f.follow(f.world.Read(told(c)))
	}
	for _, id := range gone {
		for _, key := range f.of[id] {
			f.change.remove(f.before[EvidenceKey{Pattern: key, Episode: id}])
		}
	}
	return f.change.apply(tx, f.patterns)
}

// told is what a contribution tells.
func told(c causal.Contribution) Told {
	return Told{Episode: c.Episode, Seen: c.Seen, Outcome: c.Outcome, Errors: c.Errors, Observations: c.Observations}
}

// following is a write of episodes as it is followed.
type following struct {
	Tx

	world World
	// patterns are those that the episodes may be evidence of, or are; watching are their keys by
	// the action that they watch, after merges.
	patterns map[string]Pattern
	watching map[causal.Identity][]string
	// before is the evidence as it was; of has the patterns of an episode in it.
	before map[EvidenceKey]Evidence
	of     map[string][]string
	change evidenceChange
}

// read reads the patterns that watch what the episodes tell, and what the episodes were evidence of.
func (f *following) read(put []causal.Contribution, gone []string) error {
	ids, factors := slices.Clone(gone), map[causal.Identity]bool{}
	for _, c := range put {
		ids = append(ids, c.Episode)
		for _, o := range c.Observations {
			factors[o.Identity] = true
		}
	}
	rows, err := f.EvidenceIn(sorted(ids))
	if err != nil {
		return err
	}
	f.patterns, err = f.Watching(f.world.Keys(slices.Collect(maps.Keys(factors))...))
	if err != nil {
		return err
	}
	f.before, f.of = make(map[EvidenceKey]Evidence, len(rows)), map[string][]string{}
	var others []string
	for _, row := range rows {
		f.before[row.key()] = row
		f.of[row.Episode] = append(f.of[row.Episode], row.Pattern)
		if _, known := f.patterns[row.Pattern]; !known {
			others = append(others, row.Pattern)
		}
	}
	f.watching = map[causal.Identity][]string{}
	for _, key := range slices.Sorted(maps.Keys(f.patterns)) {
		for _, action := range f.patterns[key].actions(f.world) {
			f.watching[action] = append(f.watching[action], key)
		}
	}
	return f.readOthers(sorted(others))
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
		f.patterns = make(map[string]Pattern, len(found))
	}
	maps.Copy(f.patterns, found)
	return nil
}

// actions are the actions that a pattern watches, after merges, each once.
func (p Pattern) actions(w World) []causal.Identity {
	var out []causal.Identity
	for _, m := range p.Matches {
		if action := w.Now(m.Action()); !slices.Contains(out, action) {
			out = append(out, action)
		}
	}
	return out
}

// follow finds what an episode is evidence of now.
func (f *following) follow(r *Reading) {
	keys := slices.Clone(f.of[r.Episode])
	for _, factor := range r.factors {
		keys = append(keys, f.watching[factor]...)
	}
	for _, key := range sorted(keys) {
		p, there := f.patterns[key]
		if !there {
			continue
		}
		before, was := f.before[EvidenceKey{Pattern: key, Episode: r.Episode}]
		f.change.step(before, was, p.evidence(r, before.Applied))
	}
}
