package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/causeway-memory/causeway/causal/doubt"
	"github.com/causeway-memory/causeway/causal/estimation"
)

// madeForDoubts is the number of networks drawn for the doubts beside the sampled ones.
const madeForDoubts = 20

// doubtTally is what doubts found in records with one damage.
type doubtTally struct {
	damage string
	timed  bool
	// wrong is how many links were removed, turned round or added, found how many of them a doubt names.
	wrong, found int
	// telling is how many of these the counts or the times can tell: of links that are turned round without times, those that point the same way in
	// every graph with the independences of the true one. toldFound is how many of them a doubt names.
	telling, toldFound int
	// proposed is the number of doubts, mistaken how many of them name what was not damaged.
	proposed, mistaken int
	// causes is the number of true causes asked about, denied of how many the links say that they lead nowhere,
	// unmarked how many of these no doubt reopens.
	causes, denied, unmarked int
	// unsaid is how many of these do not even rest on the direction of a single link which nothing tells.
	unsaid int
	// nonCauses is the number of variables that lead nowhere and that the links do not join, reopened of how many a doubt says otherwise, resting how many
	// of the others rest on the direction of a single link which nothing tells.
	nonCauses, reopened, resting int
}

// sum adds what doubts found in other records with the same damage.
func (t *doubtTally) sum(o doubtTally) {
	t.wrong, t.found, t.telling, t.toldFound = t.wrong+o.wrong, t.found+o.found, t.telling+o.telling, t.toldFound+o.toldFound
	t.proposed, t.mistaken, t.causes, t.denied, t.unmarked = t.proposed+o.proposed, t.mistaken+o.mistaken, t.causes+o.causes, t.denied+o.denied, t.unmarked+o.unmarked
	t.unsaid, t.nonCauses, t.reopened, t.resting = t.unsaid+o.unsaid, t.nonCauses+o.nonCauses, t.reopened+o.reopened, t.resting+o.resting
}

// doubtDamages are the damages that doubts are to find: a tenth of the links.
func doubtDamages() []damage {
	nothing := func(*world, *record, *rand.Rand) {}
	all := []damage{{"none", "", nothing}}
	for _, d := range damages() {
		switch d.name {
		case "10 % of the links removed", "10 % of the links reversed", "10 % of the links added":
			all = append(all, d)
		}
	}
	return all
}

// studyDoubts asks for the doubts of records of every network, with and without times.
func studyDoubts(o options) ([]doubtTally, error) {
	worlds, err := everyWorld(o)
	if err != nil {
		return nil, err
	}
	worlds = worlds[:max(0, len(worlds)-2)]
	for i := range madeForDoubts {
		w, err := made(fmt.Sprintf("doubted %d", i), 8+i%9, o.seed+uint64(1000*(i+1)))
		if err != nil {
			return nil, err
		}
		worlds = append(worlds, w)
	}
	var out []doubtTally
	for number, d := range doubtDamages() {
		for _, timed := range []bool{true, false} {
			t := doubtTally{damage: d.name, timed: timed}
			for i, w := range worlds {
				for n := range o.records {
					whole := w.sample(o.episodes, rand.New(rand.NewPCG(o.seed, uint64(1000*i+n))))
					rec := record{sample: whole, links: append([]arrow{}, w.links...)}
					d.do(w, &rec, rand.New(rand.NewPCG(o.seed+uint64(number)+1, uint64(1000*i+n))))
					t.add(w, rec)
				}
			}
			out = append(out, t)
		}
	}
	return out, nil
}

// add looks for doubts about one record.
func (t *doubtTally) add(w *world, rec record) {
	data := doubt.Data{Sample: rec.sample, Graph: estimation.Graph{Parents: parents(rec.links, len(w.nodes))}}
	if t.timed {
		data.Order = func(a, b int) (both, before, after int) {
			if a < b {
				return rec.sample.Rows, rec.sample.Rows, 0
			}
			return rec.sample.Rows, 0, rec.sample.Rows
		}
	}
	result := doubt.Find(data)
	damaged := differing(w.links, rec.links)
	t.wrong += len(damaged)
	telling := t.tellable(w, rec, damaged)
	t.telling += len(telling)
	named := map[[2]int]bool{}
	for _, f := range result.Findings {
		pair := [2]int{min(f.Source, f.Target), max(f.Source, f.Target)}
		t.proposed++
		t.mistaken += one(!damaged[pair])
		t.found += one(damaged[pair] && !named[pair])
		t.toldFound += one(telling[pair] && !named[pair])
		named[pair] = true
	}
	t.paths(w, rec, result)
}

// tellable are those damaged pairs that the record can tell of.
func (t *doubtTally) tellable(w *world, rec record, damaged map[[2]int]bool) map[[2]int]bool {
	compelled := doubt.Compelled(estimation.Graph{Parents: parents(w.links, len(w.nodes))}, nil)
	truth := record{links: w.links}
	out := map[[2]int]bool{}
	for pair := range damaged {
		if t.timed || compelled[pair] || !truth.joins(pair[0], pair[1]) || !rec.joins(pair[0], pair[1]) {
			out[pair] = true
		}
	}
	return out
}

// differing are the pairs of variables that two sets of links do not join in the same way.
func differing(a, b []arrow) map[[2]int]bool {
	count := map[[2]int]int{}
	for _, l := range a {
		count[[2]int{l.from, l.to}]++
	}
	for _, l := range b {
		count[[2]int{l.from, l.to}]--
	}
	out := map[[2]int]bool{}
	for ends, n := range count {
		if n != 0 {
			out[[2]int{min(ends[0], ends[1]), max(ends[0], ends[1])}] = true
		}
	}
	return out
}

// paths asks of every two variables, of which the first comes before the second, whether it leads there.
func (t *doubtTally) paths(w *world, rec record, result doubt.Result) {
	said := estimation.Graph{Parents: parents(rec.links, len(w.nodes))}
	for from := range w.nodes {
		for to := from + 1; to < len(w.nodes); to++ {
			cause, denied := reaches(w.links, from, to), !reaches(rec.links, from, to)
			reopened := denied && result.Leads(said, from, to)
			rests := denied && !reopened && len(result.Rests(said, from, to)) > 0
			switch {
			case cause:
				t.causes++
				t.denied += one(denied)
				t.unmarked += one(denied && !reopened)
				t.unsaid += one(denied && !reopened && !rests)
			case denied:
				t.nonCauses++
				t.reopened += one(reopened)
				t.resting += one(rests)
			}
		}
	}
}

func printDoubts(all []doubtTally) {
	heading("What the graph doubts about itself", "damage", "times", "links wrong", "found", "that can be told", "found", "doubts", "mistaken", "true causes", "denied", "denied without a doubt", "and on no untold direction", "non-causes", "doubted", "on an untold direction")
	for _, t := range all {
		row(t.damage, map[bool]string{true: "told", false: "not told"}[t.timed], t.wrong, of(t.found, t.wrong), t.telling, of(t.toldFound, t.telling), t.proposed, of(t.mistaken, t.proposed),
			t.causes, of(t.denied, t.causes), of(t.unmarked, t.causes), of(t.unsaid, t.causes), t.nonCauses, of(t.reopened, t.nonCauses), of(t.resting, t.nonCauses))
	}
}
