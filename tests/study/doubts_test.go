package main

import (
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
)

// TestDoubts holds what docs/robustness.md says of the doubts, over fewer records of each of three seeds: asia, agentops_a and twenty made for each. What falls short of
// the rest, on its own, are links turned round in records without times.
func TestDoubts(t *testing.T) {
	var all []doubtTally
	for seed := range uint64(3) {
		some, err := studyDoubts(options{data: enginetest.Data(t), episodes: 2000, records: 2, seed: seed + 1})
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range some {
			if seed == 0 {
				all = append(all, doubtTally{damage: d.damage, timed: d.timed})
			}
			all[i].sum(d)
		}
	}
	sum := doubtTally{damage: "missing or reversed"}
	for _, d := range all {
		t.Logf("%+v", d)
		if d.damage == "none" && d.proposed > 2 {
			t.Errorf("%d doubts about right graphs", d.proposed)
		}
		if d.wrong == 0 {
			continue
		}
		if d.mistaken*20 > d.proposed {
			t.Errorf("%s: %d of %d doubts are mistaken", d.damage, d.mistaken, d.proposed)
		}
		if d.damage == "10 % of the links added" {
			continue // a link between what hardly depends on each other cannot be told from a weak one
		}
		sum.sum(d)
		if least := map[bool]int{true: 90, false: 72}[d.timed]; d.toldFound*100 < d.telling*least || d.telling*5 < d.wrong*4 {
			t.Errorf("%s, times %t: %d of %d that can be told are found, of %d in all", d.damage, d.timed, d.toldFound, d.telling, d.wrong)
		}
		if most := map[bool]int{true: 10, false: 50}[d.timed]; d.denied*20 < d.causes || d.unmarked*1000 > most*d.causes {
			t.Errorf("%s, times %t: of %d true causes %d are denied, %d without a doubt", d.damage, d.timed, d.causes, d.denied, d.unmarked)
		}
		if d.unsaid*100 > 2*d.causes || d.resting*5 > 2*d.nonCauses || d.timed && d.resting > 0 {
			t.Errorf("%s, times %t: of %d true causes %d are denied without a word, and of %d non-causes %d have the words", d.damage, d.timed, d.causes, d.unsaid, d.nonCauses, d.resting)
		}
	}
	if sum.toldFound*5 < sum.telling*4 || sum.mistaken*20 > sum.proposed || sum.unmarked*100 > 3*sum.causes {
		t.Errorf("links missing and reversed, times told and not, together: %+v", sum)
	}
}
