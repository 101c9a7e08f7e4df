package sqlitestore_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// BenchmarkStore_listByAttributes lists 20 episodes of a domain with a tag, counts those that have both, and lists and counts those of a
// session that two episodes have, in projects of so many episodes.
func BenchmarkStore_listByAttributes(b *testing.B) {
	s := open(b)
	n := 0
	for _, size := range []int{2_000, 20_000, 100_000} {
		for n < size {
			var some []episodic.Prepared
			for range 1_000 {
				p, err := intake.Prepare(episodic.Episode{
					ID: fmt.Sprintf("e%06d", n), Task: "one of many", Outcome: episodic.OutcomeSuccess, StartedAt: episodic.At(day.Add(time.Duration(n) * time.Minute)),
					Domain: fmt.Sprintf("domain %d", n%12), Tags: []string{fmt.Sprintf("tag %d", n/12%40)}, Session: fmt.Sprintf("session %d", n/2),
				})
				must(b, err)
				some, n = append(some, p), n+1
			}
			record(b, s, "p", some...)
		}
		for _, c := range []struct {
			name   string
			filter episodic.EpisodeFilter
		}{
			{"domain and tag", episodic.EpisodeFilter{Domain: "domain 3", Tags: []string{"tag 7"}}},
			{"session", episodic.EpisodeFilter{Session: "session 77"}},
		} {
			q := episodic.EpisodeQuery{Project: "p", Filter: c.filter, Page: episodic.Page{Limit: 20}}
			b.Run(fmt.Sprintf("%s/%d/list", c.name, size), func(b *testing.B) {
				before := processorTime(b)
				defer func() { b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op") }()
				for b.Loop() {
					if list, err := s.ListEpisodes(b.Context(), q); err != nil || len(list) < 2 {
						b.Fatal(len(list), err)
					}
				}
			})
			b.Run(fmt.Sprintf("%s/%d/count", c.name, size), func(b *testing.B) {
				before := processorTime(b)
				defer func() { b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op") }()
				for b.Loop() {
					if n, err := s.CountEpisodes(b.Context(), q); err != nil || n < 2 {
						b.Fatal(n, err)
					}
				}
			})
		}
	}
}
