package storetest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
)

func nearestExamples() []example {
	return []example{
		{"generations", exampleGenerations},
		{"nearest", exampleNearest},
		{"nearest under filters", exampleNearestFilters},
		{"nearest replaced", exampleNearestReplaced},
		{"similarities of many", exampleSimilarities},
		{"vectors that do not fit", exampleVectorsRefused},
		{"parts", exampleParts},
		{"chunks counted", exampleCount},
	}
}

// near searches chunks by vector.
func (f *fixture) near(t testing.TB, q episodic.ChunkQuery) []episodic.ChunkHit {
	t.Helper()
	if q.Name == "" {
		q.Name = episodic.VectorChunk
	}
	if q.Limit == 0 {
		q.Limit = mostHits
	}
	hits, err := f.Index.Nearest(t.Context(), q)
	must(t, err)
	return hits
}

// pointing gives each chunk of an episode the vector at an angle, in degrees.
func pointing(degrees float64, e episodic.EpisodeChunks) episodic.EpisodeChunks {
	for i := range e.Chunks {
		e.Chunks[i].Vectors = map[episodic.VectorName][]float32{episodic.VectorChunk: angle(degrees)}
	}
	return e
}

func angle(degrees float64) []float32 {
	return []float32{float32(math.Cos(degrees * math.Pi / 180)), float32(math.Sin(degrees * math.Pi / 180))}
}

// The contents of one generation are invisible to another, by words, by vectors, and when it is
// dropped.
func exampleGenerations(t *testing.T, f *fixture) {
	p, other := f.project(t), f.project(t)
	second := episodic.IndexGeneration{Project: p, Generation: 2}
	third := episodic.IndexGeneration{Project: p, Generation: 30}
	f.put(t, p, pointing(0, cut("old", "common")), pointing(0, cut("both", "common first")))
	f.put(t, other, pointing(0, cut("other", "common")))
	// Vectors of two generations may have different lengths.
	long := cut("both", "common second")
	long.Chunks[0].Vectors = map[episodic.VectorName][]float32{episodic.VectorChunk: {0, 0, 1}}
	for _, at := range []episodic.IndexGeneration{second, third} {
		failed, err := f.Index.PutEpisodes(t.Context(), at, []episodic.EpisodeChunks{long})
		if err != nil || len(failed) > 0 {
			t.Fatalf("put: %v, %v", failed, err)
		}
	}
	check := func(why string, at episodic.IndexGeneration, vector []float32, want ...string) {
		t.Helper()
		words := found(f.search(t, episodic.ChunkQuery{IndexGeneration: at, Text: "common"}))
		vectors := found(f.near(t, episodic.ChunkQuery{IndexGeneration: at, Vector: vector}))
		listed, err := f.Index.ListEpisodes(t.Context(), at)
		must(t, err)
		slices.Sort(listed)
		if !slices.Equal(words, want) || !slices.Equal(vectors, want) || !slices.Equal(listed, want) {
			t.Errorf("%s: found are %v by words, %v by vectors, listed %v, want %v", why, words, vectors, listed, want)
		}
	}
	check("the first", first(p), angle(0), "both", "old")
	check("the second", second, []float32{0, 1, 1}, "both")
	check("one that nothing was put in", episodic.IndexGeneration{Project: p, Generation: 3}, angle(0))
	for word, at := range map[string]episodic.IndexGeneration{"first": second, "second": first(p)} {
		if hits := f.search(t, episodic.ChunkQuery{IndexGeneration: at, Text: word}); len(hits) > 0 {
			t.Errorf("generation %d finds what another holds: %v", at.Generation, hits)
		}
	}
	list, err := f.Index.ListGenerations(t.Context(), p)
	if err != nil || !slices.Equal(list, []int{1, 2, 30}) {
		t.Errorf("the generations are %v, %v", list, err)
	}
	must(t, f.Index.DeleteEpisodes(t.Context(), second, []string{"both"}))
	check("after an episode was removed from the second", first(p), angle(0), "both", "old")
	must(t, f.Index.DropGeneration(t.Context(), first(p)))
	check("dropped", first(p), angle(0))
	check("beside the dropped one", third, []float32{0, 1, 1}, "both")
	f.put(t, p, pointing(0, cut("again", "common")))
	check("put in again", first(p), angle(0), "again")
	must(t, f.Index.DropGeneration(t.Context(), episodic.IndexGeneration{Project: p, Generation: 77}))
	must(t, f.Index.DropProject(t.Context(), p))
	check("all are dropped with the project", third, []float32{0, 1, 1})
	check("the other project", first(other), angle(0), "other")
}

func exampleNearest(t *testing.T, f *fixture) {
	p := f.project(t)
	if hits := f.near(t, episodic.ChunkQuery{IndexGeneration: first(p), Vector: angle(0)}); len(hits) != 0 {
		t.Errorf("a project without an index has %v", hits)
	}
	f.put(t, p, cut("bare", "no vector"))
	if hits := f.near(t, episodic.ChunkQuery{IndexGeneration: first(p), Vector: angle(0)}); len(hits) != 0 {
		t.Errorf("a project without vectors has %v", hits)
	}
	named := pointing(90, revision(1, episodic.Episode{
		ID: "named", Task: "Repair", Decisions: []episodic.Decision{{ID: "d001", Chosen: "lenient parser"}},
	}))
	named.Chunks[0].Vectors = map[episodic.VectorName][]float32{
		episodic.VectorChunk: angle(30), episodic.VectorTask: angle(0), episodic.VectorOutcome: angle(45), episodic.VectorFull: angle(180),
	}
	f.put(t, p, named, pointing(-60, cut("other", "task")))
	for _, c := range []struct {
		why  string
		name episodic.VectorName
		at   float64
		// want are the hits with their similarity in thousandths.
		want []string
	}{
		{"best first, by the angle", episodic.VectorChunk, 0, []string{"named 0 866", "other 0 500", "named 1 0"}},
		{"the opposite is the last", episodic.VectorChunk, 120, []string{"named 1 866", "named 0 0", "other 0 -1000"}},
		{"the task alone, which only heads have", episodic.VectorTask, 60, []string{"named 0 500"}},
		{"the outcome alone", episodic.VectorOutcome, 45, []string{"named 0 1000"}},
		{"all of the episode", episodic.VectorFull, 0, []string{"named 0 -1000"}},
	} {
		var got []string
		for _, h := range f.near(t, episodic.ChunkQuery{IndexGeneration: first(p), Vector: angle(c.at), Name: c.name}) {
			got = append(got, fmt.Sprintf("%s %d %d", h.Episode, h.Number, int(math.Round(1000*h.Score))))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
	hits := f.near(t, episodic.ChunkQuery{IndexGeneration: first(p), Vector: angle(90), Limit: 1})
	want := []episodic.ChunkHit{{
		Episode: "named", Number: 1, Part: episodic.PartDecision, Occurrences: []string{"named/d001"}, Text: "Chosen: lenient parser", Score: 1,
	}}
	if len(hits) == 1 && math.Abs(hits[0].Score-1) < scoreError {
		hits[0].Score = 1
	}
	if diff := cmp.Diff(want, hits); diff != "" {
		t.Errorf("a hit (-want +got):\n%s", diff)
	}
	for _, q := range []episodic.ChunkQuery{{Limit: 20_000}, {Limit: 10, Offset: 9_999}, {Limit: 10, Offset: 1 << 40}, {Limit: -1}, {Limit: 1, Offset: -1}} {
		q.IndexGeneration, q.Vector, q.Name = first(p), angle(0), episodic.VectorChunk
		if _, err := f.Index.Nearest(t.Context(), q); err != nil {
			t.Errorf("limit %d, offset %d: %v", q.Limit, q.Offset, err)
		}
	}
}

// Filters apply before ranking: as many hits as requested come back while that many match, however far
// away they are.
func exampleNearestFilters(t *testing.T, f *fixture) {
	p := f.project(t)
	random := rand.New(rand.NewPCG(3, 4))
	byTag := map[string][]string{}
	var all []episodic.EpisodeChunks
	for i := range 400 {
		e := episodic.Episode{ID: fmt.Sprintf("ep-%03d", i), Task: "task", Tags: []string{fmt.Sprintf("tag%d", random.IntN(7))}}
		degrees := random.Float64() * 90
		if i%40 == 0 {
			e.Tags, degrees = []string{"rare"}, 170+random.Float64()
		}
		byTag[e.Tags[0]] = append(byTag[e.Tags[0]], e.ID)
		all = append(all, pointing(degrees, revision(1, e)))
	}
	f.put(t, p, all...)
	for tag, want := range byTag {
		q := episodic.ChunkQuery{IndexGeneration: first(p), Vector: angle(0), Filter: episodic.EpisodeFilter{Tags: []string{tag}}}
		for _, k := range []int{1, 5, len(want), len(want) + 5} {
			q.Limit = k
			if got := len(f.near(t, q)); got != min(k, len(want)) {
				t.Errorf("%s: %d asked of %d, got %d", tag, k, len(want), got)
			}
		}
		slices.Sort(want)
		q.Limit = 0
		if diff := cmp.Diff(want, found(f.near(t, q))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tag, diff)
		}
	}
	// Every filter of the word search narrows this one too.
	d := f.project(t)
	for _, e := range differing(t) {
		f.put(t, d, pointing(10, revision(1, e)))
	}
	for name, c := range filterCases() {
		got := strings.Join(found(f.near(t, episodic.ChunkQuery{IndexGeneration: first(d), Vector: angle(0), Filter: c.filter})), "")
		if got != c.want {
			t.Errorf("%s: %s: found %q, want %q", name, c.why, got, c.want)
		}
	}
}

// A chunk that is put again has only the new vectors, or none.
func exampleNearestReplaced(t *testing.T, f *fixture) {
	p := f.project(t)
	check := func(why string, want ...string) {
		t.Helper()
		var got []string
		for _, h := range f.near(t, episodic.ChunkQuery{IndexGeneration: first(p), Vector: angle(0)}) {
			got = append(got, fmt.Sprintf("%s %d %.0f", h.Episode, h.Number, math.Acos(min(h.Score, 1))*180/math.Pi))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", why, got, want)
		}
	}
	f.put(t, p, pointing(20, cut("a", "task", "event")), pointing(50, cut("b", "task")))
	check("put", "a 0 20", "a 1 20", "b 0 50")
	f.put(t, p, pointing(70, cut("a", "task")))
	check("another vector and fewer chunks", "b 0 50", "a 0 70")
	f.put(t, p, cut("b", "task"))
	check("put without a vector", "a 0 70")
	f.put(t, p, pointing(40, cut("b", "task")), pointing(60, cut("c", "task")))
	check("vectors follow later", "b 0 40", "c 0 60", "a 0 70")
	must(t, f.Index.DeleteEpisodes(t.Context(), first(p), []string{"c", "a"}))
	check("removed", "b 0 40")
}

// The chunks of all episodes that are asked about are compared, however many these are.
func exampleSimilarities(t *testing.T, f *fixture) {
	p := f.project(t)
	asked := []string{"unknown", "bare"}
	put := []episodic.EpisodeChunks{cut("bare", "task")}
	want := map[string]int{}
	for i := range 230 {
		id := fmt.Sprintf("ep-%03d", i)
		put, asked = append(put, pointing(float64(i), cut(id, "task"))), append(asked, id)
		want[id] = int(math.Round(1000 * math.Cos(float64(i)*math.Pi/180)))
	}
	f.put(t, p, put...)
	q := episodic.SimilarityQuery{IndexGeneration: first(p), Vector: angle(0), Name: episodic.VectorChunk, Episodes: asked}
	similar, err := f.Index.Similarities(t.Context(), q)
	must(t, err)
	got := map[string]int{}
	for _, s := range similar {
		got[s.Episode] = int(math.Round(1000 * s.Cosine))
	}
	if diff := cmp.Diff(want, got); diff != "" || len(similar) != len(want) {
		t.Errorf("%d cosines (-want +got):\n%s", len(similar), diff)
	}
}

// Vectors that do not fit the existing ones are refused, and the existing ones stay.
func exampleVectorsRefused(t *testing.T, f *fixture) {
	p := f.project(t)
	f.put(t, p, pointing(0, cut("a", "task")))
	wrong := cut("b", "task")
	wrong.Chunks[0].Vectors = map[episodic.VectorName][]float32{episodic.VectorChunk: {1, 2, 3}}
	failed, err := f.Index.PutEpisodes(t.Context(), first(p), []episodic.EpisodeChunks{wrong})
	if err == nil && failed["b"] == nil {
		t.Error("a vector of another length is taken")
	}
	q := episodic.ChunkQuery{IndexGeneration: first(p), Vector: []float32{1, 2, 3}, Name: episodic.VectorChunk, Limit: 5}
	if hits, err := f.Index.Nearest(t.Context(), q); err == nil {
		t.Errorf("a question of another length is answered with %v", hits)
	}
	if got := found(f.near(t, episodic.ChunkQuery{IndexGeneration: first(p), Vector: angle(0)})); !slices.Equal(got, []string{"a"}) {
		t.Errorf("found are %v", got)
	}
}

func exampleParts(t *testing.T, f *fixture) {
	p := f.project(t)
	f.put(t, p, pointing(0, revision(1, episodic.Episode{
		ID: "a", Task: "common", Tags: []string{"t"}, Decisions: []episodic.Decision{{ID: "d1", Chosen: "common"}, {ID: "d2", Chosen: "common"}},
	}, "common")), pointing(0, cut("b", "common")))
	for _, c := range []struct {
		why    string
		parts  []episodic.ChunkPart
		filter episodic.EpisodeFilter
		want   int
	}{
		{"any part", nil, episodic.EpisodeFilter{}, 5},
		{"heads", []episodic.ChunkPart{episodic.PartHead}, episodic.EpisodeFilter{}, 2},
		{"decisions", []episodic.ChunkPart{episodic.PartDecision}, episodic.EpisodeFilter{}, 2},
		{"one of several parts", []episodic.ChunkPart{episodic.PartHead, episodic.PartEvents}, episodic.EpisodeFilter{}, 3},
		{"heads under a filter", []episodic.ChunkPart{episodic.PartHead}, episodic.EpisodeFilter{Tags: []string{"t"}}, 1},
		{"a part that there is not", []episodic.ChunkPart{"poem"}, episodic.EpisodeFilter{}, 0},
	} {
		q := episodic.ChunkQuery{IndexGeneration: first(p), Text: "common", Vector: angle(0), Parts: c.parts, Filter: c.filter}
		for engine, hits := range map[string][]episodic.ChunkHit{"words": f.search(t, q), "vectors": f.near(t, q)} {
			if len(hits) != c.want {
				t.Errorf("%s by %s: %+v, want %d", c.why, engine, hits, c.want)
			}
			for _, h := range hits {
				if len(c.parts) > 0 && !slices.Contains(c.parts, h.Part) {
					t.Errorf("%s by %s: found %+v", c.why, engine, h)
				}
			}
		}
	}
}

func exampleCount(t *testing.T, f *fixture) {
	p := f.project(t)
	check := func(why string, chunks, embedded int) {
		t.Helper()
		empty := episodic.IndexGeneration{Project: p, Generation: 7}
		n, err := f.Index.CountChunks(t.Context(), []episodic.IndexGeneration{empty, first(p), empty})
		if err != nil || n[first(p)] != (episodic.ChunkCount{Chunks: chunks, Embedded: embedded}) || n[empty] != (episodic.ChunkCount{}) {
			t.Errorf("%s: %+v, %v, want %d and %d", why, n, err, chunks, embedded)
		}
	}
	check("nothing was put", 0, 0)
	f.put(t, p, cut("a", "task", "event"), pointing(0, cut("b", "task", manyWords("w", 200))))
	check("the chunks of b have vectors", 6, 4)
	half := pointing(0, cut("b", "task", "event"))
	half.Chunks[1].Vectors = nil
	f.put(t, p, half)
	check("one chunk says nothing to the model", 4, 1)
	must(t, f.Index.DeleteEpisodes(t.Context(), first(p), []string{"b"}))
	check("b is removed", 2, 0)
}
