package answers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// checkPath compares one path with the files: it is a chain from end to end of links that
// are there.
func checkPath(t testing.TB, files raw, f harness.FoundPath, from, to string) {
	t.Helper()
	at := from
	bases := map[string]bool{}
	for _, h := range f.Hops {
		episode, _, _ := strings.Cut(h.From.Key, "/")
		switch {
		case h.From.Key != at:
			t.Errorf("%s to %s: the path is broken at %s", from, to, at)
		case !files.links[rawLink{h.From.Key, h.To.Key, h.Link.Basis}]:
			t.Errorf("%s to %s: no file links %s to %s (%s)", from, to, h.From.Key, h.To.Key, h.Link.Basis)
		case h.Link.Relation != "CAUSES" || h.Link.Episode.Key != episode:
			t.Errorf("%s to %s: the hop is %+v", from, to, h)
		}
		at = h.To.Key
		bases[h.Link.Basis] = true
	}
	if at != to || f.Length != len(f.Hops) || len(f.Bases) != len(bases) {
		t.Errorf("%s to %s: a path of length %d with %d hops ends at %s and rests on %v", from, to, f.Length, len(f.Hops), at, f.Bases)
	}
}

// pair is a question: from one key to another.
type pair struct{ from, to string }

// pairs draws questions of every kind, the same in every run.
func (r raw) pairs(next map[string][]string) []pair {
	random := rand.New(rand.NewPCG(1, 2))
	sources := slices.DeleteFunc(slices.Clone(r.keys), func(k string) bool { return len(next[k]) == 0 })
	byEpisode := map[string][]string{}
	for _, k := range r.keys {
		episode, _, _ := strings.Cut(k, "/")
		byEpisode[episode] = append(byEpisode[episode], k)
	}
	pick := func(keys []string) string { return keys[random.IntN(len(keys))] }
	var out []pair
	for range 90 {
		from := pick(sources)
		reached := slices.Sorted(mapKeys(distances(next, from)))
		to := pick(reached)
		out = append(out, pair{from, to})
	}
	for range 40 {
		from := pick(sources)
		reached := slices.Sorted(mapKeys(distances(next, from)))
		out = append(out, pair{pick(reached), from})
	}
	for range 60 {
		from := pick(r.keys)
		episode, _, _ := strings.Cut(from, "/")
		out = append(out, pair{from, pick(byEpisode[episode])})
	}
	for range 20 {
		out = append(out, pair{pick(r.keys), pick(r.keys)})
	}
	return out
}

func mapKeys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// longestPath returns the longest of all shortest paths.
func longestPath(next map[string][]string) (path []string, length int) {
	var from, to string
	for _, key := range slices.Sorted(mapKeys(next)) {
		for other, d := range distances(next, key) {
			if d > length || d == length && (key+other < from+to) {
				from, to, length = key, other, d
			}
		}
	}
	back := distances(turned(next), to)
	path = []string{from}
	for at := from; at != to; path = append(path, at) {
		for _, n := range next[at] {
			if n == to || back[n] > 0 && back[n] == back[at]-1 {
				at = n
				break
			}
		}
	}
	return path, length
}

func TestPath_AgainstTheFiles(t *testing.T) {
	p, files := realProject(t)
	next := files.next()
	none, found := 0, 0
	for _, q := range files.pairs(next) {
		want, reachable := distances(next, q.from)[q.to]
		got := p.Path(vars{"from": q.from, "to": q.to})
		switch {
		case q.from == q.to:
			if got.Status != "FOUND" || len(got.Paths) != 1 || got.Paths[0].Length != 0 {
				t.Errorf("%s to itself: %+v", q.from, got)
			}
		case !reachable:
			none++
			if got.Status != "NO_PATH" || len(got.Paths) > 0 {
				t.Errorf("%s does not lead to %s: %s, %d paths", q.from, q.to, got.Status, len(got.Paths))
			}
		case got.Status != "FOUND" || len(got.Paths) != 1 || got.Paths[0].Length != want:
			t.Errorf("%s leads to %s by %d links: %s, %+v", q.from, q.to, want, got.Status, got.Paths)
		default:
			found++
			checkPath(t, files, got.Paths[0], q.from, q.to)
		}
	}
	if none < 50 || found < 90 {
		t.Errorf("the pairs are of one kind: %d with a path, %d without", found, none)
	}
}

func TestPath_LongestChain(t *testing.T) {
	p, files := realProject(t)
	chain, length := longestPath(files.next())
	from, to := chain[0], chain[len(chain)-1]
	if length < 50 {
		t.Fatalf("the longest shortest path of the files has %d links", length)
	}
	for _, c := range []struct {
		why    string
		v      vars
		status string
	}{
		{"an explicit ceiling finds the long chain", vars{"maxDepth": 100}, "FOUND"},
		{"exactly its length is enough", vars{"maxDepth": length}, "FOUND"},
		{"all shortest ones of that length", vars{"maxDepth": 100, "mode": "ALL_SHORTEST"}, "FOUND"},
		{"one link less is too few", vars{"maxDepth": length - 1}, "NO_PATH"},
		{"the default depth is 5", vars{"maxDepth": 5}, "NO_PATH"},
	} {
		c.v["from"], c.v["to"] = from, to
		got := p.Path(c.v)
		if got.Status != c.status {
			t.Errorf("%s: %s", c.why, got.Status)
		}
		for _, f := range got.Paths {
			if f.Length != length {
				t.Errorf("%s: a path of %d links", c.why, f.Length)
			}
			checkPath(t, files, f, from, to)
		}
	}
}

// allPaths returns the paths without a repeated key.
func allPaths(next map[string][]string, from, to string, depth int) []string {
	var out []string
	var step func(path []string)
	step = func(path []string) {
		last := path[len(path)-1]
		if last == to {
			out = append(out, strings.Join(path, " "))
			return
		}
		for _, n := range next[last] {
			if len(path) <= depth && !slices.Contains(path, n) {
				step(append(slices.Clone(path), n))
			}
		}
	}
	step([]string{from})
	slices.Sort(out)
	return out
}

// TestPath_AllModes compares lists of paths in graphs of random links, between and inside
// episodes, some stated and derived from time both, with cycles.
func TestPath_AllModes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	several := 0
	for _, links := range []int{12, 20, 30} {
		p := newProject(t)
		files := randomGraph(p, random, links)
		next := files.next()
		for range 25 {
			from, to := files.keys[random.IntN(len(files.keys))], files.keys[random.IntN(len(files.keys))]
			shortest := distances(next, from)[to]
			if shortest == 0 {
				continue
			}
			for mode, depth := range map[string]int{"ALL_SHORTEST": shortest, "ALL_SIMPLE": min(shortest+3, 10)} {
				want := allPaths(next, from, to, depth)
				if len(want) > 1000 {
					continue
				}
				several += min(1, len(want)-1)
				var got []string
				for _, f := range p.Path(vars{"from": from, "to": to, "mode": mode, "maxDepth": depth}).Paths {
					checkBases(t, files, f)
					got = append(got, strings.Join(f.Keys(), " "))
				}
				slices.Sort(got)
				if !slices.Equal(want, got) {
					t.Errorf("%s %s to %s in %d links: %d paths, want %d", mode, from, to, depth, len(got), len(want))
				}
			}
		}
	}
	if several < 30 {
		t.Errorf("only %d questions have several paths", several)
	}
}

// checkBases wants the stated link where two occurrences are linked for both reasons.
func checkBases(t testing.TB, files raw, f harness.FoundPath) {
	t.Helper()
	for _, h := range f.Hops {
		want := "TEMPORAL"
		if files.links[rawLink{h.From.Key, h.To.Key, "STATED"}] {
			want = "STATED"
		}
		if h.Link.Basis != want {
			t.Errorf("the hop from %s to %s is %s, want %s", h.From.Key, h.To.Key, h.Link.Basis, want)
		}
	}
}

// randomGraph records 4 episodes of 3 events each with random links and returns them.
func randomGraph(p *project, random *rand.Rand, links int) raw {
	p.T.Helper()
	files := raw{links: map[rawLink]bool{}}
	for e := range 4 {
		for v := range 3 {
			files.keys = append(files.keys, fmt.Sprintf("ep-%d/e%d", e, v))
		}
	}
	stated := map[string][]vars{}
	for len(files.links) < links {
		l := rawLink{files.keys[random.IntN(12)], files.keys[random.IntN(12)], []string{"STATED", "TEMPORAL"}[random.IntN(2)]}
		if l.from == l.to || files.links[l] {
			continue
		}
		files.links[l] = true
		episode, _, _ := strings.Cut(l.from, "/")
		stated[episode] = append(stated[episode], vars{"source": l.from, "target": l.to, "basis": strings.ToLower(l.basis), "relation": "causes"})
	}
	var documents []vars
	for e := range 4 {
		id := fmt.Sprintf("ep-%d", e)
		var events []vars
		for v := range 3 {
			events = append(events, vars{"id": fmt.Sprintf("e%d", v), "content": fmt.Sprintf("event %d of %s", v, id)})
		}
		documents = append(documents, vars{"id": id, "task": "random", "events": events, "links": own(id, stated[id])})
	}
	p.ImportAll(documents...)
	return files
}

// own writes the ends of links that are of the episode itself as short ids.
func own(episode string, links []vars) []vars {
	for _, l := range links {
		for _, end := range []string{"source", "target"} {
			l[end] = strings.TrimPrefix(l[end].(string), episode+"/")
		}
	}
	return links
}

// TestPath_LongestPossible goes over a chain of 100 links, and stops before 101.
func TestPath_LongestPossible(t *testing.T) {
	p := newProject(t)
	events := []vars{{"id": "e0", "content": "step 0"}}
	for i := range 101 {
		events = append(events, vars{"id": fmt.Sprintf("e%d", i+1), "content": "step", "causedBy": []string{fmt.Sprintf("e%d", i)}})
	}
	p.Record(vars{"id": "ep", "task": "chain", "events": events})
	for last, want := range map[string]string{"ep/e62": "FOUND", "ep/e100": "FOUND", "ep/e101": "NO_PATH"} {
		if got := p.Path(vars{"from": "ep/e0", "to": last}); got.Status != want {
			t.Errorf("from e0 to %s: %s, want %s", last, got.Status, want)
		}
	}
}

func TestPath_Bases(t *testing.T) {
	p, files := realProject(t)
	for _, basis := range []string{"STATED", "TEMPORAL", "MEASURED"} {
		next := files.next(basis)
		for _, q := range files.pairs(files.next())[:40] {
			want, reachable := distances(next, q.from)[q.to]
			got := p.Path(vars{"from": q.from, "to": q.to, "bases": []string{basis}})
			if reachable != (got.Status == "FOUND") || reachable && got.Paths[0].Length != want {
				t.Errorf("%s by %s to %s: %s, want a path: %v", q.from, basis, q.to, got.Status, reachable)
			}
			for _, f := range got.Paths {
				if !slices.Equal(f.Bases, []string{basis}) {
					t.Errorf("%s to %s rests on %v, not on %s alone", q.from, q.to, f.Bases, basis)
				}
			}
		}
	}
}

// TestPath_Cycle asks for ways into, round and out of a cycle that crosses episodes.
func TestPath_Cycle(t *testing.T) {
	p := newProject(t)
	var documents []vars
	for i := range 4 {
		documents = append(documents, vars{
			"id": fmt.Sprintf("ep-%d", i), "task": "turn", "events": []vars{{"id": "e1", "content": fmt.Sprintf("turn %d", i)}},
			"links": []vars{{"source": "e1", "relation": "causes", "target": fmt.Sprintf("ep-%d/e1", (i+1)%4)}},
		})
	}
	p.ImportAll(documents...)
	for _, c := range []struct {
		why      string
		from, to int
		mode     string
		length   int
	}{
		{"forward", 0, 1, "SHORTEST", 1},
		{"nearly round", 1, 0, "SHORTEST", 3},
		{"every shortest way", 3, 2, "ALL_SHORTEST", 3},
		{"every simple way ends although links go on", 2, 1, "ALL_SIMPLE", 3},
		{"to itself is no link", 2, 2, "SHORTEST", 0},
	} {
		got := p.Path(vars{"from": fmt.Sprintf("ep-%d/e1", c.from), "to": fmt.Sprintf("ep-%d/e1", c.to), "mode": c.mode, "maxDepth": 10})
		if got.Status != "FOUND" || len(got.Paths) != 1 || got.Paths[0].Length != c.length {
			t.Errorf("%s: %+v", c.why, got)
		}
	}
	byLabel := p.Path(vars{"from": "TURN 0", "to": "turn 2"})
	if byLabel.Status != "FOUND" || byLabel.Paths[0].Length != 2 || byLabel.From.Ambiguous {
		t.Errorf("by label: %+v", byLabel)
	}
	if several := p.Path(vars{"from": "turn", "to": "ep-0/e1"}); !several.From.Ambiguous || several.From.Total != 4 || len(several.From.Matches) != 4 {
		t.Errorf("an ambiguous name: %+v", several)
	}
	if nobody := p.Path(vars{"from": "nobody", "to": "ep-0/e1"}); nobody.Status != "UNKNOWN_END" || nobody.From.Total != 0 {
		t.Errorf("an unknown name: %+v", nobody)
	}
}
