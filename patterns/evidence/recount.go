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

// recountBatch is how many patterns are counted from one reading of the episodes.
const recountBatch = 250

// Recount makes the evidence of patterns anew from what all present episodes tell, all patterns of
// the project when keys is nil, and writes what differs. It returns how many rows differed, of
// evidence and of counts: none, unless the patterns or the rules changed.
func Recount(tx patterns.Tx, keys []string) (mended int, err error) {
	found, err := tx.Patterns(keys)
	if err != nil || len(found) == 0 {
		return 0, err
	}
	rules, err := tx.Rules()
	if err != nil {
		return 0, err
	}
	world := match.NewFactorResolver(rules)
	for some := range slices.Chunk(slices.Sorted(maps.Keys(found)), recountBatch) {
		r := recounting{Tx: tx, world: world, keys: some, patterns: found, change: NewEvidenceChange()}
		n, err := r.recount()
		if err != nil {
			return mended, err
		}
		mended += n
	}
	return mended, nil
}

// recounting is one batch of patterns as they are counted.
type recounting struct {
	patterns.Tx

	world    match.FactorResolver
	keys     []string
	patterns map[string]patterns.Pattern
	change   evidenceChange
}

func (r *recounting) recount() (mended int, err error) {
	before, err := r.EvidenceOf(r.keys)
	if err != nil {
		return 0, err
	}
	held, err := r.read(before)
	if err != nil {
		return 0, err
	}
	after := r.evidence(held, byPattern(before))
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

// read returns the episodes that may be trials, and those of applications, as they read now.
func (r *recounting) read(before []patterns.Evidence) (map[string]*match.Reading, error) {
	var actions []factor.Identity
	var matches []patterns.Match
	for _, key := range r.keys {
		actions = append(actions, Actions(r.patterns[key], r.world)...)
		matches = append(matches, r.patterns[key].Matches...)
	}
	variables := r.world.Variables(matches...)
	out := map[string]*match.Reading{}
	if len(actions) > 0 {
		held, err := r.Observed(r.world.Keys(actions...), nil, variables)
		if err != nil {
			return nil, err
		}
		for _, t := range held {
			out[t.Episode] = r.world.Read(t)
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
	told, err := r.Observed(nil, text.Sorted(applied), variables)
	for _, t := range told {
		out[t.Episode] = r.world.Read(t)
	}
	return out, err
}

// evidence is what the episodes are to the patterns. An application of which the episode is not
// told, because the layer is being made anew, stays as it is.
func (r *recounting) evidence(held map[string]*match.Reading, before map[string][]patterns.Evidence) []patterns.Evidence {
	having := map[factor.Identity][]*match.Reading{}
	for _, id := range slices.Sorted(maps.Keys(held)) {
		for _, factor := range held[id].Factors {
			having[factor] = append(having[factor], held[id])
		}
	}
	var out []patterns.Evidence
	for _, key := range r.keys {
		p := r.patterns[key]
		applied, looked := map[string]*patterns.Application{}, map[string]bool{}
		for _, row := range before[key] {
			if row.Applied == nil {
				continue
			}
			applied[row.Episode], looked[row.Episode] = row.Applied, true
			if reading, told := held[row.Episode]; told {
				out = append(out, *match.Evidence(p, reading, row.Applied))
			} else {
				out = append(out, row)
			}
		}
		for _, action := range Actions(p, r.world) {
			for _, reading := range having[action] {
				if looked[reading.Episode] {
					continue
				}
				looked[reading.Episode] = true
				if row := match.Evidence(p, reading, nil); row != nil {
					out = append(out, *row)
				}
			}
		}
	}
	return out
}

// write writes what differs, and counts from scratch.
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

// FollowRules brings the evidence of patterns up to date with a change of what people decided
// about factors, in its transaction: the rules are put, and what episodes contribute may not be
// derived anew yet. Only patterns are counted again that such a change can be seen in.
func FollowRules(tx patterns.Tx, before, after contribution.Rules) error {
	touched := touchedVariables(before, after)
	if len(touched) == 0 {
		return nil
	}
	all, err := tx.Patterns(nil)
	if err != nil {
		return err
	}
	worlds := []match.FactorResolver{match.NewFactorResolver(before), match.NewFactorResolver(after)}
	keys := []string{}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		for _, w := range worlds {
			if slices.ContainsFunc(w.Variables(all[key].Matches...), func(name string) bool { return touched[name] }) {
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

// touchedVariables are those of which episodes tell otherwise: a state of them is taken for
// another factor now, or another one for theirs, or what is not told of them means another thing.
func touchedVariables(before, after contribution.Rules) map[string]bool {
	out := map[string]bool{}
	was, now := match.NewFactorResolver(before), match.NewFactorResolver(after)
	for _, m := range slices.Concat(before.Merges, after.Merges) {
		if a, b := was.Now(m.From), now.Now(m.From); a != b {
			out[m.From.Variable], out[a.Variable], out[b.Variable] = true, true, true
		}
	}
	for _, worlds := range [][2]match.FactorResolver{{was, now}, {now, was}} {
		for name, state := range worlds[0].Absent {
			if other, closed := worlds[1].Absent[name]; !closed || other != state {
				out[name] = true
			}
		}
	}
	return out
}
