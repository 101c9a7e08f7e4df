package memory_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/warning"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/soak"
)

// BenchmarkCheckAction asks before an action in a project of 20,000 episodes, with a write before every tenth question, and by turns reads an
// episode by its id. It reports the percentiles of both in milliseconds and the ratio of the medians; cold is the first question.
func BenchmarkCheckAction(b *testing.B) {
	const episodes, tasks, kinds, batch = 20_000, 2_000, 60, 500
	s := store(b)
	patterns := memory.NewPatterns(memory.PatternParts{Patterns: s, Factors: s, Episodes: s, Tokens: words{}}, time.Now)
	recording := memory.NewEpisodes(memory.EpisodeParts{Store: s, Index: s.Index(), Tokens: words{}}, time.Now).Recording
	random := soak.Rand(264, 0)
	draw := func(i int) episodic.Episode {
		e := episodic.Episode{ID: fmt.Sprintf("r%06d", i), Task: fmt.Sprint("task ", random.IntN(tasks)), Outcome: episodic.OutcomeSuccess}
		for k := range 8 {
			kind := random.IntN(kinds)
			e.Decisions = append(e.Decisions, episodic.Decision{
				ID: fmt.Sprintf("d%03d", k+1), Type: episodic.DecisionDesign, Chosen: fmt.Sprintf("tool%d(n: %d)", kind, random.IntN(9)), Factor: fmt.Sprintf("tool%d=done", kind), Outcome: episodic.OutcomeUnknown,
			})
		}
		if random.IntN(3) == 0 {
			e.Outcome = episodic.OutcomeFailure
		}
		return e
	}
	for i := 0; i < episodes; i += batch {
		var all []episodic.Episode
		for j := range batch {
			all = append(all, draw(i+j))
		}
		if _, err := recording.RecordAll(b.Context(), project, all, false, episodic.StateApplied); err != nil {
			b.Fatal(err)
		}
	}
	ask := func() time.Duration {
		kind := random.IntN(kinds)
		q := warning.Question{Project: project, Task: fmt.Sprint("task ", random.IntN(tasks)), Action: warning.Action{
			Call: fmt.Sprintf("tool%d(n: %d)", kind, random.IntN(9)), Kind: fmt.Sprintf("tool%d=done", kind), Changes: true,
		}}
		began := time.Now()
		if _, err := patterns.Warning.Check(b.Context(), q); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	cold := ask()
	var asked, read []time.Duration
	for i := 0; b.Loop(); i++ {
		if i%10 == 0 {
			if _, err := recording.RecordAll(b.Context(), project, []episodic.Episode{draw(episodes + i)}, false, episodic.StateApplied); err != nil {
				b.Fatal(err)
			}
		}
		asked = append(asked, ask())
		began := time.Now()
		if _, err := s.GetEpisodes(b.Context(), project, []string{fmt.Sprintf("r%06d", random.IntN(episodes))}); err != nil {
			b.Fatal(err)
		}
		read = append(read, time.Since(began))
	}
	for name, all := range map[string][]time.Duration{"check": asked, "read": read} {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, name+"-p50-ms")
		b.ReportMetric(float64(all[len(all)*95/100].Microseconds())/1000, name+"-p95-ms")
	}
	b.ReportMetric(float64(cold.Milliseconds()), "cold-ms")
	b.ReportMetric(float64(asked[len(asked)/2])/float64(read[len(read)/2]), "ratio-p50")
}
