package neo4jstore_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// rawEpisode is as much of an episode file as the links need.
type rawEpisode struct {
	ID        string `json:"id"`
	Decisions []struct {
		ID      string   `json:"id"`
		Effects []string `json:"effects"`
	} `json:"decisions"`
	Events []struct {
		ID       string   `json:"id"`
		Content  string   `json:"content"`
		CausedBy []string `json:"caused_by"`
		LeadsTo  []string `json:"leads_to"`
	} `json:"events"`
}

// edges returns where the links of a file lead, by key: the other computation, which knows
// nothing of this program.
func (e rawEpisode) edges() map[string][]string {
	out := map[string][]string{}
	add := func(from, to string) { out[e.ID+"/"+from] = append(out[e.ID+"/"+from], e.ID+"/"+to) }
	for _, d := range e.Decisions {
		for _, to := range d.Effects {
			add(d.ID, to)
		}
	}
	for _, v := range e.Events {
		for _, from := range v.CausedBy {
			add(from, v.ID)
		}
		for _, to := range v.LeadsTo {
			add(v.ID, to)
		}
	}
	return out
}

// distance returns the least number of links, -1 when there is no path.
func distance(edges map[string][]string, from, to string) int {
	depth := map[string]int{from: 0}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == to {
			return depth[to]
		}
		for _, n := range edges[queue[0]] {
			if _, seen := depth[n]; !seen {
				depth[n] = depth[queue[0]] + 1
				queue = append(queue, n)
			}
		}
	}
	return -1
}

func (e rawEpisode) prepared(t *testing.T) episodic.Prepared {
	t.Helper()
	ep := episodic.Episode{ID: e.ID, Task: e.ID, Outcome: episodic.OutcomeUnknown}
	for _, d := range e.Decisions {
		ep.Decisions = append(ep.Decisions, episodic.Decision{
			ID: d.ID, Type: episodic.DecisionUnknown, Chosen: d.ID, Outcome: episodic.OutcomeUnknown, Effects: d.Effects,
		})
	}
	for _, v := range e.Events {
		ep.Events = append(ep.Events, episodic.Event{
			ID: v.ID, Type: episodic.EventUnknown, Content: cmp.Or(v.Content, v.ID), CausedBy: v.CausedBy, LeadsTo: v.LeadsTo,
		})
	}
	p, err := intake.Prepare(ep)
	must(t, err)
	return p
}

// realEpisodes reads those files of the real data that parse as they are.
func realEpisodes(t *testing.T) []rawEpisode {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(enginetest.Data(t), "ai-agents", "episodes", "*.json"))
	must(t, err)
	var out []rawEpisode
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		var e rawEpisode
		must(t, json.Unmarshal(text, &e))
		out = append(out, e)
	}
	if len(out) < 400 {
		t.Fatalf("%d episodes in the real data", len(out))
	}
	return out
}

// pair is a question of the test.
type pair struct {
	from, to string
	want     int
}

// realPairs chooses pairs at random inside episodes with links, some across episodes, and
// the ends of the longest shortest path of all.
func realPairs(episodes []rawEpisode, edges map[string][]string) []pair {
	r := rand.New(rand.NewPCG(1, 62))
	var pairs []pair
	longest := pair{}
	for _, e := range episodes {
		for _, from := range e.Events {
			for _, to := range e.Events {
				p := pair{e.ID + "/" + from.ID, e.ID + "/" + to.ID, 0}
				if len(edges[p.from]) == 0 || from.ID == to.ID {
					continue
				}
				if p.want = distance(edges, p.from, p.to); p.want > longest.want {
					longest = p
				}
				if p.want > 0 || r.IntN(4) == 0 {
					pairs = append(pairs, p)
				}
			}
		}
	}
	r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	pairs = append(pairs[:300], longest)
	for range 20 {
		pairs = append(pairs, pair{pairs[r.IntN(100)].from, pairs[100+r.IntN(100)].to, 0})
	}
	for i := range pairs {
		pairs[i].want = distance(edges, pairs[i].from, pairs[i].to)
	}
	return slices.DeleteFunc(pairs, func(p pair) bool { return p.from == p.to })
}

func TestStore_ShortestPaths_realData(t *testing.T) {
	s := store(t)
	p := project(t, s)
	episodes := realEpisodes(t)
	edges := map[string][]string{}
	var batch []episodic.Prepared
	start := time.Now()
	for i, e := range episodes {
		for from, to := range e.edges() {
			edges[from] = to
		}
		batch = append(batch, e.prepared(t))
		if len(batch) == 200 || i == len(episodes)-1 {
			record(t, s, p, batch...)
			batch = nil
		}
	}
	t.Logf("%d episodes written in %s", len(episodes), time.Since(start))
	found, none, longest, slowest := 0, 0, 0, time.Duration(0)
	for _, c := range realPairs(episodes, edges) {
		start := time.Now()
		got, err := s.ShortestPaths(t.Context(), trace.PathSearch{
			Project: p, From: []string{c.from}, To: []string{c.to}, Depth: search.MaxShortestDepth,
			Relations: episodic.CausalRelations(), Bases: episodic.Bases(), Limit: 1,
		})
		must(t, err)
		slowest = max(slowest, time.Since(start))
		length := -1
		if len(got) > 0 {
			length = got[0].Length()
			checkRealPath(t, edges, got[0], c)
			found++
		} else {
			none++
		}
		longest = max(longest, length)
		if length != c.want {
			t.Errorf("%s to %s: %d links, want %d", c.from, c.to, length, c.want)
		}
	}
	t.Logf("%d paths, %d pairs without, longest %d, slowest %s", found, none, longest, slowest)
	if found < 100 || none < 50 || longest < 50 || slowest > 5*time.Second {
		t.Errorf("the pairs are no test, or slow: %d paths, %d without, longest %d, slowest %s", found, none, longest, slowest)
	}
}

func checkRealPath(t *testing.T, edges map[string][]string, p trace.Path, c pair) {
	t.Helper()
	at := c.from
	for _, h := range p.Hops {
		if h.From.Key != at || !slices.Contains(edges[at], h.To.Key) || h.Link.Episode != h.From.Episode {
			t.Errorf("%s to %s: no such hop: %s", c.from, c.to, fmt.Sprint(h))
		}
		at = h.To.Key
	}
	if at != c.to || p.To.Key != c.to || p.From.Key != c.from {
		t.Errorf("%s to %s: the path goes from %s to %s", c.from, c.to, p.From.Key, at)
	}
}
