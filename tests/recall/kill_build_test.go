package recall_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/tests/harness"
)

// killCopies is how many copies of the examples are indexed, so that a build takes a while.
const killCopies = 3

// killedBuild is a service that is killed while it builds an index.
type killedBuild struct{ *harness.Running }

// whole reports whether one generation is active, with vectors, and none is being built.
func (i projectIndex) whole() bool {
	return i.Building == nil && i.Chunks > 0 && i.Embedded == i.Chunks
}

// TestKill_build kills the service, and a `causeway reindex` beside it, at random moments of a
// build. Recall has to go on as before each time, and one whole generation is left at last.
// CAUSEWAY_TEST_KILLS is how often.
func TestKill_build(t *testing.T) {
	harness.Beside(t)
	k := killedBuild{shared.Running(t)}
	k.Start(t)
	p := &project{&harness.Project{Service: k.Service, T: t, Name: "built"}}
	p.ImportAll(copies(exampleDocuments(t))...)
	harness.Eventually(t, "the vectors are learned", func() bool { return p.index().whole() })
	began := time.Now()
	if got := k.Run(t, "reindex", "--project", p.Name); got.Code != 0 {
		t.Fatalf("reindex: %+v", got)
	}
	takes, first := time.Since(began), p.index()
	want := p.words()
	met, kills := map[string]int{}, harness.KillCount()
	for n := range kills {
		before := p.index().Active.Number
		rebuild := k.Command(context.Background(), "reindex", "--project", p.Name)
		if err := rebuild.Start(); err != nil {
			t.Fatal(err)
		}
		p.awaitBuild(n, before, takes)
		harness.Kill(t, rebuild)
		harness.Kill(t, k.Process)
		// Servers are waited for the last time as long as it takes until the build counts as cut off.
		met[k.cutOff(t, p.Name, before, k.Kind == engine.Embedded || n < kills-1)]++
		k.Start(t)
		p.Service = k.Service
		if diff := cmp.Diff(want, p.words()); diff != "" {
			t.Errorf("after kill %d, recall finds something else (-before +after): %s", n+1, diff)
		}
	}
	harness.Eventually(t, "one whole generation is there", func() bool { return p.index().whole() })
	if last := p.index(); last.Chunks != first.Chunks || last.Total != killCopies*len(exampleDocuments(t)) {
		t.Errorf("at first %+v, at last %+v", first, last)
	}
	k.onlyOne(t, p)
	k.Clean(t, p.Name)
	t.Logf("%s: killed %d times, %v; a build takes %s", k.Kind, kills, met, takes.Round(time.Millisecond))
}

// awaitBuild waits for the moment of a kill: by turns any, one of the building, one after the swap.
func (p *project) awaitBuild(n, active int, takes time.Duration) {
	p.T.Helper()
	switch n % 3 {
	case 0:
		time.Sleep(rand.N(takes))
		return
	case 1:
		harness.Eventually(p.T, "a generation is being built", func() bool {
			now := p.index()
			return now.Building != nil || now.Active.Number != active
		})
	case 2:
		harness.Eventually(p.T, "a generation is built", func() bool { return p.index().Active.Number != active })
	}
	time.Sleep(rand.N(takes / 5))
}

// words is all that a question finds by words, sorted: copies of one episode are equally good, and
// their order is another one in every generation.
func (p *project) words() []string {
	p.T.Helper()
	found := p.find(recallQuery, vars{"text": "what broke the deployment?", "first": 100, "alpha": 0})
	if len(found.Hits) < 20 || found.Truncated || found.Degraded {
		p.T.Fatalf("%d hits, more %t", len(found.Hits), found.Truncated)
	}
	return slices.Sorted(slices.Values(found.keys()))
}

// copies returns each document several times, as several episodes.
func copies(documents []vars) []vars {
	var out []vars
	for n := range killCopies {
		for _, d := range documents {
			c := maps.Clone(d)
			c["id"] = fmt.Sprintf("%s-%d", d["id"], n)
			delete(c, "links") // they may name other episodes
			out = append(out, c)
		}
	}
	return out
}

// cutOff says where in a build the processes were killed. Unless it is to be waited for, what
// they were at counts as cut off at once.
func (k killedBuild) cutOff(t *testing.T, project string, active int, atOnce bool) string {
	t.Helper()
	store, _ := k.open(t)
	state, err := store.GetIndexState(t.Context(), project)
	if err != nil {
		t.Fatal(err)
	}
	where := "while building"
	switch {
	case state.Active.Number != active:
		where = "after the swap"
	case state.Building.Number == 0:
		where = "while learning"
	}
	if atOnce {
		state.Version++
		state.ChangedAt = state.ChangedAt.Add(-time.Minute)
		if err := store.SetIndexState(t.Context(), project, state); err != nil {
			t.Fatal(err)
		}
	}
	return where
}

// onlyOne waits until the index holds the active generation and nothing beside it.
func (k killedBuild) onlyOne(t *testing.T, p *project) {
	t.Helper()
	_, index := k.open(t)
	var held []int
	var state projectIndex
	defer func() {
		if t.Failed() {
			t.Logf("the index holds the generations %v; it stands at %+v", held, state)
		}
	}()
	harness.Eventually(t, "no other generation is left", func() bool {
		var err error
		if held, err = index.ListGenerations(t.Context(), p.Name); err != nil {
			t.Fatal(err)
		}
		state = p.index()
		return slices.Equal(held, []int{state.Active.Number})
	})
}

// open opens the engines of the service, beside it.
func (k killedBuild) open(t *testing.T) (episodic.Store, episodic.Index) {
	t.Helper()
	if k.Kind == engine.Embedded {
		store, err := sqlitestore.Open(sqlitestore.Options{Path: engine.DatabasePath(k.Home)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = store.Close(context.Background()) })
		return store, store.Index()
	}
	state, err := engine.Status(t.Context(), k.Home)
	if err != nil {
		t.Fatal(err)
	}
	password, err := state.Password()
	if err != nil {
		t.Fatal(err)
	}
	key, err := state.WeaviateKey()
	if err != nil {
		t.Fatal(err)
	}
	store, err := neo4jstore.Open(neo4jstore.Options{URI: state.Neo4jURI, User: state.Neo4jUser, Password: password, Timeout: enginetest.Patience})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close(context.Background()) })
	return store, openIndex(t, state.WeaviateURL, key)
}
