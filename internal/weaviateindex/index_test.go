package weaviateindex_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
	"github.com/google/go-cmp/cmp"
)

// open returns an index on the real server.
func open(t testing.TB) *weaviateindex.Index {
	t.Helper()
	// Several packages share one small server in tests, so the timeout is longer than in production.
	x, err := weaviateindex.New(weaviateindex.Options{URL: enginetest.Weaviate(t), APIKey: enginetest.WeaviateKey(), SearchTimeout: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

// project returns a project for one test.
func project(t testing.TB, x *weaviateindex.Index) string {
	t.Helper()
	name := enginetest.Project(t)
	t.Cleanup(func() {
		if err := x.DropProject(context.Background(), name); err != nil {
			t.Errorf("drop %s: %v", name, err)
		}
	})
	return name
}

// first is the first generation of a project.
func first(project string) episodic.IndexGeneration {
	return episodic.IndexGeneration{Project: project, Generation: 1}
}

// episode chunks an episode with a task and one event for each further text.
func episode(id, task string, events ...string) episodic.EpisodeChunks {
	return revision(1, episodic.Episode{ID: id, Task: task}, events...)
}

func revision(n int, e episodic.Episode, events ...string) episodic.EpisodeChunks {
	for i, content := range events {
		e.Events = append(e.Events, episodic.Event{ID: fmt.Sprintf("e%03d", i), Content: content})
	}
	return chunk.Chunks(episodic.Stored{Revision: n, Episode: e})
}

func put(t testing.TB, x *weaviateindex.Index, project string, episodes ...episodic.EpisodeChunks) {
	t.Helper()
	failed, err := x.PutEpisodes(t.Context(), first(project), episodes)
	if err != nil || len(failed) > 0 {
		t.Fatalf("put: %v, failed %v", err, failed)
	}
}

func search(t testing.TB, x *weaviateindex.Index, q episodic.ChunkQuery) []episodic.ChunkHit {
	t.Helper()
	if q.Terms == "" {
		q.Terms = strings.Join(lexis.Analyze(q.Text), " ")
	}
	if q.Limit == 0 {
		q.Limit = 1000
	}
	hits, err := x.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("search %.200q: %v", q.Text, err)
	}
	return hits
}

// found returns the episodes of the hits, sorted.
func found(hits []episodic.ChunkHit) []string {
	var ids []string
	for _, h := range hits {
		ids = append(ids, h.Episode)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// words returns n different words.
func words(prefix string, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%s%d", prefix, i)
	}
	return strings.Join(list, " ")
}

func TestIndex_Search_atLeast(t *testing.T) {
	plain := open(t)
	p := project(t, plain)
	wide, err := weaviateindex.New(weaviateindex.Options{URL: enginetest.Weaviate(t), APIKey: enginetest.WeaviateKey(), AtLeast: 500})
	if err != nil {
		t.Fatal(err)
	}
	defer wide.Close()
	for i := range 30 {
		put(t, plain, p, episode(fmt.Sprintf("ep-%02d", i), "common "+strings.Repeat("word ", i)))
	}
	for _, offset := range []int{0, 7, 28, 35} {
		q := episodic.ChunkQuery{IndexGeneration: first(p), Text: "common", Limit: 5, Offset: offset}
		if diff := cmp.Diff(search(t, plain, q), search(t, wide, q)); diff != "" {
			t.Errorf("asking for more and cutting gives another page at %d:\n%s", offset, diff)
		}
	}
}
