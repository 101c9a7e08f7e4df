package retraction_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/retraction"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

const project = "p"

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// past is a memory with three episodes of a session; each states a link, the first with a note.
type past struct {
	*retraction.Service

	store    *sqlitestore.Store
	episodes *memory.Episodes
	audit    *audit.Service
	// deletes is how many deletions succeed; negative for all.
	deletes int
}

var errBroken = errors.New("broken")

// Delete implements [retraction.Recorder].
func (p *past) Delete(ctx context.Context, project, id string) error {
	if p.deletes == 0 {
		return errBroken
	}
	p.deletes--
	return p.episodes.Recording.Delete(ctx, project, id)
}

func (p *past) Record(ctx context.Context, project string, e episodic.Episode, wait episodic.State) (episodic.Receipt, error) {
	return p.episodes.Recording.Record(ctx, project, e, wait)
}

func (p *past) Restore(ctx context.Context, project, id string) (episodic.Receipt, error) {
	return p.episodes.Recording.Restore(ctx, project, id)
}

func newPast(t *testing.T) *past {
	t.Helper()
	s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(t.TempDir(), "causeway.db")})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close(context.WithoutCancel(t.Context()))) })
	must(t, s.Migrate(t.Context()))
	p := &past{
		store: s, deletes: -1, episodes: memory.NewEpisodes(memory.EpisodeParts{Store: s, Index: s.Index()}, time.Now),
		audit: audit.New(s, time.Now, func(context.Context) string { return "ann" }),
	}
	p.Service = retraction.New(retraction.Parts{
		Finder: dependents.New(s), Episodes: s, Recorder: p, Factors: s, Patterns: s, Entries: s, Audit: p.audit, Now: time.Now,
	})
	for i := range 3 {
		e := episodic.Episode{
			ID: fmt.Sprint("e", i), Session: "monday", Task: "Try", Outcome: episodic.OutcomeSuccess,
			Decisions: []episodic.Decision{{ID: "d1", Type: episodic.DecisionDesign, Factor: "way=short", Chosen: "short", Outcome: episodic.OutcomeUnknown}},
			Links: []episodic.Link{{
				Source: "d1", Relation: episodic.RelationCauses, Target: episodic.OutcomeID, Basis: episodic.BasisStated, Confidence: new(.25), Note: "I saw it",
			}},
		}
		_, err := p.Record(t.Context(), project, e, episodic.StateApplied)
		must(t, err)
	}
	return p
}

// present returns the ids of the episodes that are there.
func (p *past) present(t *testing.T) string {
	t.Helper()
	found, err := p.store.ListEpisodes(t.Context(), episodic.EpisodeQuery{Project: project, Page: episodic.Page{Limit: 10}})
	must(t, err)
	var ids []string
	for _, e := range found {
		ids = append([]string{e.Episode.ID}, ids...)
	}
	return strings.Join(ids, " ")
}

func TestRetract_interrupted(t *testing.T) {
	p, of := newPast(t), dependents.Of{Source: "monday"}
	p.deletes = 1
	if _, _, err := p.Retract(t.Context(), project, of, "wrong clock"); !errors.Is(err, errBroken) {
		t.Fatalf("it breaks with %v", err)
	}
	if got := p.present(t); got != "e1 e2" {
		t.Fatalf("one is gone, and there are %s", got)
	}
	p.deletes = -1
	found, _, err := p.Retract(t.Context(), project, of, "wrong clock")
	must(t, err)
	if got := p.present(t); got != "" || len(found.Episodes) != 2 {
		t.Errorf("a repeat takes %d, and leaves %q", len(found.Episodes), got)
	}
	again, note, err := p.Retract(t.Context(), project, of, "another reason")
	must(t, err)
	if again.Known() || !strings.Contains(note, "wrong clock") {
		t.Errorf("what is retracted is retracted again: %s", note)
	}
	_, _, err = p.Undo(t.Context(), project, of, "right after all")
	must(t, err)
	if got := p.present(t); got != "e0 e1 e2" {
		t.Errorf("brought back are %s", got)
	}
	log, err := p.audit.List(t.Context(), project, "", 10)
	must(t, err)
	if len(log) != 3 || log[0].Action != audit.Restore || log[0].Reason != "right after all" || log[2].Action != audit.Retract ||
		log[2].Reason != "wrong clock" || log[2].Count != 3 || log[2].By != "ann" || log[2].Subject != `source "monday"` {
		t.Errorf("the audit log is %+v", log)
	}
}

func TestRetract_link(t *testing.T) {
	p, of := newPast(t), dependents.Of{Link: "e0/d1 CAUSES e0/outcome"}
	_, _, err := p.Retract(t.Context(), project, of, "only assumed")
	must(t, err)
	links := func() []episodic.Link {
		found, err := p.store.GetEpisodes(t.Context(), project, []string{"e0"})
		must(t, err)
		return found[0].Episode.Links
	}
	if left := links(); len(left) > 0 {
		t.Fatalf("the episode states %v still", left)
	}
	_, _, err = p.Undo(t.Context(), project, of, "seen")
	must(t, err)
	if back := links(); len(back) != 1 || back[0].Note != "I saw it" || *back[0].Confidence != .25 {
		t.Errorf("it states %+v again", back)
	}
}

func TestUndo_leavesWhatIsNew(t *testing.T) {
	p := newPast(t)
	s := link.Statement{
		Source: factor.Identity{Variable: "way", State: "short"}, Target: factor.Identity{Variable: "outcome", State: "success"},
		Relation: episodic.RelationCauses, Origin: "ann", Note: "first",
	}
	state := func() {
		must(t, p.store.ChangeFactors(t.Context(), project, false, time.Now(), func(tx derive.Tx) error {
			_, err := derive.PutStatements(tx, []link.Statement{s})
			return err
		}))
	}
	state()
	of := dependents.Of{Statement: s.ID()}
	_, _, err := p.Retract(t.Context(), project, of, "wrong")
	must(t, err)
	s.Note = "second"
	state()
	_, _, err = p.Undo(t.Context(), project, of, "right")
	must(t, err)
	held, err := p.store.ListStatements(t.Context(), project, episodic.Page{Limit: 10})
	must(t, err)
	if len(held) != 1 || held[0].Note != "second" {
		t.Errorf("stated is %+v", held)
	}
}

func TestForget(t *testing.T) {
	p := newPast(t)
	for _, of := range []dependents.Of{{Link: "e1/d1 CAUSES e1/outcome"}, {Episode: "e1"}, {Source: "monday"}} {
		_, _, err := p.Retract(t.Context(), project, of, "wrong")
		must(t, err)
	}
	must(t, p.Forget(t.Context(), project, "e1"))
	must(t, p.store.PurgeEpisode(t.Context(), project, "e1"))
	entries, err := p.store.ListEntries(t.Context(), ledger.Query{Kind: "retraction", Project: project, Limit: 10})
	must(t, err)
	if len(entries) != 1 || strings.Contains(string(entries[0].Data), "e1") {
		t.Errorf("left are %d: %+v", len(entries), entries)
	}
	if _, _, err := p.Undo(t.Context(), project, dependents.Of{Episode: "e1"}, "right"); !errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("what is purged comes back: %v", err)
	}
	_, _, err = p.Undo(t.Context(), project, dependents.Of{Source: "monday"}, "right")
	must(t, err)
	if got := p.present(t); got != "e0 e2" {
		t.Errorf("brought back are %s", got)
	}
	if err := (*retraction.Service)(nil).Forget(t.Context(), project, "e0"); err != nil {
		t.Error(err)
	}
}
