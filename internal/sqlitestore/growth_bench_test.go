package sqlitestore_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// BenchmarkStore_largeEpisode records, deletes and asks about an episode with so many events, each caused
// by the one before: four times as many should take about four times as long.
func BenchmarkStore_largeEpisode(b *testing.B) {
	for shape, content := range map[string]func(i int) string{
		"factors":    func(i int) string { return "the step of " + letters(i) + " failed" },
		"references": func(i int) string { return fmt.Sprintf("step %d wrote src/f%d.go for #%d", i, i, i) },
	} {
		for _, events := range []int{2_500, 10_000} {
			e := chain(events, content)
			episodes := func(s *sqlitestore.Store) *memory.Episodes {
				return memory.NewEpisodes(memory.EpisodeParts{Store: s, Index: s.Index()}, time.Now)
			}
			record := func(s *sqlitestore.Store) error {
				_, err := episodes(s).Recording.Record(b.Context(), "p", e, episodic.StateIndexed)
				return err
			}
			timed(b, shape+"/record", events, record, nil)
			timed(b, shape+"/delete", events, func(s *sqlitestore.Store) error {
				return episodes(s).Recording.Delete(b.Context(), "p", "large")
			}, record)
			timed(b, shape+"/counterfactual", events, func(s *sqlitestore.Store) error {
				_, err := causes(s).Counterfactual.Counterfactual(b.Context(), counterfactual.Question{
					Project: "p", Episode: "large", Remove: "e00000", Budget: 1_000,
				})
				return err
			}, record)
		}
	}
}

// chain is an episode of so many events, each caused by the one before and the last of them the cause of
// the outcome.
func chain(events int, content func(i int) string) episodic.Episode {
	e := episodic.Episode{ID: "large", Outcome: episodic.OutcomeFailure}
	for i := range events {
		event := episodic.Event{ID: fmt.Sprintf("e%05d", i), Type: episodic.EventError, Content: content(i)}
		if i > 0 {
			event.CausedBy = []string{fmt.Sprintf("e%05d", i-1)}
		}
		e.Events = append(e.Events, event)
	}
	e.Links = []episodic.Link{{
		Source: fmt.Sprintf("e%05d", events-1), Target: episodic.OutcomeID, Relation: episodic.RelationCauses, Basis: episodic.BasisStated,
	}}
	return e
}

func causes(s *sqlitestore.Store) *memory.Causes {
	return memory.NewCauses(memory.CauseParts{Links: s, Occurrences: s, Factors: s, Tokens: counted{}}, time.Now)
}

// counted counts the bytes of a text as its tokens.
type counted struct{}

func (counted) CountTokens(text string) (int, error) { return len(text), nil }

// letters writes a number as a word, which no template masks.
func letters(n int) string {
	var out strings.Builder
	for range 4 {
		out.WriteByte(byte('a' + n%26))
		n /= 26
	}
	return out.String()
}

// BenchmarkStore_mergeLargeFactor merges a factor that so many episodes have, each with ten others, and
// splits it off again.
func BenchmarkStore_mergeLargeFactor(b *testing.B) {
	for _, episodes := range []int{1_000, 4_000} {
		var request derive.MergeRequest
		fill := func(s *sqlitestore.Store) error {
			for at := 0; at < episodes; at += 200 {
				var batch []episodic.Prepared
				for i := range 200 {
					batch = append(batch, stepped(b, at+i))
				}
				if _, err := s.RecordEpisodes(b.Context(), "p", batch, false, time.Now()); err != nil {
					return err
				}
			}
			request = derive.MergeRequest{Project: "p", From: []string{identity("common").Key()}, Into: identity("step 1").Key()}
			return nil
		}
		merge := func(s *sqlitestore.Store) error { return causes(s).Derive.Merge(b.Context(), request) }
		timed(b, "merge", episodes, merge, fill)
		timed(b, "split", episodes, func(s *sqlitestore.Store) error {
			return causes(s).Derive.Split(b.Context(), derive.SplitRequest{Project: "p", Factor: request.Into, Members: request.From})
		}, func(s *sqlitestore.Store) error {
			if err := fill(s); err != nil {
				return err
			}
			return merge(s)
		})
	}
}

func identity(name string) factor.Identity {
	return factor.Identity{Variable: name, State: factor.StateOccurred}
}

// stepped is an episode with one event that all have and ten of a hundred.
func stepped(b *testing.B, n int) episodic.Prepared {
	b.Helper()
	e := episodic.Episode{ID: fmt.Sprintf("e%d", n), Outcome: []episodic.Outcome{episodic.OutcomeSuccess, episodic.OutcomeFailure}[n%2]}
	e.Events = append(e.Events, episodic.Event{ID: "c", Type: episodic.EventTest, Factor: "common"})
	for i := range 10 {
		e.Events = append(e.Events, episodic.Event{
			ID: fmt.Sprintf("e%d", i), Type: episodic.EventTest, Factor: fmt.Sprintf("step %d", (n*7+i*13)%100), CausedBy: []string{"c"},
		})
	}
	prepared, err := intake.Prepare(e)
	must(b, err)
	return prepared
}

// timed measures work on a store of its own, after before, unless nil.
func timed(b *testing.B, what string, size int, work, before func(*sqlitestore.Store) error) {
	b.Run(fmt.Sprintf("%s/%d", what, size), func(b *testing.B) {
		for range b.N {
			b.StopTimer()
			s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(b.TempDir(), "causeway.db"), Timeout: time.Hour})
			must(b, err)
			must(b, s.Migrate(b.Context()))
			if before != nil {
				must(b, before(s))
			}
			b.StartTimer()
			must(b, work(s))
			b.StopTimer()
			must(b, s.Close(b.Context()))
		}
	})
}

// BenchmarkStore_writeAmongStates records an episode with a choice that so many episodes before made
// otherwise, each with a link to the outcome: with many states it should take no longer than with few.
// read also asks for the links, as the first reader after each write does. Beside the processor time of an operation it
// reports that until the factors of all writes are derived.
func BenchmarkStore_writeAmongStates(b *testing.B) {
	for _, states := range []int{10, 100, 1_000, 3_000} {
		for _, what := range []string{"write", "read"} {
			b.Run(fmt.Sprintf("%s/%d", what, states), func(b *testing.B) {
				s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(b.TempDir(), "causeway.db"), Timeout: time.Hour})
				must(b, err)
				must(b, s.Migrate(b.Context()))
				var batch []episodic.Prepared
				for i := range states {
					batch = append(batch, choosing(b, i, i))
				}
				record(b, s, "p", batch...)
				readLinks(b, s)
				n := states
				begun := processorTime(b)
				for b.Loop() {
					record(b, s, "p", choosing(b, n, n*7%states))
					if n++; what == "read" {
						readLinks(b, s)
					}
				}
				b.ReportMetric(float64((processorTime(b)-begun).Microseconds())/float64(b.N), "cpu-µs/op")
				_, err = s.GetDerivation(b.Context(), "p")
				must(b, err)
				b.ReportMetric(float64((processorTime(b)-begun).Microseconds())/float64(b.N), "cpu-µs-derived/op")
				must(b, s.Close(b.Context()))
			})
		}
	}
}

// choosing is an episode that chooses one of many options.
func choosing(b testing.TB, n, option int) episodic.Prepared {
	b.Helper()
	prepared, err := intake.Prepare(episodic.Episode{
		ID: fmt.Sprintf("c%d", n), Outcome: []episodic.Outcome{episodic.OutcomeSuccess, episodic.OutcomeFailure}[n%2],
		Decisions: []episodic.Decision{{ID: "d", Type: episodic.DecisionDesign, Context: "tool", Chosen: "tool" + letters(option)}},
		Links:     []episodic.Link{{Source: "d", Target: episodic.OutcomeID, Relation: episodic.RelationCauses, Basis: episodic.BasisStated}},
	})
	must(b, err)
	return prepared
}

func readLinks(b *testing.B, s *sqlitestore.Store) {
	b.Helper()
	_, err := s.CountFactorLinks(b.Context(), layer.FactorLinkQuery{Project: "p"})
	must(b, err)
}

// processorTime is what this process has used so far, of which a busy machine takes nothing.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
