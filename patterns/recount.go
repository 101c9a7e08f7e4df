package patterns

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal"
)

// recountBatch is how many patterns are counted from one reading of the episodes.
const recountBatch = 250

// Recount makes the evidence of patterns anew from what all present episodes tell, all patterns of
// the project when keys is nil, and writes what differs. It returns how many rows differed, of
// evidence and of counts: none, unless the patterns or the rules changed.
func Recount(tx Tx, keys []string) (mended int, err error) {
	found, err := tx.Patterns(keys)
	if err != nil || len(found) == 0 {
		return 0, err
	}
	rules, err := tx.Rules()
	if err != nil {
		return 0, err
	}
	world := NewWorld(rules)
	for some := range slices.Chunk(slices.Sorted(maps.Keys(found)), recountBatch) {
		r := recounting{Tx: tx, world: world, keys: some, patterns: found, change: newEvidenceChange()}
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
	Tx

	world    World
	keys     []string
	patterns map[string]Pattern
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
	known := make(map[EvidenceKey]Evidence, len(before))
	for _, row := range before {
		known[row.key()] = row
	}
	for _, row := range after {
		was, there := known[row.key()]
		r.change.step(was, there, &row)
		delete(known, row.key())
	}
	for _, row := range known {
		r.change.remove(row)
	}
	return r.write(byPattern(after))
}

// read returns the episodes that may be trials, and those of applications, as they read now.
func (r *recounting) read(before []Evidence) (map[string]*Reading, error) {
	var actions []causal.Identity
	var matches []Match
	for _, key := range r.keys {
		actions = append(actions, r.patterns[key].actions(r.world)...)
		matches = append(matches, r.patterns[key].Matches...)
	}
	variables := r.world.Variables(matches...)
	out := map[string]*Reading{}
	if len(actions) > 0 {
		held, err := r.Holding(r.world.Keys(actions...), nil, variables)
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
	told, err := r.Holding(nil, sorted(applied), variables)
	for _, t := range told {
		out[t.Episode] = r.world.Read(t)
	}
	return out, err
}

// evidence is what the episodes are to the patterns. An application of which the episode is not
// told, because the layer is being made anew, stays as it is.
func (r *recounting) evidence(held map[string]*Reading, before map[string][]Evidence) []Evidence {
	having := map[causal.Identity][]*Reading{}
	for _, id := range slices.Sorted(maps.Keys(held)) {
		for _, factor := range held[id].factors {
			having[factor] = append(having[factor], held[id])
		}
	}
	var out []Evidence
	for _, key := range r.keys {
		p := r.patterns[key]
		applied, looked := map[string]*Application{}, map[string]bool{}
		for _, row := range before[key] {
			if row.Applied == nil {
				continue
			}
			applied[row.Episode], looked[row.Episode] = row.Applied, true
			if reading, told := held[row.Episode]; told {
				out = append(out, *p.evidence(reading, row.Applied))
			} else {
				out = append(out, row)
			}
		}
		for _, action := range p.actions(r.world) {
			for _, reading := range having[action] {
				if looked[reading.Episode] {
					continue
				}
				looked[reading.Episode] = true
				if row := p.evidence(reading, nil); row != nil {
					out = append(out, *row)
				}
			}
		}
	}
	return out
}

// write writes what differs, and counts from scratch.
func (r *recounting) write(after map[string][]Evidence) (mended int, err error) {
	mended = len(r.change.put) + len(r.change.gone)
	r.change.delta = nil
	if err := r.change.apply(r.Tx, nil); err != nil {
		return 0, err
	}
	var out []Pattern
	for _, key := range r.keys {
		p := r.patterns[key]
		was, used := p.Counts, p.LastUsed
		if p.tally(after[key]); p.Counts != was || !p.LastUsed.Equal(used) {
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
func FollowRules(tx Tx, before, after causal.Rules) error {
	touched := touchedVariables(before, after)
	if len(touched) == 0 {
		return nil
	}
	all, err := tx.Patterns(nil)
	if err != nil {
		return err
	}
	worlds := []World{NewWorld(before), NewWorld(after)}
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
func touchedVariables(before, after causal.Rules) map[string]bool {
	out := map[string]bool{}
	was, now := NewWorld(before), NewWorld(after)
	for _, m := range slices.Concat(before.Merges, after.Merges) {
		if a, b := was.Now(m.From), now.Now(m.From); a != b {
			out[m.From.Variable], out[a.Variable], out[b.Variable] = true, true, true
		}
	}
	for _, worlds := range [][2]World{{was, now}, {now, was}} {
		for name, state := range worlds[0].absent {
			if other, closed := worlds[1].absent[name]; !closed || other != state {
				out[name] = true
			}
		}
	}
	return out
}
