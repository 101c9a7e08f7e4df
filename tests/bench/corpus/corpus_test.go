package corpus_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/google/go-cmp/cmp"
)

func TestCorpus_SameNumberSameEpisode(t *testing.T) {
	small, large := corpus.New(60), corpus.New(5000)
	for n := range 60 {
		if diff := cmp.Diff(small.Episode(n), large.Episode(n)); diff != "" {
			t.Fatalf("episode %d depends on the size: %s", n, diff)
		}
		again, err := small.Document(n)
		if err != nil {
			t.Fatal(err)
		}
		if other, _ := small.Document(n); string(again) != string(other) {
			t.Fatalf("episode %d is another one the second time", n)
		}
	}
}

// firstTask is written down, so that a change of the generator, which makes figures
// incomparable, is noticed.
const firstTask = "at kistortrer a brordan wanahe nigor to queko gumtreplama and raflorfar stilumplerva them"

func TestCorpus_StaysAsMeasured(t *testing.T) {
	if got := corpus.New(1).Episode(0).Task; got != firstTask {
		t.Errorf("the first task is %q, was %q: figures of other versions no longer compare", got, firstTask)
	}
}

func TestCorpus_EpisodesAreValid(t *testing.T) {
	c := corpus.New(300)
	events, decisions, links, mentions := 0, 0, 0, 0
	for n := range c.Size() {
		raw, err := c.Document(n)
		if err != nil {
			t.Fatal(err)
		}
		var e episodic.Episode
		if err := json.Unmarshal(raw, &e); err != nil {
			t.Fatal(err)
		}
		p, err := intake.Prepare(e)
		if err != nil {
			t.Fatalf("episode %d: %v", n, err)
		}
		events, decisions = events+len(p.Episode.Events), decisions+len(p.Episode.Decisions)
		links, mentions = links+len(p.Episode.Links), mentions+len(p.Mentions)
	}
	for _, c := range []struct {
		what        string
		n           int
		least, most float64
	}{
		{"events", events, 9, 11}, {"decisions", decisions, 2, 3}, {"links", links, 10, 16}, {"mentions", mentions, 2, 5},
	} {
		if mean := float64(c.n) / 300; mean < c.least || mean > c.most {
			t.Errorf("%.1f %s an episode, want %v to %v", mean, c.what, c.least, c.most)
		}
	}
}

func TestCorpus_LinksPointBack(t *testing.T) {
	c := corpus.New(400)
	known := map[string]bool{}
	for n := range c.Size() {
		p, err := intake.Prepare(c.Episode(n))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range p.Occurrences {
			known[o.Key] = true
		}
		for _, l := range p.Episode.Links {
			if key := episodic.OccurrenceKey(p.Episode.ID, l.Source); !known[key] {
				t.Fatalf("episode %d: %s is not there yet", n, key)
			}
		}
	}
}

func TestCorpus_WordsAreUneven(t *testing.T) {
	c := corpus.New(500)
	counts := map[string]int{}
	total := 0
	for n := range c.Size() {
		for _, e := range c.Episode(n).Events {
			for _, w := range strings.Fields(e.Content) {
				counts[w]++
				total++
			}
		}
	}
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	once := 0
	for _, n := range counts {
		if n == 1 {
			once++
		}
	}
	if share := float64(most) / float64(total); share < .03 || share > .3 {
		t.Errorf("the most frequent word has %.3f of all", share)
	}
	if once < len(counts)/10 {
		t.Errorf("only %d of %d words appear once", once, len(counts))
	}
}

// hops returns the length of the shortest path over the links of all episodes, 0 for none.
func hops(t *testing.T, c *corpus.Corpus, from, to string) int {
	t.Helper()
	next := map[string][]string{}
	for n := range c.Size() {
		p, err := intake.Prepare(c.Episode(n))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range p.Episode.Links {
			source := episodic.OccurrenceKey(p.Episode.ID, l.Source)
			next[source] = append(next[source], episodic.OccurrenceKey(p.Episode.ID, l.Target))
		}
	}
	seen := map[string]bool{from: true}
	for at, depth := []string{from}, 0; len(at) > 0; depth++ {
		if slices.Contains(at, to) {
			return depth
		}
		var after []string
		for _, key := range at {
			for _, n := range next[key] {
				if !seen[n] {
					seen[n] = true
					after = append(after, n)
				}
			}
		}
		at = after
	}
	return 0
}

func TestCorpus_Pairs(t *testing.T) {
	c := corpus.New(200)
	for _, p := range c.FarPairs(3) {
		if got := hops(t, c, p.From, p.To); got != corpus.SagaHops || p.Hops != got {
			t.Errorf("%s to %s: %d hops, want %d", p.From, p.To, got, corpus.SagaHops)
		}
	}
	for _, p := range c.NearPairs(12) {
		if got := hops(t, c, p.From, p.To); got < 1 || got > 5 {
			t.Errorf("%s to %s: %d hops, want 1 to 5", p.From, p.To, got)
		}
	}
	if got := corpus.New(5).FarPairs(2); got != nil {
		t.Errorf("a corpus without a whole saga has far pairs: %v", got)
	}
}

func TestCorpus_Questions(t *testing.T) {
	c := corpus.New(100)
	if diff := cmp.Diff(c.Questions(5), c.Questions(5)); diff != "" {
		t.Error(diff)
	}
	for _, q := range c.Questions(20) {
		if len(lexis.Analyze(q)) == 0 {
			t.Errorf("nothing can be found by %q", q)
		}
		if n := len(strings.Fields(q)); n < 6 || n > 12 {
			t.Errorf("%q has %d words", q, n)
		}
	}
	for _, id := range c.IDs(50) {
		if id < corpus.ID(0) || id > corpus.ID(99) {
			t.Errorf("%s is not in the corpus", id)
		}
	}
}
