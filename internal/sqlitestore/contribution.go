package sqlitestore

import (
	_ "embed"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/causal/find_contributions.sql
	findContributions statement
	//go:embed sql/causal/list_observations.sql
	listObservations statement
	//go:embed sql/causal/list_supports.sql
	listSupports statement
	//go:embed sql/causal/remove_observations.sql
	removeObservations statement
	//go:embed sql/causal/remove_supports.sql
	removeSupports statement
	//go:embed sql/causal/remove_contributions.sql
	removeContributions statement
	//go:embed sql/causal/record_contribution.sql
	recordContribution statement
	//go:embed sql/causal/record_observation.sql
	recordObservation statement
	//go:embed sql/causal/record_support.sql
	recordSupport statement
	//go:embed sql/causal/note_instance.sql
	noteInstance statement
	//go:embed sql/causal/unmark_episodes.sql
	unmarkEpisodes statement
)

// Contributions implements [derive.Tx]. What episodes contributed to a layer that
// was replaced does not count.
func (d *derivation) Contributions(ids []string) (map[string]contribution.Contribution, error) {
	found := map[int64]*contribution.Contribution{}
	err := d.query(findContributions, params{"project": d.projectNumber, "ids": distinct(ids)}, func(r *row) {
		id, number := r.text("id"), r.int64("number")
		d.episodes[id], d.marked[id] = number, r.flag("underived")
		layer := r.maybeInt64("layer")
		d.contributed[id] = layer != 0
		if layer == d.number {
			found[number] = &contribution.Contribution{
				Episode: id, Outcome: episodic.Outcome(r.text("outcome")), Seen: r.micros("seen"),
				Errors: r.flag("errors"), SelfLinks: r.integer("self_links"),
			}
		}
	})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	if err := d.addObservations(found); err != nil {
		return nil, err
	}
	out := make(map[string]contribution.Contribution, len(found))
	for _, c := range found {
		out[c.Episode] = *c
	}
	return out, nil
}

// addObservations reads the rows of contributions, by the number of the episode.
func (d *derivation) addObservations(found map[int64]*contribution.Contribution) error {
	numbers := make([]int64, 0, len(found))
	for number := range found {
		numbers = append(numbers, number)
	}
	p := params{"episodes": numbers}
	err := d.query(listObservations, p, func(r *row) {
		c := found[r.int64("episode")]
		c.Observations = append(c.Observations, contribution.Observation{
			Identity: r.identity("variable", "state"), Kinds: readKinds(r.integer("kinds")), Order: r.maybeOrder("at"),
		})
	})
	if err != nil {
		return err
	}
	return d.query(listSupports, p, func(r *row) {
		c := found[r.int64("episode")]
		c.Supports = append(c.Supports, contribution.Support{
			Source: r.identity("source_variable", "source_state"), Target: r.identity("target_variable", "target_state"),
			Relation: word(r, "relation", relations()), Basis: word(r, "basis", bases()),
		})
	})
}

// kindBits are the kinds of an observation as a number.
func kindBits(k factor.KindCounts) int {
	return k.Decision | k.Event<<1 | k.Outcome<<2 | k.Context<<3
}

func readKinds(b int) factor.KindCounts {
	return factor.KindCounts{Decision: b & 1, Event: b >> 1 & 1, Outcome: b >> 2 & 1, Context: b >> 3 & 1}
}

// PutContributions implements [derive.Tx].
func (d *derivation) PutContributions(put []contribution.Contribution, gone []string, graph int) error {
	if err := d.removeContributions(put, gone); err != nil {
		return err
	}
	supports, err := d.makeLinks(put)
	if err != nil {
		return err
	}
	err = d.execAll(recordContribution, len(put), func(i int) params {
		return params{
			"episode": d.episodes[put[i].Episode], "layer": d.number, "graph": graph, "outcome": string(put[i].Outcome),
			"seen": microsOrNull(put[i].Seen), "errors": put[i].Errors, "self_links": put[i].SelfLinks,
		}
	}, nil)
	if err != nil {
		return err
	}
	for i, c := range put {
		if err := d.putContribution(c, supports[i]); err != nil {
			return err
		}
	}
	return nil
}

// removeContributions removes the rows of what episodes contributed, to whatever layer, and
// the marks.
func (d *derivation) removeContributions(put []contribution.Contribution, gone []string) error {
	var marked, old []int64
	note := func(id string) {
		number, known := d.episodes[id]
		if !known {
			return
		}
		if d.marked[id] {
			marked = append(marked, number)
		}
		if d.contributed[id] {
			old = append(old, number)
		}
		d.contributed[id] = true
	}
	for _, c := range put {
		note(c.Episode)
	}
	for _, id := range gone {
		note(id)
	}
	if len(marked) > 0 {
		if err := d.exec(unmarkEpisodes, params{"episodes": marked}); err != nil {
			return err
		}
	}
	return d.dropContributions(old)
}

// dropContributions removes what episodes contributed without a look at what follows from it.
func (t *tx) dropContributions(episodes []int64) error {
	if len(episodes) == 0 {
		return nil
	}
	for _, st := range []statement{removeSupports, removeObservations, removeContributions} {
		if err := t.exec(st, params{"episodes": episodes}); err != nil {
			return err
		}
	}
	return nil
}

// makeLinks makes the rows of links that contributions support and that are not there. It
// returns the numbers of what each contribution supports.
func (d *derivation) makeLinks(put []contribution.Contribution) ([][]int64, error) {
	var keys []string
	ends := map[string]contribution.Support{}
	of := make([][]string, len(put))
	for i, c := range put {
		for _, s := range c.Supports {
			key := s.Link()
			of[i] = append(of[i], key)
			if _, seen := ends[key]; !seen {
				keys = append(keys, key)
				ends[key] = s
			}
		}
	}
	if err := d.findLinks(keys); err != nil {
		return nil, err
	}
	keys = slices.DeleteFunc(keys, func(key string) bool { return d.links[key] != 0 })
	if err := d.findEnds(keys, ends); err != nil {
		return nil, err
	}
	for _, key := range keys {
		s := ends[key]
		if err := d.makeLink(key, s.Source, s.Relation, s.Target); err != nil {
			return nil, err
		}
		d.stubs[key] = true
	}
	numbers := make([][]int64, len(put))
	for i := range of {
		for _, key := range of[i] {
			numbers[i] = append(numbers[i], d.links[key])
		}
	}
	return numbers, nil
}

// findEnds reads the factors at the ends of links that no episode of this change has: those of
// occurrences in other episodes.
func (d *derivation) findEnds(keys []string, ends map[string]contribution.Support) error {
	var unknown []string
	for _, key := range keys {
		for _, end := range []factor.Identity{ends[key].Source, ends[key].Target} {
			if d.factors[end] == 0 {
				unknown = append(unknown, end.Key())
			}
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	_, err := d.Factors(distinct(unknown))
	return err
}

// putContribution writes the rows of what an episode contributes. supports are the numbers of
// the links that it supports.
func (d *derivation) putContribution(c contribution.Contribution, supports []int64) error {
	p := params{"episode": d.episodes[c.Episode], "seen": microsOrNull(c.Seen)}
	keys, count := make([]string, 0, len(c.Instances)), make(map[int64]int, len(c.Observations))
	for key, identity := range c.Instances {
		keys = append(keys, key)
		count[d.factors[identity]]++
	}
	err := d.execAll(recordObservation, len(c.Observations), func(i int) params {
		o := c.Observations[i]
		factor := d.factors[o.Identity]
		p["factor"], p["variable"], p["kinds"] = factor, d.factorVariables[factor], kindBits(o.Kinds)
		p["instances"], p["at"] = count[factor], orderOrNull(o.Order)
		return p
	}, nil)
	if err != nil {
		return err
	}
	err = d.execAll(recordSupport, len(c.Supports), func(i int) params {
		p["link"], p["basis"] = supports[i], slices.Index(bases(), c.Supports[i].Basis)
		return p
	}, nil)
	if err != nil {
		return err
	}
	return d.execAll(noteInstance, len(keys), func(i int) params {
		_, short, _ := episodic.SplitKey(keys[i])
		p["short"], p["factor"] = short, d.factors[c.Instances[keys[i]]]
		return p
	}, nil)
}

// microsOrNull is an instant in microseconds as a parameter; the zero time is null.
func microsOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMicro()
}

func orderOrNull(order *int64) any {
	if order == nil {
		return nil
	}
	return *order
}
