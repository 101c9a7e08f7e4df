package counterfactual_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/tests/tree"
)

// everything asks every causal question about the episodes of a project.
type everything struct {
	causaltest.Project

	project string
	asked   int
}

// RecordAll writes what an import records.
func (q *everything) RecordAll(ctx context.Context, project string, episodes []episodic.Episode, _ bool, _ episodic.State) ([]episodic.Receipt, error) {
	prepared := make([]episodic.Prepared, len(episodes))
	for i, e := range episodes {
		var err error
		if prepared[i], err = intake.Prepare(e); err != nil {
			return nil, err
		}
	}
	return q.Store.RecordEpisodes(ctx, project, prepared, false, time.Now())
}

// Revisions says that nothing was recorded before.
func (q *everything) Revisions(context.Context, string, []string, episodic.Slice) (map[string][]episodic.Revision, error) {
	return nil, episodic.ErrProjectNotFound
}

// OfSessions says that nothing was recorded before.
func (*everything) OfSessions(context.Context, string, []string, []string) ([]episodic.Episode, error) {
	return nil, nil
}

// Delete has nothing to delete.
func (*everything) Delete(context.Context, string, string) error { return nil }

// ended wants a question to end with a status that says why, or with the errors that are documented.
func (q *everything) ended(what string, ask func() (status model.Status, reason string, err error)) {
	q.T.Helper()
	q.asked++
	defer func() {
		if broken := recover(); broken != nil {
			q.T.Errorf("%s of %s panics: %v", what, q.project, broken)
		}
	}()
	status, reason, err := ask()
	var invalid *problem.InvalidError
	switch {
	case errors.As(err, &invalid), errors.Is(err, episodic.ErrNotFound):
	case err != nil:
		q.T.Errorf("%s of %s: %v", what, q.project, err)
	case status == "" || status != model.StatusOK && reason == "":
		q.T.Errorf("%s of %s ends with the status %q and the reason %q", what, q.project, status, reason)
	}
}

// about asks everything about one episode, and about at most so many of its occurrences.
func (q *everything) about(e episodic.Episode, most int) {
	ctx := q.T.Context()
	q.ended("which decision of "+e.ID, func() (model.Status, string, error) {
		a, err := q.Service.Decision.DecisionImpact(ctx, decision.ImpactQuestion{Project: q.project, Episode: e.ID, Budget: effect.EffectBudget})
		return a.Status, a.Reason, err
	})
	var occurrences []string
	for _, d := range e.Decisions {
		occurrences = append(occurrences, d.ID)
		for _, option := range append(slices.Clone(d.Options), d.Chosen, "left undone") {
			q.ended("what if "+option+" of "+e.ID+"/"+d.ID, func() (model.Status, string, error) {
				a, err := q.Service.Effect.WhatIf(ctx, effect.WhatIfQuestion{
					Project: q.project, Episode: e.ID, Decision: d.ID, Alternative: option, Widen: true, Budget: effect.EffectBudget,
				})
				return a.Status, a.Reason, err
			})
		}
		q.ended("the best of "+d.Context, func() (model.Status, string, error) {
			a, err := q.Service.Decision.BestAction(ctx, decision.BestActionQuestion{Project: q.project, Variable: d.Context, Budget: effect.EffectBudget})
			return a.Status, a.Reason, err
		})
	}
	for _, v := range e.Events {
		occurrences = append(occurrences, v.ID)
	}
	for _, id := range occurrences[:min(most, len(occurrences))] {
		q.ended("without "+e.ID+"/"+id, func() (model.Status, string, error) {
			a, err := q.Service.Counterfactual.Counterfactual(ctx, counterfactual.Question{Project: q.project, Episode: e.ID, Remove: id, Budget: effect.EffectBudget})
			return a.Status, a.Reason, err
		})
	}
}

// stored are the episodes as they are stored.
func (q *everything) stored(ids []string) []episodic.Episode {
	q.T.Helper()
	var out []episodic.Episode
	for batch := range slices.Chunk(ids, 100) {
		found, err := q.Store.GetEpisodes(q.T.Context(), q.project, batch)
		if err != nil {
			q.T.Fatal(err)
		}
		for _, one := range found {
			out = append(out, one.Episode)
		}
	}
	return out
}

// imported imports files into a project and returns the ids of the episodes.
func (q *everything) imported(pattern string) []string {
	q.T.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		q.T.Fatalf("no episodes at %s (%v)", pattern, err)
	}
	sources, _, err := ingest.Files(ingest.FormatEpisode, paths, nil)
	if err != nil {
		q.T.Fatal(err)
	}
	if _, err := ingest.Import(q.T.Context(), q, ingest.Options{Project: q.project}, sources, nil); err != nil {
		q.T.Fatal(err)
	}
	var ids []string
	for _, path := range paths {
		name := filepath.Base(path)
		ids = append(ids, name[:len(name)-len(filepath.Ext(name))])
	}
	return ids
}

// TestEverything_OfExamplesAndReal wants an answer or a reason for every question about every episode
// of the examples and of a real team.
func TestEverything_OfExamplesAndReal(t *testing.T) {
	for project, pattern := range map[string]string{
		"examples": filepath.Join(tree.Root(), "examples", "*.json"),
		"real":     filepath.Join(enginetest.Data(t), "ai-agents", "episodes", "*.json"),
	} {
		q := &everything{Project: causaltest.NewProject(t), project: project}
		episodes := q.stored(q.imported(pattern))
		for i, e := range episodes {
			if len(e.Decisions) > 0 || soak.Rounds(1) > 1 || i%8 == 0 {
				q.about(e, soak.Rounds(1))
			}
		}
		t.Logf("%s: %d questions about %d episodes", project, q.asked, len(episodes))
		if len(episodes) < 50 || q.asked < 300 {
			t.Errorf("%s: only %d questions about %d episodes", project, q.asked, len(episodes))
		}
	}
}

// smallHistory is a few random episodes over a few variables: with and without times, options,
// links, context and outcomes.
func smallHistory(r *rand.Rand) []episodic.Episode {
	outcomes := []episodic.Outcome{episodic.OutcomeSuccess, episodic.OutcomeFailure, episodic.OutcomePartial, episodic.OutcomeUnknown}
	certain := r.IntN(3) == 0
	out := make([]episodic.Episode, 1+r.IntN(24))
	for i := range out {
		var lines []string
		for k := range 1 + r.IntN(5) {
			kind := []string{"context", "decide", "event"}[(k+r.IntN(2))%3]
			lines = append(lines, fmt.Sprintf("%s v%d=%c", kind, k, "abc"[r.IntN(2+k%2)]))
		}
		for range r.IntN(4) {
			if a, b := r.IntN(5), r.IntN(5); a != b {
				lines = append(lines, fmt.Sprintf("v%d -> v%d", min(a, b), max(a, b)))
			}
		}
		outcome := outcomes[r.IntN(4)]
		if certain {
			outcome = episodic.OutcomeSuccess
		}
		lines = slices.Compact(lines)
		out[i] = causaltest.EpisodeFromLines(fmt.Sprintf("s%02d", i), outcome, lines...)
		if r.IntN(4) == 0 {
			for k := range out[i].Decisions {
				out[i].Decisions[k].At = episodic.Timestamp{}
			}
		}
		for k := range out[i].Decisions {
			out[i].Decisions[k].Options = []string{"a", "b", "d"}[:r.IntN(4)]
		}
	}
	return out
}

// TestEverything_OfSmallHistories wants the same of random small histories.
func TestEverything_OfSmallHistories(t *testing.T) {
	q := &everything{Project: causaltest.NewProject(t)}
	for round := range soak.Rounds(40) {
		q.project = fmt.Sprintf("small-%d", round)
		episodes := smallHistory(soak.Rand(219, uint64(round)))
		var ids []string
		for i := range episodes {
			slices.SortFunc(episodes[i].Links, func(a, b episodic.Link) int {
				return slices.Compare([]string{a.Source, a.Target}, []string{b.Source, b.Target})
			})
			episodes[i].Links = slices.Compact(episodes[i].Links)
			ids = append(ids, episodes[i].ID)
		}
		if _, err := q.RecordAll(t.Context(), q.project, episodes, false, ""); err != nil {
			t.Fatal(err)
		}
		for _, e := range q.stored(ids)[:min(3, len(ids))] {
			q.about(e, 3)
		}
	}
	t.Logf("%d questions", q.asked)
	if q.asked < soak.Rounds(400) {
		t.Errorf("only %d questions", q.asked)
	}
}
