package main

import (
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
)

// TestDoubts holds what docs/robustness.md says of the doubts, over fewer records of each seed: asia, agentops_a and twenty made for each.
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
		if d.toldFound*5 < d.telling*4 || d.telling*5 < d.wrong*4 {
			t.Errorf("%s, times %t: %d of %d that can be told are found, of %d in all", d.damage, d.timed, d.toldFound, d.telling, d.wrong)
		}
		if d.denied*20 < d.causes || d.unmarked*100 > 3*d.causes {
			t.Errorf("%s: of %d true causes %d are denied, %d without a doubt", d.damage, d.causes, d.denied, d.unmarked)
		}
	}
}
