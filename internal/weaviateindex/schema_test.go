package weaviateindex_test

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
)

// schema sends a request about the schema to the real server, as an administrator would.
func schema(t testing.TB, method, path string, body any) []byte {
	t.Helper()
	return send(t, method, "/schema"+path, body)
}

func send(t testing.TB, method, path string, body any) []byte {
	t.Helper()
	encoded, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(method, enginetest.Weaviate(t)+"/v1"+path, bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+enginetest.WeaviateKey())
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %s %s %v", method, path, response.Status, answer, err)
	}
	return answer
}

// newCollection returns the name of a new collection, removed after the test.
func newCollection(t testing.TB) string {
	t.Helper()
	b := make([]byte, 6)
	if _, err := rand.Read(b); err != nil {
		t.Fatal(err)
	}
	name := "Test" + hex.EncodeToString(b)
	t.Cleanup(func() { schema(t, http.MethodDelete, "/"+name, nil) })
	return name
}

func openNamed(t testing.TB, name string) *weaviateindex.Index {
	t.Helper()
	x, err := weaviateindex.New(weaviateindex.Options{URL: enginetest.Weaviate(t), APIKey: enginetest.WeaviateKey(), Collection: name})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

// openCollection returns an index with its own collection, and the collection as the server describes
// it.
func openCollection(t testing.TB) (*weaviateindex.Index, map[string]any) {
	t.Helper()
	name := newCollection(t)
	x := openNamed(t, name)
	if err := x.EnsureSchema(t.Context()); err != nil {
		t.Fatal(err)
	}
	var class map[string]any
	if err := json.Unmarshal(schema(t, http.MethodGet, "/"+name, nil), &class); err != nil {
		t.Fatal(err)
	}
	return x, class
}

// recreate replaces a collection.
func recreate(t testing.TB, class map[string]any) {
	t.Helper()
	schema(t, http.MethodDelete, "/"+class["class"].(string), nil)
	delete(class, "shardingConfig")
	schema(t, http.MethodPost, "", class)
}

func TestIndex_EnsureSchema_atOnce(t *testing.T) {
	name := newCollection(t)
	var wg sync.WaitGroup
	errs := make([]error, 6)
	for i := range errs {
		x := openNamed(t, name)
		wg.Add(1)
		go func() {
			defer wg.Done()
			errs[i] = x.EnsureSchema(t.Context())
		}()
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			t.Errorf("instance %d: %v", i, err)
		}
	}
}

func TestIndex_EnsureSchema_misfit(t *testing.T) {
	for name, c := range map[string]struct {
		why    string
		change func(class map[string]any)
		want   string
	}{
		"stop words": {"a dropped word is not found", func(class map[string]any) {
			class["invertedIndexConfig"].(map[string]any)["stopwords"] = map[string]any{"preset": "en"}
		}, "stop words"},
		"bm25": {"other parameters rank in another way", func(class map[string]any) {
			class["invertedIndexConfig"].(map[string]any)["bm25"] = map[string]any{"k1": 1.2, "b": 0.75}
		}, "BM25"},
		"tokenization": {"identifiers would be split", func(class map[string]any) {
			class["properties"].([]any)[0].(map[string]any)["tokenization"] = "word"
		}, "own"},
		"missing": {"a filter needs it", func(class map[string]any) {
			class["properties"] = class["properties"].([]any)[1:]
		}, "own is missing"},
		"unfilterable": {"a filter needs its index", func(class map[string]any) {
			class["properties"].([]any)[3].(map[string]any)["indexFilterable"] = false
		}, "episode"},
		"distance": {"similarities would be something else", func(class map[string]any) {
			class["vectorConfig"].(map[string]any)["full"].(map[string]any)["vectorIndexConfig"] = map[string]any{"distance": "dot"}
		}, "full are not compared by cosine"},
		"one tenant": {"projects would mix", func(class map[string]any) {
			class["multiTenancyConfig"] = map[string]any{"enabled": false}
		}, "tenants"},
	} {
		t.Run(name, func(t *testing.T) {
			_, class := openCollection(t)
			c.change(class)
			recreate(t, class)
			late := openNamed(t, class["class"].(string))
			err := late.EnsureSchema(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "reindex") {
				t.Errorf("%s: want an error about %q and what to do, got %v", c.why, c.want, err)
			}
			if _, err := late.Search(t.Context(), episodic.ChunkQuery{IndexGeneration: first("p"), Terms: "x", Limit: 1}); err == nil {
				t.Errorf("%s: the collection must not be used", c.why)
			}
		})
	}
}

// A collection of an earlier version gets what it lacks, whichever instance is first; older objects are
// still found.
func TestIndex_EnsureSchema_former(t *testing.T) {
	_, class := openCollection(t)
	name := class["class"].(string)
	later := []string{"filterPart", "references", "decisionTypes", "failed", "vectors"}
	class["properties"] = slices.DeleteFunc(class["properties"].([]any), func(v any) bool {
		return slices.Contains(later, v.(map[string]any)["name"].(string))
	})
	for _, vector := range class["vectorConfig"].(map[string]any) {
		delete(vector.(map[string]any), "vectorIndexConfig")
	}
	recreate(t, class)
	sum := sha256.Sum256([]byte("p"))
	send(t, http.MethodPost, "/batch/objects", map[string]any{"objects": []any{map[string]any{
		"class": name, "tenant": hex.EncodeToString(sum[:16]) + "-1", "id": "0f7d4a9e-3f1c-4c54-9a0a-0e5f3b0c7f10",
		"properties": map[string]any{"own": "former", "around": "", "text": "former", "episode": "old", "revision": 1, "number": 0, "part": "head"},
	}}})

	var wg sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		x := openNamed(t, name)
		wg.Go(func() { errs[i] = x.EnsureSchema(t.Context()) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	x := openNamed(t, name)
	failures := episodic.ChunkQuery{IndexGeneration: first("p"), Text: "former", Vector: axis(4, 0), Filter: episodic.EpisodeFilter{Failed: true}}
	if hits := append(search(t, x, failures), nearest(t, x, failures)...); len(hits) > 0 {
		t.Errorf("what has no such property is found by it: %+v", hits)
	}
	e := revision(1, episodic.Episode{
		ID: "new", Task: "former #12", Outcome: episodic.OutcomeFailure,
		Decisions: []episodic.Decision{{ID: "d001", Type: episodic.DecisionDesign, Chosen: "former"}},
	})
	put(t, x, "p", embedded(e, axis(4, 0)))
	for why, q := range map[string]episodic.ChunkQuery{
		"parts":          {Parts: []episodic.ChunkPart{episodic.PartDecision, episodic.PartHead}},
		"references":     {Filter: episodic.EpisodeFilter{References: []episodic.Reference{{Kind: episodic.ReferenceIssue, Key: "12"}}}},
		"decision types": {Filter: episodic.EpisodeFilter{DecisionTypes: []episodic.DecisionType{episodic.DecisionDesign}}},
		"failures":       {Filter: episodic.EpisodeFilter{Failed: true}},
	} {
		q.IndexGeneration, q.Text, q.Vector = first("p"), "former", axis(4, 0)
		for how, hits := range map[string][]episodic.ChunkHit{"words": search(t, x, q), "vectors": nearest(t, x, q)} {
			if got := found(hits); !slices.Equal(got, []string{"new"}) {
				t.Errorf("narrowed by %s, %s find %v", why, how, got)
			}
		}
	}
	if got := found(search(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Text: "former"})); !slices.Equal(got, []string{"new", "old"}) {
		t.Errorf("without a filter %v are found", got)
	}
}

func TestIndex_collectionRemoved(t *testing.T) {
	x, class := openCollection(t)
	name := class["class"].(string)
	p := project(t, x)
	put(t, x, p, episode("ep", "task"))
	schema(t, http.MethodDelete, "/"+name, nil)
	for attempt := range 2 {
		failed, err := x.PutEpisodes(t.Context(), first(p), []episodic.EpisodeChunks{episode("ep", "task")})
		if err == nil && len(failed) == 0 {
			break
		}
		if attempt == 1 {
			t.Fatalf("the second write does not create the collection again: %v, %v", failed, err)
		}
	}
	if hits := search(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Text: "task"}); len(hits) != 1 {
		t.Errorf("found %v", hits)
	}
}
