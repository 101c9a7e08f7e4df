package recall_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/embedding/embedtest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// rankable returns an episode with an outcome, a domain and a time that depend on its number, or lack
// one of them, and with so many events.
func rankable(i, events int, now time.Time) episodic.Episode {
	e := episodic.Episode{
		ID: fmt.Sprintf("ep%04d", i), Task: "repair the pump of station " + strings.Repeat("north ", i%7),
		Outcome: []episodic.Outcome{episodic.OutcomeSuccess, episodic.OutcomeFailure, episodic.OutcomePartial, ""}[i%4],
		Domain:  []string{"water", "fire", ""}[i%3],
	}
	if i%5 > 0 {
		e.StartedAt = episodic.At(now.Add(-time.Duration(i*i) * time.Hour))
	}
	if i%10 == 0 {
		e.StartedAt = episodic.Timestamp{Time: now.AddDate(0, 0, -i).Truncate(24 * time.Hour), Precision: episodic.PrecisionDay}
	}
	for n := range events {
		e.Events = append(e.Events, episodic.Event{
			ID: fmt.Sprintf("e%03d", n), Type: episodic.EventToolCall,
			Content: fmt.Sprintf("step %d of repair %d: %s", n, i, strings.Repeat("the valve was opened, measured and closed again; ", 4)),
		})
	}
	return e
}

// TestRelevance_EqualsThatOfWholeEpisodes compares the ranking, which reads five numbers of each episode,
// with the formula over the whole episodes.
func TestRelevance_EqualsThatOfWholeEpisodes(t *testing.T) {
	m := newMemory(t)
	reads := map[string]int64{}
	for i := range 60 {
		e := rankable(i, 1, m.clock())
		m.record(m.service, e)
		reads[e.ID] = int64(i * i % 91)
	}
	if err := m.store.RecordAccess(t.Context(), m.project, reads, m.clock()); err != nil {
		t.Fatal(err)
	}
	if err := m.service.Recording.Delete(t.Context(), m.project, "ep0007"); err != nil {
		t.Fatal(err)
	}
	q := recall.Question{Text: "repair the north pump", Domain: "water"}
	plain := m.recall(m.service, q)
	q.Ranking = recall.RankByRelevance
	got := m.recall(m.service, q)
	now := m.clock()
	want := map[string]float64{}
	for _, h := range plain.Hits {
		want[h.Episode] = relevance(h, reads[h.Episode], q.Domain, now)
	}
	if len(got.Hits) != 59 || len(want) != 59 {
		t.Fatalf("%d hits, %d plain ones, want 59", len(got.Hits), len(want))
	}
	for _, h := range got.Hits {
		if math.Abs(h.Score-want[h.Episode]) > 1e-12 || h.Stored.Episode.ID != h.Episode || len(h.Stored.Episode.Events) != 1 {
			t.Errorf("%s scores %v, over the whole episode %v; it is %+v", h.Episode, h.Score, want[h.Episode], h.Stored.Episode)
		}
	}
	if !slices.IsSortedFunc(got.Hits, func(a, b recall.Hit) int { return cmp.Compare(b.Score, a.Score) }) {
		t.Errorf("out of order: %v", ids(got))
	}
	q.Offset, q.Limit = 10, 5
	if page := m.recall(m.service, q); !slices.Equal(ids(page), ids(got)[10:15]) || !page.More {
		t.Errorf("a page is %v, more %v, of %v", ids(page), page.More, ids(got))
	}
}

// relevance is seed 002's formula over a whole episode.
func relevance(h recall.Hit, reads int64, domain string, now time.Time) float64 {
	e := h.Stored.Episode
	alike := 0.0
	if h.Terms.Similarity != nil {
		alike = max(*h.Terms.Similarity, 0)
	} else if h.Terms.Coverage != nil {
		alike = *h.Terms.Coverage
	}
	sum := .5*alike + .1*min(math.Log1p(float64(reads))/10, 1)
	if !e.StartedAt.IsZero() {
		sum += .2 * math.Exp(-math.Floor(max(now.Sub(e.StartedAt.Time).Hours()/24, 0))/30)
	}
	if e.Outcome == episodic.OutcomeSuccess {
		sum += .15
	}
	if domain != "" && e.Domain == domain {
		sum += .05
	}
	return sum
}

// TestRelevance_IsOfTheCosine compares the term of similarity with the cosines that a search by vectors alone finds: it does not hang
// on the best hit of the question, nor on whether the hit is among the nearest chunks.
func TestRelevance_IsOfTheCosine(t *testing.T) {
	m := newMemory(t)
	s := m.standard()
	var all []episodic.Episode
	for i := range 150 {
		all = append(all, rankable(i, 12, m.clock()))
	}
	m.recordAll(s, all)
	m.maintain(s)
	far := 0
	for _, text := range []string{"repair the north pump", "mend a leaking water engine", "step 3 of repair 30, the valve was opened"} {
		only := 1.0
		cosines := map[string]float64{}
		for _, offset := range []int{0, 100} {
			for _, h := range m.recall(s, recall.Question{Text: text, Alpha: &only, Limit: 100, Offset: offset}).Hits {
				cosines[h.Episode] = *h.Terms.Similarity
			}
		}
		got := m.recall(s, recall.Question{Text: text, Ranking: recall.RankByRelevance, Limit: 100})
		if len(got.Hits) == 0 || len(cosines) != 150 {
			t.Fatalf("%q: %d hits, %d cosines", text, len(got.Hits), len(cosines))
		}
		for _, h := range got.Hits {
			if r := h.Terms.Relevance.Similarity; math.Abs(r-.5*max(cosines[h.Episode], 0)) > 1e-6 {
				t.Errorf("%q, %s: the similarity counts %.4f, and the cosine is %.4f", text, h.Episode, r, cosines[h.Episode])
			}
			if h.Terms.VectorShare == nil {
				far++
			}
		}
	}
	if far == 0 {
		t.Error("all hits are among the nearest chunks: too little is compared")
	}
}

// TestRelevance_WithoutAVector ranks a hit whose vector is not there yet by what of the question it has, beside others by their cosines.
func TestRelevance_WithoutAVector(t *testing.T) {
	harness.Beside(t)
	m, s := begun(t, embedtest.New(t))
	var all []episodic.Episode
	for i := range 30 {
		all = append(all, rankable(i, 1, m.clock()))
	}
	m.recordAll(s, all)
	if _, err := m.embed(s); err != nil {
		t.Fatal(err)
	}
	late := rankable(30, 1, m.clock())
	m.record(s, late)
	if due := m.unembedded(); !slices.Equal(due, []string{late.ID}) {
		t.Fatalf("vectors are due of %v", due)
	}
	for _, each := range []bool{false, true} {
		got := m.recall(s, recall.Question{Text: "repair the north pump", Ranking: recall.RankByRelevance, EachPassage: each, Limit: 100})
		found := false
		for _, h := range got.Hits {
			switch r := h.Terms.Relevance.Similarity; {
			case h.Episode != late.ID && h.Terms.Similarity == nil:
				t.Errorf("%s has a vector, and no cosine", h.Episode)
			case h.Episode != late.ID:
			case h.Terms.Similarity != nil || h.Terms.Coverage == nil || *h.Terms.Coverage == 0 || math.Abs(r-.5**h.Terms.Coverage) > 1e-12:
				t.Errorf("without a vector the similarity counts %v, of the terms %+v; want half of what it has of the question", r, h.Terms)
			default:
				found = true
			}
		}
		if !found {
			t.Errorf("passages %v: the episode without a vector is not among %v", each, ids(got))
		}
	}
}

// BenchmarkRecall_Relevance asks by turns with either ranking and reports how many times as long the one
// by relevance takes, at the medians.
func BenchmarkRecall_Relevance(b *testing.B) {
	m := memoryOver(b, (*fixture).openFile)
	for at := 0; at < 400; at += 50 {
		var batch []episodic.Episode
		for i := range 50 {
			batch = append(batch, rankable(at+i, 40, m.clock()))
		}
		if _, err := m.service.Recording.RecordAll(context.Background(), m.project, batch, false, episodic.StateIndexed); err != nil {
			b.Fatal(err)
		}
	}
	times := map[recall.Ranking][]time.Duration{}
	for b.Loop() {
		for _, ranking := range []recall.Ranking{recall.RankBySimilarity, recall.RankByRelevance} {
			begin := time.Now()
			m.recall(m.service, recall.Question{Text: "repair the north pump", Ranking: ranking, Domain: "water", Limit: 10})
			times[ranking] = append(times[ranking], time.Since(begin))
		}
	}
	median := func(r recall.Ranking) float64 {
		slices.Sort(times[r])
		return times[r][len(times[r])/2].Seconds() * 1e3
	}
	plain, relevant := median(recall.RankBySimilarity), median(recall.RankByRelevance)
	b.ReportMetric(plain, "plain-ms")
	b.ReportMetric(relevant, "relevance-ms")
	b.ReportMetric(relevant/plain, "ratio")
}
