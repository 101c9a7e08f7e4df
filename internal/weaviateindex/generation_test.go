package weaviateindex_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
)

// tenants lists the tenants of a collection as the server names them.
func tenants(t testing.TB, collection string) []string {
	t.Helper()
	var list []struct{ Name string }
	if err := json.Unmarshal(schema(t, http.MethodGet, "/"+collection+"/tenants", nil), &list); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tenant := range list {
		names = append(names, tenant.Name)
	}
	slices.Sort(names)
	return names
}

func TestIndex_tenants(t *testing.T) {
	x, class := openCollection(t)
	name := class["class"].(string)
	for _, at := range []episodic.IndexGeneration{{Project: "p", Generation: 1}, {Project: "p", Generation: 12}, {Project: "p-1", Generation: 2}} {
		if _, err := x.PutEpisodes(t.Context(), at, []episodic.EpisodeChunks{episode("ep", "task")}); err != nil {
			t.Fatal(err)
		}
	}
	hash := func(project string) string {
		sum := sha256.Sum256([]byte(project))
		return hex.EncodeToString(sum[:16])
	}
	want := []string{hash("p") + "-1", hash("p") + "-12", hash("p-1") + "-2"}
	slices.Sort(want)
	if diff := cmp.Diff(want, tenants(t, name)); diff != "" {
		t.Errorf("a graph from before knows the tenant of generation 1 by this name (-want +got):\n%s", diff)
	}
	// A foreign tenant with a name like ours.
	schema(t, http.MethodPost, "/"+name+"/tenants", []map[string]string{{"name": hash("p") + "-old"}})
	if got, err := x.ListGenerations(t.Context(), "p"); err != nil || !slices.Equal(got, []int{1, 12}) {
		t.Errorf("generations %v, %v", got, err)
	}
	if err := x.DropProject(t.Context(), "p"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values([]string{hash("p") + "-old", hash("p-1") + "-2"})), tenants(t, name)); diff != "" {
		t.Errorf("left after p was dropped (-want +got):\n%s", diff)
	}
}

// Two generations of a project may have vectors of different lengths; one may not.
func TestIndex_lengthsOfVectors(t *testing.T) {
	x := open(t)
	p := project(t, x)
	short, long := first(p), episodic.IndexGeneration{Project: p, Generation: 2}
	for at, length := range map[episodic.IndexGeneration]int{short: 4, long: 7} {
		for i := range 3 {
			e := embedded(episode(string(rune('a'+i)), "task"), axis(length, i))
			if failed, err := x.PutEpisodes(t.Context(), at, []episodic.EpisodeChunks{e}); err != nil || len(failed) > 0 {
				t.Fatalf("%+v: %v, %v", at, failed, err)
			}
		}
	}
	for at, length := range map[episodic.IndexGeneration]int{short: 4, long: 7} {
		hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: at, Vector: axis(length, 1)})
		if len(hits) != 3 || hits[0].Episode != "b" || hits[0].Score < .999 {
			t.Errorf("generation %d: %+v", at.Generation, hits)
		}
		wrong := episodic.ChunkQuery{IndexGeneration: at, Vector: axis(11-length, 1), Name: episodic.VectorChunk, Limit: 3}
		if hits, err := x.Nearest(t.Context(), wrong); err == nil || !strings.Contains(err.Error(), "another length") {
			t.Errorf("generation %d takes a question of another length: %+v, %v", at.Generation, hits, err)
		}
		failed, err := x.PutEpisodes(t.Context(), at, []episodic.EpisodeChunks{
			embedded(episode("wrong", "task"), axis(11-length, 0)), episode("good", "task"),
		})
		if err != nil || len(failed) != 1 || !strings.Contains(failed["wrong"].Error(), "another length") {
			t.Errorf("generation %d takes a vector of another length: %v, %v", at.Generation, failed, err)
		}
	}
	if err := x.DropGeneration(t.Context(), short); err != nil {
		t.Fatal(err)
	}
	if hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: long, Vector: axis(7, 1)}); len(hits) != 3 {
		t.Errorf("the other generation holds %+v", hits)
	}
	put(t, x, p, embedded(episode("a", "task"), axis(9, 0)))
	if hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: short, Vector: axis(9, 0)}); len(hits) != 1 {
		t.Errorf("a generation that was dropped and begun again with another length holds %+v", hits)
	}
}

// Vectors are added later, replaced, and removed, while the chunks stay the same.
func TestIndex_vectorsOfTheSameChunks(t *testing.T) {
	x := open(t)
	p := project(t, x)
	plain := episode("ep", "task")
	for _, c := range []struct {
		why      string
		put      episodic.EpisodeChunks
		score    float64
		embedded int
	}{
		{"words alone", plain, -1, 0},
		{"vectors follow", embedded(plain, axis(4, 0)), 1, 1},
		{"the same once more", embedded(plain, axis(4, 0)), 1, 1},
		{"others instead", embedded(plain, []float32{.6, .8, 0, 0}), .6, 1},
		{"words alone again", plain, -1, 0},
	} {
		put(t, x, p, c.put)
		var scores []float64
		for _, h := range nearest(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Vector: axis(4, 0)}) {
			scores = append(scores, h.Score)
		}
		if c.embedded != len(scores) || c.embedded == 1 && math.Abs(scores[0]-c.score) > 1e-6 {
			t.Errorf("%s: similarities %v, want %v", c.why, scores, c.score)
		}
		if all, err := x.CountChunks(t.Context(), []episodic.IndexGeneration{first(p)}); err != nil || all[first(p)] != (episodic.ChunkCount{Chunks: 1, Embedded: c.embedded}) {
			t.Errorf("%s: %+v, %v", c.why, all, err)
		}
		if hits := search(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Text: "task"}); len(hits) != 1 {
			t.Errorf("%s: by words %+v", c.why, hits)
		}
	}
}

func TestIndex_vectorsRefused(t *testing.T) {
	x := open(t)
	p := project(t, x)
	nan := axis(4, 0)
	nan[1] /= nan[2]
	for name, c := range map[string]struct {
		why     string
		vectors map[episodic.VectorName][]float32
		want    string
	}{
		"name":        {"the collection has no place for it", map[episodic.VectorName][]float32{"other": axis(4, 0)}, `"other"`},
		"two lengths": {"they cannot be of one model", map[episodic.VectorName][]float32{episodic.VectorChunk: axis(4, 0), episodic.VectorTask: axis(5, 0)}, "5 numbers, others have 4"},
		"no number":   {"it is like nothing", map[episodic.VectorName][]float32{episodic.VectorChunk: nan}, "no number"},
	} {
		t.Run(name, func(t *testing.T) {
			bad := episode("bad", "task")
			bad.Chunks[0].Vectors = c.vectors
			failed, err := x.PutEpisodes(t.Context(), first(p), []episodic.EpisodeChunks{bad, embedded(episode("good", "task"), axis(4, 1))})
			if err != nil || failed["bad"] == nil || !strings.Contains(failed["bad"].Error(), c.want) || name != "two lengths" && len(failed) != 1 {
				t.Errorf("%s: want bad named with %q, got %v, %v", c.why, c.want, failed, err)
			}
			for vector, v := range c.vectors {
				if name != "two lengths" {
					if _, err := x.Nearest(t.Context(), episodic.ChunkQuery{IndexGeneration: first(p), Name: vector, Vector: v, Limit: 1}); err == nil {
						t.Errorf("%s: it may be asked for", c.why)
					}
				}
			}
		})
	}
	silent := episode("silent", "task")
	silent.Chunks[0].Vectors = map[episodic.VectorName][]float32{episodic.VectorChunk: make([]float32, 4), episodic.VectorTask: nil}
	put(t, x, p, silent)
	if all, err := x.CountChunks(t.Context(), []episodic.IndexGeneration{first(p)}); err != nil || all[first(p)] != (episodic.ChunkCount{Chunks: 2, Embedded: 1}) {
		t.Errorf("a vector of zeros says nothing and is none: %+v, %v", all, err)
	}
	if hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Vector: make([]float32, 4)}); len(hits) > 0 {
		t.Errorf("nothing was asked, and found was %+v", hits)
	}
}
