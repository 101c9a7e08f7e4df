package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/upkeep"
)

func mineExamples() []example {
	return []example{{"patterns: found in what episodes tell", exampleMine}}
}

// exampleMine has episodes in which a plan mostly helps, and a fix after an error always does.
func exampleMine(t *testing.T, f *fixture) {
	project := f.project(t)
	at := func(n int) episodic.Timestamp { return episodic.Timestamp{Time: minutes(n)} }
	var all []episodic.Prepared
	// plan and fix are successes and totals with it, then without it.
	var plan, fix [4]int
	for i := range 96 {
		planned, broken := i%2 == 0, i%4 >= 2
		fixed := broken && i%8 >= 4
		well := planned && i%16 > 0 || !planned && i%5 == 0 || fixed
		tally(&plan, planned, well)
		tally(&fix, fixed, well)
		all = append(all, prepare(t, fmt.Sprintf("mined-%02d", i), 0, func(e *episodic.Episode) {
			e.Context = map[string]string{"size": []string{"small", "large", "huge"}[i%3]}
			e.Decisions = []episodic.Decision{
				{ID: "d1", At: at(1), Type: "design", Context: "plan", Options: []string{"no", "yes"}, Chosen: word(planned)},
				{ID: "d2", At: at(3), Type: "recovery", Context: "fix", Options: []string{"no", "yes"}, Chosen: word(fixed)},
			}
			if e.Outcome = episodic.OutcomeFailure; well {
				e.Outcome = episodic.OutcomeSuccess
			}
			if broken {
				e.Events = []episodic.Event{{ID: "e1", At: at(2), Type: episodic.EventError, Content: "build=broken"}}
				e.Links = []episodic.Link{linkOf("e1", "d2")}
			}
		}))
	}
	f.record(t, project, all...)
	service := memory.NewPatterns(memory.PatternParts{Patterns: f.Patterns, Factors: f.Factors}, func() time.Time { return minutes(60) })
	report, err := service.Upkeep.Mine(t.Context(), project, upkeep.MineOptions{})
	must(t, err)
	found := map[string]patterns.Mined{}
	for _, p := range report.Found {
		found[p.Name] = p.Mined
	}
	counted := func(name string) [4]int {
		m := found[name]
		return [4]int{m.WithSuccesses, m.WithTrials, m.WithoutSuccesses, m.WithoutTrials}
	}
	same(t, "what a plan does", plan, counted("plan=yes"))
	same(t, "what a fix does", fix, counted("fix=yes"))
	same(t, "what is held fixed", []string{"build"}, found["fix=yes"].Strata)
	again, err := service.Upkeep.Mine(t.Context(), project, upkeep.MineOptions{})
	must(t, err)
	same(t, "the same episodes give the same patterns", report, again)
}

func word(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// tally counts an episode on one of the two sides.
func tally(counts *[4]int, with, well bool) {
	side := 2
	if with {
		side = 0
	}
	counts[side+1]++
	if well {
		counts[side]++
	}
}
