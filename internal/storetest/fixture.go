package storetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// day is when the example cases take place, as far ahead as the random sequences.
func day() time.Time { return time.Date(2126, 3, 1, 12, 0, 0, 0, time.UTC) }

// fixture provides example cases with an engine and their own projects.
type fixture struct {
	Set
	open Open
	dir  string
	// alone says that the engine is not shared.
	alone bool
}

// newFixture opens a set. An engine that keeps its data in the given folder is not shared.
func newFixture(t testing.TB, open Open) *fixture {
	t.Helper()
	f := &fixture{open: open, dir: t.TempDir()}
	f.Set = open(t, f.dir)
	files, err := os.ReadDir(f.dir)
	must(t, err)
	f.alone = len(files) > 0
	return f
}

// again opens a second handle on the same data.
func (f *fixture) again(t testing.TB) Set {
	t.Helper()
	return f.open(t, f.dir)
}

// example is one example case.
type example struct {
	name string
	run  func(*testing.T, *fixture)
}

func runExamples(t *testing.T, f *fixture, examples []example) {
	t.Helper()
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) { e.run(t, f) })
	}
}

// project returns the name of a project that is removed after the test.
func (f *fixture) project(t testing.TB) string {
	t.Helper()
	name := newName(t)
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		if f.Graph != nil {
			if err := f.Graph.PurgeProject(ctx, name); err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
				t.Errorf("purge %s: %v", name, err)
			}
		}
		if f.Index != nil {
			if err := f.Index.DropProject(ctx, name); err != nil {
				t.Errorf("drop %s: %v", name, err)
			}
		}
	})
	return name
}

// first is the first generation of the index of a project.
func first(project string) episodic.IndexGeneration {
	return episodic.IndexGeneration{Project: project, Generation: 1}
}

// record records episodes, which must succeed.
func (f *fixture) record(t testing.TB, project string, episodes ...episodic.Prepared) []episodic.Receipt {
	t.Helper()
	receipts, err := f.Graph.RecordEpisodes(t.Context(), project, episodes, false, day())
	must(t, err)
	return receipts
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// prepare returns an episode with n events, e1 to en, each caused by the one before.
func prepare(t testing.TB, id string, n int, change ...func(*episodic.Episode)) episodic.Prepared {
	t.Helper()
	e := episodic.Episode{
		ID: id, Outcome: episodic.OutcomeSuccess, Task: "task of " + id,
		StartedAt: episodic.At(day()), Decisions: []episodic.Decision{}, Events: []episodic.Event{}, Lessons: []string{},
	}
	for i := range n {
		e.Events = append(e.Events, episodic.Event{
			ID: fmt.Sprintf("e%d", i+1), Type: episodic.EventMilestone, Content: fmt.Sprintf("step %d of %s", i+1, id),
		})
		if i > 0 {
			e.Links = append(e.Links, linkOf(fmt.Sprintf("e%d", i), fmt.Sprintf("e%d", i+1)))
		}
	}
	for _, f := range change {
		f(&e)
	}
	p, err := intake.Prepare(e)
	must(t, err)
	return p
}

// linkOf returns a link that says that source causes target.
func linkOf(source, target string) episodic.Link {
	return episodic.Link{Source: source, Relation: episodic.RelationCauses, Target: target, Basis: episodic.BasisStated}
}

// linked adds links to an episode of prepare.
func linked(links ...episodic.Link) func(*episodic.Episode) {
	return func(e *episodic.Episode) { e.Links = append(e.Links, links...) }
}

// arrows lists the links at some occurrences, as text.
func (f *fixture) arrows(t testing.TB, project string, keys ...string) []string {
	t.Helper()
	all := search.Follow{Relations: episodic.Relations(), Bases: episodic.Bases()}
	found, err := f.Graph.Neighbors(t.Context(), project, keys, search.Downstream, all)
	must(t, err)
	var out []string
	for _, key := range keys {
		for _, n := range found[key] {
			out = append(out, fmt.Sprintf("%s %s %s", key, n.Link.Relation, n.Occurrence.Key))
		}
	}
	return out
}
