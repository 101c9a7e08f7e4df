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

// recountBatch is the number of patterns that are counted in one pass over the episodes.
const recountBatch = 250

// Recount rebuilds the evidence of patterns (all patterns of the project if keys is nil) from all
// present episodes and writes the differences. It returns the number of rows of evidence and of
// counts that differed, which is 0 unless the patterns or the rules changed.
func Recount(tx patterns.Tx, keys []string) (mended int, err error) {
	found, err := tx.Patterns(keys)
	if err != nil || len(found) == 0 {
		return 0, err
	}
	rules, err := tx.Rules()
	if err != nil {
		return 0, err
	}
	resolver := match.NewFactorResolver(rules)
	for some := range slices.Chunk(slices.Sorted(maps.Keys(found)), recountBatch) {
		r := recounting{Tx: tx, resolver: resolver, keys: some, patterns: found, change: NewChange()}
		n, err := r.recount()
		if err != nil {
			return mended, err
		}
		mended += n
	}
	return mended, nil
}

// recounting recounts one batch of patterns.
type recounting struct {
	patterns.Tx

	resolver match.FactorResolver
	keys     []string
	patterns map[string]patterns.Pattern
	change   Change
}

func (r *recounting) recount() (mended int, err error) {
	before, err := r.EvidenceOf(r.keys)
	if err != nil {
		return 0, err
	}
	episodes, err := r.read(before)
	if err != nil {
		return 0, err
	}
	after := r.evidence(episodes, byPattern(before))
	known := make(map[patterns.EvidenceKey]patterns.Evidence, len(before))
	for _, row := range before {
		known[row.Key()] = row
	}
	for _, row := range after {
		was, there := known[row.Key()]
		r.change.Step(was, there, &row)
		delete(known, row.Key())
	}
	for _, row := range known {
		r.change.remove(row)
	}
	return r.write(byPattern(after))
}

// read returns readings of the episodes that may be trials and of those with applications.
func (r *recounting) read(before []patterns.Evidence) (map[string]*match.Reading, error) {
	var actions []factor.Identity
	var matches []patterns.Match
	for _, key := range r.keys {
		actions = append(actions, Actions(r.patterns[key], r.resolver)...)
		matches = append(matches, r.patterns[key].Matches...)
	}
	variables := r.resolver.Variables(matches...)
	out := map[string]*match.Reading{}
	if len(actions) > 0 {
		found, err := r.Observed(r.resolver.Keys(actions...), nil, variables)
		if err != nil {
			return nil, err
		}
		for _, o := range found {
			out[o.Episode] = r.resolver.Read(o)
		}
	}
	var applied []string
	for _, row := range before {
		if _, known := out[row.Episode]; row.Applied != nil && !known {
			applied = append(applied, row.Episode)
		}
	}
	if len(applied) == 0 {
		return out, nil
	}
	found, err := r.Observed(nil, text.Sorted(applied), variables)
	for _, o := range found {
		out[o.Episode] = r.resolver.Read(o)
	}
	return out, err
}

// evidence returns the patterns' evidence in the episodes. An application whose episode was not
// read, because the layer is being rebuilt, stays as it is.
func (r *recounting) evidence(episodes map[string]*match.Reading, before map[string][]patterns.Evidence) []patterns.Evidence {
	having := map[factor.Identity][]*match.Reading{}
	for _, id := range slices.Sorted(maps.Keys(episodes)) {
		for _, factor := range episodes[id].Factors {
			having[factor] = append(having[factor], episodes[id])
		}
	}
	var out []patterns.Evidence
	for _, key := range r.keys {
		p := r.patterns[key]
		done := map[string]bool{}
		for _, row := range before[key] {
			if row.Applied == nil {
				continue
			}
			done[row.Episode] = true
			if reading, known := episodes[row.Episode]; known {
				out = append(out, *match.Evidence(p, reading, row.Applied))
			} else {
				out = append(out, row)
			}
		}
		for _, action := range Actions(p, r.resolver) {
			for _, reading := range having[action] {
				if done[reading.Episode] {
					continue
				}
				done[reading.Episode] = true
				if row := match.Evidence(p, reading, nil); row != nil {
					out = append(out, *row)
				}
			}
		}
	}
	return out
}

// write writes the differences and counts from scratch.
func (r *recounting) write(after map[string][]patterns.Evidence) (mended int, err error) {
	mended = len(r.change.put) + len(r.change.gone)
	r.change.delta = nil
	if err := r.change.Apply(r.Tx, nil); err != nil {
		return 0, err
	}
	var out []patterns.Pattern
	for _, key := range r.keys {
		p := r.patterns[key]
		was, used := p.Counts, p.LastUsed
		if p.Tally(after[key]); p.Counts != was || !p.LastUsed.Equal(used) {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return mended, nil
	}
	return mended + len(out), r.PutCounts(out)
}

// FollowRules updates the evidence of patterns after a change of the rules about factors, in the
// same transaction: the new rules are written, and the contributions of episodes may not be
// derived from them yet. It recounts only the patterns that the change can affect.
func FollowRules(tx patterns.Tx, before, after contribution.Rules) error {
	touched := touchedVariables(before, after)
	if len(touched) == 0 {
		return nil
	}
	all, err := tx.Patterns(nil)
	if err != nil {
		return err
	}
	resolvers := []match.FactorResolver{match.NewFactorResolver(before), match.NewFactorResolver(after)}
	keys := []string{}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		for _, resolver := range resolvers {
			if slices.ContainsFunc(resolver.Variables(all[key].Matches...), func(name string) bool { return touched[name] }) {
				keys = append(keys, key)
				break
			}
		}
	}
	if len(keys) == 0 {
		return nil
	}
	_, err = Recount(tx, keys)
	return err
}

// touchedVariables returns the variables that episodes read differently under the new rules: one of
// their states was merged or split, or their absent state changed.
func touchedVariables(before, after contribution.Rules) map[string]bool {
	out := map[string]bool{}
	was, now := match.NewFactorResolver(before), match.NewFactorResolver(after)
	for _, m := range slices.Concat(before.Merges, after.Merges) {
		if a, b := was.Now(m.From), now.Now(m.From); a != b {
			out[m.From.Variable], out[a.Variable], out[b.Variable] = true, true, true
		}
	}
	for _, pair := range [][2]match.FactorResolver{{was, now}, {now, was}} {
		for name, state := range pair[0].Absent {
			if other, closed := pair[1].Absent[name]; !closed || other != state {
				out[name] = true
			}
		}
	}
	return out
}
