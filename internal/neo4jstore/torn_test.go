package neo4jstore_test

import (
	"context"
	"fmt"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
)

// reading is one read of a project that others change.
type reading struct {
	name string
	read func(ctx context.Context, s *neo4jstore.Store, project string) error
}

func readings() []reading {
	page := episodic.Page{Limit: 100}
	return []reading{
		{"ListProjects", func(ctx context.Context, s *neo4jstore.Store, _ string) error {
			_, err := s.ListProjects(ctx)
			return err
		}},
		{"Backlog", func(ctx context.Context, s *neo4jstore.Store, _ string) error {
			_, err := s.Backlog(ctx, "", episodic.StageWords, day, 1_000_000)
			return err
		}},
		{"GetEpisodes", func(ctx context.Context, s *neo4jstore.Store, project string) error {
			found, err := s.GetEpisodes(ctx, project, []string{"a", "b"})
			return whole(found, err, "a")
		}},
		{"ListEpisodes", func(ctx context.Context, s *neo4jstore.Store, project string) error {
			found, err := s.ListEpisodes(ctx, episodic.EpisodeQuery{Project: project, Page: page})
			return whole(found, err, "a")
		}},
		{"ListDeletedEpisodes", func(ctx context.Context, s *neo4jstore.Store, project string) error {
			found, err := s.ListEpisodes(ctx, episodic.EpisodeQuery{Project: project, Page: page, Deleted: true})
			return whole(found, err, "")
		}},
		{"ListRevisions", func(ctx context.Context, s *neo4jstore.Store, project string) error {
			_, err := s.ListRevisions(ctx, project, []string{"a", "b"}, episodic.Everything())
			return err
		}},
		{"ListOccurrences", func(ctx context.Context, s *neo4jstore.Store, project string) error {
			_, err := s.ListOccurrences(ctx, episodic.OccurrenceQuery{Project: project, Page: page})
			return err
		}},
		{"Neighbors", func(ctx context.Context, s *neo4jstore.Store, project string) error {
			keys := []string{"a/e1", "a/e2", "b/e1"}
			_, err := s.Neighbors(ctx, project, keys, search.Downstream, search.Follow{Relations: episodic.Relations()})
			return err
		}},
		{"MentionsBy", func(ctx context.Context, s *neo4jstore.Store, project string) error {
			_, err := s.MentionsBy(ctx, project, []string{"a", "a/e1", "b/e1"})
			return err
		}},
		{"ListFactors", func(ctx context.Context, s *neo4jstore.Store, project string) error {
			_, err := s.ListFactors(ctx, layer.FactorQuery{Project: project, Page: page})
			return err
		}},
		{"ListFactorLinks", func(ctx context.Context, s *neo4jstore.Store, project string) error {
			_, err := s.ListFactorLinks(ctx, layer.FactorLinkQuery{Project: project, Page: page})
			return err
		}},
		{"FactorSubgraph", func(ctx context.Context, s *neo4jstore.Store, project string) error {
			outcome := factor.Identity{Variable: factor.VariableOutcome, State: "success"}
			follow := search.FactorFollow{Relations: episodic.Relations(), Bases: episodic.Bases(), Shown: link.ShowAll}
			_, _, err := s.FactorSubgraph(ctx, search.FactorSearch{Project: project, To: []string{outcome.Key()}, Depth: 3, Follow: follow, Limit: 100})
			return err
		}},
		{"GetDerivation", func(ctx context.Context, s *neo4jstore.Store, project string) error {
			_, err := s.GetDerivation(ctx, project)
			return err
		}},
		{"ListReferences", func(ctx context.Context, s *neo4jstore.Store, project string) error {
			_, err := s.ListReferences(ctx, episodic.ReferenceQuery{Project: project, Page: page})
			return err
		}},
	}
}

// TestStore_readsInTurns reads far more at once than go to the server together: each is answered, over some dozens
// of connections, and what asks how the store is does not wait behind them.
func TestStore_readsInTurns(t *testing.T) {
	store(t) // has the schema in place
	o := options(t)
	u, err := url.Parse(o.URI)
	must(t, err)
	b := newBetween(t, u.Host)
	o.URI = "bolt://" + b.listener.Addr().String()
	s := open(t, o)
	var wg sync.WaitGroup
	for range 300 {
		wg.Go(func() {
			if _, err := s.ListProjects(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Go(func() {
		if err := s.Ready(t.Context()); err != nil {
			t.Errorf("not ready meanwhile: %v", err)
		}
	})
	wg.Wait()
	if taken := b.cut(); taken < 5 || taken > 36 {
		t.Errorf("300 reads at once took %d connections", taken)
	}
}

// whole checks that what was read of an episode belongs together, and that one is there.
func whole(found []episodic.Stored, err error, present string) error {
	there := present == ""
	for _, f := range found {
		p, wrong := intake.Prepare(f.Episode)
		if wrong != nil || p.Hash != f.Hash {
			return fmt.Errorf("revision %d of %s has the content of another: %w", f.Revision, f.Episode.ID, wrong)
		}
		there = there || f.Episode.ID == present
	}
	if err == nil && !there {
		return fmt.Errorf("%s is not there", present)
	}
	return err
}

// TestStore_readsWhileOthersWrite reads what others revise, delete, purge and make anew, until all have
// read some times: a read sees a state before or after, and never fails.
func TestStore_readsWhileOthersWrite(t *testing.T) {
	s := store(t)
	p := project(t, s)
	record(t, s, p, prepare(t, "a", 1))
	enough, done := context.WithTimeout(t.Context(), 3*time.Second)
	defer done()
	ctx, stop := context.WithCancel(t.Context())
	var writers, readers sync.WaitGroup
	writers.Go(func() { reviseFor(ctx, t, s, p, "a") })
	writers.Go(func() { replaceFor(ctx, t, s, p, "b") })
	for i := range 3 {
		writers.Go(func() { projectsFor(ctx, t, s, fmt.Sprintf("%s-%d", p, i)) })
	}
	for _, r := range readings() {
		readers.Go(func() {
			for n := 0; n < 3 || enough.Err() == nil; n++ {
				if err := r.read(t.Context(), s, p); err != nil {
					t.Errorf("%s, time %d: %v", r.name, n, err)
					return
				}
			}
		})
	}
	readers.Wait()
	stop()
	writers.Wait()
}

// reviseFor writes one revision after the other.
func reviseFor(ctx context.Context, t *testing.T, s *neo4jstore.Store, project, id string) {
	for n := 2; ctx.Err() == nil; n++ {
		_, err := s.RecordEpisodes(t.Context(), project, []episodic.Prepared{prepare(t, id, n%20+2)}, false, day)
		if err != nil {
			t.Errorf("revise %s: %v", id, err)
			return
		}
	}
}

// replaceFor makes an episode, deletes it and purges it, again and again.
func replaceFor(ctx context.Context, t *testing.T, s *neo4jstore.Store, project, id string) {
	for n := 1; ctx.Err() == nil; n++ {
		mentions := func(e *episodic.Episode) { e.Task = fmt.Sprintf("issue #%d", n) }
		_, err := s.RecordEpisodes(t.Context(), project, []episodic.Prepared{prepare(t, id, 3, mentions)}, false, day)
		if err == nil {
			err = s.DeleteEpisode(t.Context(), project, id, day)
		}
		if err == nil {
			err = s.PurgeEpisode(t.Context(), project, id)
		}
		if err != nil {
			t.Errorf("replace %s: %v", id, err)
			return
		}
	}
}

// projectsFor makes a project and purges it, again and again.
func projectsFor(ctx context.Context, t *testing.T, s *neo4jstore.Store, name string) {
	for ctx.Err() == nil {
		_, err := s.RecordEpisodes(t.Context(), name, []episodic.Prepared{prepare(t, "a", 1)}, false, day)
		if err == nil {
			err = s.PurgeProject(t.Context(), name)
		}
		if err != nil {
			t.Errorf("make and purge %s: %v", name, err)
			return
		}
	}
}
