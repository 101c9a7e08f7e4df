package weaviateindex_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
	"github.com/google/go-cmp/cmp"
)

// axis is a unit vector of n numbers along one axis.
func axis(n, along int) []float32 {
	v := make([]float32, n)
	v[along%n] = 1
	return v
}

// embedded gives every chunk of an episode the same vector.
func embedded(e episodic.EpisodeChunks, v []float32) episodic.EpisodeChunks {
	e.Chunks = slices.Clone(e.Chunks)
	for i := range e.Chunks {
		e.Chunks[i].Vectors = map[episodic.VectorName][]float32{episodic.VectorChunk: v}
	}
	return e
}

func nearest(t testing.TB, x *weaviateindex.Index, q episodic.ChunkQuery) []episodic.ChunkHit {
	t.Helper()
	if q.Name == "" {
		q.Name = episodic.VectorChunk
	}
	if q.Limit == 0 {
		q.Limit = 1000
	}
	hits, err := x.Nearest(t.Context(), q)
	if err != nil {
		t.Fatalf("nearest: %v", err)
	}
	return hits
}

// The server's default search, with a limit, misses what is not on disk yet.
func TestIndex_foundRightAfterWriting(t *testing.T) {
	x := open(t)
	p, other := project(t, x), project(t, x)
	const n, dimension = 60, 32
	for i := range n {
		id, word := fmt.Sprintf("ep-%02d", i), fmt.Sprintf("marker%dx", i)
		e := revision(1, episodic.Episode{
			ID: id, Task: "deploy " + word, Domain: fmt.Sprintf("domain%d", i%3), Tags: []string{"common"},
			Decisions: []episodic.Decision{{ID: "d001", Type: episodic.DecisionDesign, Chosen: word}},
		}, "the service of "+word+" went down, see #"+fmt.Sprint(100+i))
		put(t, x, p, embedded(e, axis(dimension, i)))
		put(t, x, other, embedded(e, axis(dimension, i)))
		for why, filter := range map[string]episodic.EpisodeFilter{
			"no filter":       {},
			"a word":          {Domain: fmt.Sprintf("domain%d", i%3)},
			"a list":          {Tags: []string{"common", "none"}},
			"a decision type": {DecisionTypes: []episodic.DecisionType{episodic.DecisionDesign}},
			"a reference":     {References: []episodic.Reference{{Kind: episodic.ReferenceIssue, Key: fmt.Sprint(100 + i)}}},
		} {
			hits := search(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Text: "why did " + word + " go down", Filter: filter, Limit: 10})
			if len(hits) == 0 || hits[0].Episode != id {
				t.Fatalf("write %d, %s: by its own word %s is not first: %+v", i, why, id, hits)
			}
			hits = nearest(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Vector: axis(dimension, i), Filter: filter, Limit: 10})
			if !slices.ContainsFunc(hits, func(h episodic.ChunkHit) bool { return h.Episode == id && h.Score > .999 }) {
				t.Fatalf("write %d, %s: by its own vector %s is not among %+v", i, why, id, hits)
			}
		}
		if got := len(found(search(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Text: "service"}))); got != i+1 {
			t.Fatalf("after %d writes a word in all episodes finds %d", i+1, got)
		}
	}
}

func TestIndex_scoresOfOtherProjects(t *testing.T) {
	x := open(t)
	p, other := project(t, x), project(t, x)
	put(t, x, p, embedded(episode("one", "repair the importer", "the parser was strict"), axis(4, 0)),
		embedded(episode("two", "write a parser", "it works"), []float32{.6, .8, 0, 0}))
	words := episodic.ChunkQuery{IndexGeneration: first(p), Text: "importer parser"}
	vector := episodic.ChunkQuery{IndexGeneration: first(p), Vector: axis(4, 0)}
	byWords, byVector := search(t, x, words), nearest(t, x, vector)
	for i := range 50 {
		put(t, x, other, embedded(episode(fmt.Sprintf("ep-%d", i), "the parser "+strings.Repeat("parser importer ", i)), axis(4, i)))
	}
	if diff := cmp.Diff(byWords, search(t, x, words)); diff != "" {
		t.Errorf("what others hold changes the scores of words:\n%s", diff)
	}
	if diff := cmp.Diff(byVector, nearest(t, x, vector)); diff != "" {
		t.Errorf("what others hold changes the scores of vectors:\n%s", diff)
	}
	if len(byWords) != 4 || len(byVector) != 4 || math.Abs(byVector[0].Score-1) > 1e-6 || math.Abs(byVector[3].Score-.6) > 1e-6 {
		t.Errorf("want four chunks by words and four by vector, with the cosine as score: %+v, %+v", byWords, byVector)
	}
}

func TestIndex_anyText(t *testing.T) {
	x := open(t)
	p := project(t, x)
	nasty := []string{
		`"quoted" 'text' \back\slash`, "a/b/c.go (d) [e] {f} <g>", "key: value, http://host:80/x?y=1", "emoji 🤔 ✅ flag",
		`"}]},{Get{Chunk{text}}}`, "tail\\", "null\x00byte", strings.Repeat("emoji nothing12 (a/b: \"c\") ", 4_000) + "end",
	}
	for i, text := range nasty {
		e := revision(1, episodic.Episode{
			ID: fmt.Sprintf("ep-%d", i), Task: "task", Domain: text, Tags: []string{text},
		}, text)
		put(t, x, p, embedded(e, axis(8, i)))
	}
	for i, text := range nasty {
		id := fmt.Sprintf("ep-%d", i)
		if got := found(search(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Text: text})); !slices.Contains(got, id) {
			t.Errorf("%.50q does not find itself by words: %v", text, got)
		}
		for why, filter := range map[string]episodic.EpisodeFilter{"a word": {Domain: text}, "a list": {Tags: []string{text}}} {
			if got := found(nearest(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Vector: axis(8, i), Filter: filter})); !slices.Equal(got, []string{id}) {
				t.Errorf("%.50q as %s leaves %v", text, why, got)
			}
		}
		unknown := episodic.EpisodeFilter{References: []episodic.Reference{{Kind: episodic.ReferenceFile, Key: text}}}
		if got := found(nearest(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Vector: axis(8, i), Filter: unknown})); len(got) > 0 {
			t.Errorf("no file is named %.50q, and %v are found by it", text, got)
		}
	}
}
