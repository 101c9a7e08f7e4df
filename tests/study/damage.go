package main

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/episodic"
)

// record is what is recorded of a world: episodes, and the links that somebody states.
type record struct {
	sample estimation.Sample
	links  []arrow
	// circles is how many links had to be dropped to undo circles.
	circles int
}

// damage is what is wrong with a record.
type damage struct {
	name string
	// severity groups the damages by what widening has to make up for; empty where it cannot.
	severity string
	do       func(w *world, rec *record, r *rand.Rand)
}

// The severities.
const (
	mild   = "10 % of the links wrong"
	severe = "20 % of the links wrong"
	// missing is worse than at random, for nobody knows why an outcome is missing.
	missing = "30 % of the outcomes missing"
)

func damages() []damage {
	return []damage{
		{"none", "", func(*world, *record, *rand.Rand) {}},
		{"10 % of the links removed", mild, func(_ *world, rec *record, r *rand.Rand) { rec.remove(.1, r) }},
		{"20 % of the links removed", severe, func(_ *world, rec *record, r *rand.Rand) { rec.remove(.2, r) }},
		{"10 % of the links added", mild, func(w *world, rec *record, r *rand.Rand) { rec.add(w, .1, r) }},
		{"20 % of the links added", severe, func(w *world, rec *record, r *rand.Rand) { rec.add(w, .2, r) }},
		{"10 % of the links reversed", mild, func(_ *world, rec *record, r *rand.Rand) { rec.reverse(.1, r) }},
		{"20 % of the links reversed", severe, func(_ *world, rec *record, r *rand.Rand) { rec.reverse(.2, r) }},
		{"every episode adds 10 % of links at random", "", func(w *world, rec *record, _ *rand.Rand) { rec.scatter(w) }},
		{"a common cause is not recorded", "", func(w *world, rec *record, _ *rand.Rand) { rec.hide(w) }},
		{"30 % of the outcomes missing, at random", "", func(w *world, rec *record, r *rand.Rand) { rec.lose(w, .3, .3, r) }},
		{"30 % of the outcomes missing, more of failures", missing, func(w *world, rec *record, r *rand.Rand) { rec.loseFailures(w, r) }},
	}
}

// part is how many of the links a share is, at least one.
func (rec *record) part(share float64) int {
	return max(1, int(share*float64(len(rec.links))+.5))
}

func (rec *record) shuffle(r *rand.Rand) {
	r.Shuffle(len(rec.links), func(i, j int) { rec.links[i], rec.links[j] = rec.links[j], rec.links[i] })
}

func (rec *record) remove(share float64, r *rand.Rand) {
	n := rec.part(share)
	rec.shuffle(r)
	rec.links = rec.links[n:]
}

// add states links that are not there, from what comes before to what comes after.
func (rec *record) add(w *world, share float64, r *rand.Rand) {
	for n := rec.part(share); n > 0; {
		from, to := r.IntN(len(w.nodes)), r.IntN(len(w.nodes))
		if from < to && !rec.joins(from, to) {
			rec.links = append(rec.links, arrow{from, to, episodic.RelationCauses})
			n--
		}
	}
}

func (rec *record) joins(a, b int) bool {
	return slices.ContainsFunc(rec.links, func(l arrow) bool { return l.from == a && l.to == b || l.from == b && l.to == a })
}

// reverse turns links round. All are stated equally often, so that of a circle any may be
// dropped: here it is drawn.
func (rec *record) reverse(share float64, r *rand.Rand) {
	n := rec.part(share)
	rec.shuffle(r)
	for i := range n {
		rec.links[i].from, rec.links[i].to = rec.links[i].to, rec.links[i].from
	}
	rec.shuffle(r)
	var kept []arrow
	for _, l := range rec.links {
		if reaches(kept, l.to, l.from) {
			rec.circles++
			continue
		}
		kept = append(kept, l)
	}
	rec.links = kept
}

// scatter states what many careless writers do together: when each episode has a tenth of its
// links wrong, sooner or later every two variables are joined, in the order of time.
func (rec *record) scatter(w *world) {
	for to := range w.nodes {
		for from := range to {
			if !rec.joins(from, to) {
				rec.links = append(rec.links, arrow{from, to, episodic.RelationCauses})
			}
		}
	}
}

func (rec *record) hide(w *world) {
	rec.blank(w.hidden, func(int) bool { return true })
	rec.links = slices.DeleteFunc(rec.links, func(l arrow) bool { return l.from == w.hidden || l.to == w.hidden })
}

// lose blanks the outcome with one probability where it is the state asked for, else with another.
func (rec *record) lose(w *world, asked, other float64, r *rand.Rand) {
	of := rec.sample.Columns[w.target].Of
	rec.blank(w.target, func(row int) bool {
		if int(of[row]) == w.state {
			return r.Float64() < asked
		}
		return r.Float64() < other
	})
}

// loseFailures loses three tenths in all, of the state asked for twice the share of the others.
func (rec *record) loseFailures(w *world, r *rand.Rand) {
	asked := 0
	for _, state := range rec.sample.Columns[w.target].Of {
		if int(state) == w.state {
			asked++
		}
	}
	other := .3 / (1 + float64(asked)/float64(rec.sample.Rows))
	rec.lose(w, 2*other, other, r)
}

// blank makes the state of a variable unknown in some rows.
func (rec *record) blank(v int, when func(row int) bool) {
	rec.sample.Columns = slices.Clone(rec.sample.Columns)
	column := &rec.sample.Columns[v]
	of := slices.Clone(column.Of)
	for row := range of {
		if when(row) {
			of[row] = estimation.Unknown
		}
	}
	column.Of = of
}

// sorted is the links in the order of their ends.
func (rec *record) sorted() []arrow {
	return slices.SortedFunc(slices.Values(rec.links), func(a, b arrow) int {
		return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.from, b.from))
	})
}
