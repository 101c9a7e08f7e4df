package sqlitestore_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/patterns"
)

// What patterns cost a write of an episode: none are there, many watch other factors, and many
// watch one of its own.
func BenchmarkStore_writeWithPatterns(b *testing.B) {
	for _, c := range []struct {
		why   string
		n     int
		watch func(i int) string
	}{
		{"none", 0, nil},
		{"5000 of other factors", 5000, func(i int) string { return fmt.Sprintf("other %d", i) }},
		{"5000, of which 500 watch it", 5000, func(i int) string { return fmt.Sprintf("step %d", i%100) }},
	} {
		b.Run(c.why, func(b *testing.B) {
			s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(b.TempDir(), "causeway.db")})
			must(b, err)
			defer func() { must(b, s.Close(b.Context())) }()
			must(b, s.Migrate(b.Context()))
			for i := range 200 {
				writeSteps(b, s, i)
			}
			must(b, s.ChangePatterns(b.Context(), "p", true, time.Now(), func(tx patterns.Tx) error {
				var put []patterns.Pattern
				for i := range c.n {
					name := fmt.Sprintf("pattern %d", i)
					put = append(put, patterns.Pattern{Key: patterns.KeyOf(name), Name: name, Definition: patterns.Definition{
						Rule:    patterns.RuleSuccess,
						Matches: []patterns.Match{{Then: []factor.Identity{{Variable: c.watch(i), State: factor.StateOccurred}}}},
					}})
				}
				return tx.PutPatterns(put)
			}))
			next := 200
			for b.Loop() {
				writeSteps(b, s, next)
				next++
			}
		})
	}
}

// writeSteps records an episode of ten steps.
func writeSteps(b *testing.B, s *sqlitestore.Store, n int) {
	b.Helper()
	e := episodic.Episode{ID: fmt.Sprintf("e%d", n), Outcome: episodic.OutcomeSuccess, StartedAt: episodic.At(time.Date(2026, 5, 1, 0, n, 0, 0, time.UTC))}
	for i := range 10 {
		e.Events = append(e.Events, episodic.Event{ID: fmt.Sprintf("e%d", i), Type: episodic.EventTest, Factor: fmt.Sprintf("step %d", (n*7+i*13)%100)})
	}
	prepared, err := intake.Prepare(e)
	must(b, err)
	_, err = s.RecordEpisodes(b.Context(), "p", []episodic.Prepared{prepared}, false, time.Now())
	must(b, err)
}
