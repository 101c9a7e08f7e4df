package memory_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/briefing"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/applicable"
	"github.com/causeway-memory/causeway/patterns/patternstest"
	"github.com/causeway-memory/causeway/patterns/upkeep"
)

const project = "p"

// asked is one question to one service.
type asked struct {
	service string
	ask     func(ctx context.Context) error
}

// words counts a token for each byte.
type words struct{}

func (words) CountTokens(text string) (int, error) { return len(text), nil }

// store opens the embedded engine over a new file.
func store(t testing.TB) *sqlitestore.Store {
	t.Helper()
	s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(t.TempDir(), "causeway.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.WithoutCancel(t.Context())) })
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// found returns an error unless there is something and nothing went wrong.
func found(something bool, err error) error {
	if err == nil && !something {
		err = errors.New("nothing found")
	}
	return err
}

// Every service of every chapter has the parts that it needs to answer.
func TestServices(t *testing.T) {
	s := store(t)
	p := memory.NewPatterns(memory.PatternParts{Patterns: s, Factors: s, Episodes: s, Tokens: words{}}, time.Now)
	e := memory.NewEpisodes(memory.EpisodeParts{Store: s, Index: s.Index(), Tokens: words{}, Adviser: p.Applicable}, time.Now)
	c := memory.NewCauses(memory.CauseParts{Links: s, Occurrences: s, Factors: s, Tokens: words{}}, time.Now)
	for i := range 6 {
		if _, err := e.Recording.Record(t.Context(), project, deployment(i), episodic.StateIndexed); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Derive.Derive(t.Context(), project, nil); err != nil {
		t.Fatal(err)
	}
	added, err := p.Catalog.Add(t.Context(), patternstest.OneAction("canary first", "rollout=canary"))
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range slices.Concat(episodeQuestions(e), causeQuestions(c), patternQuestions(p, added.Key)) {
		t.Run(q.service, func(t *testing.T) {
			if err := q.ask(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// deployment is an episode; a canary was used in every other one, and then it went well.
func deployment(i int) episodic.Episode {
	chosen, outcome := "canary", episodic.OutcomeSuccess
	if i%2 > 0 {
		chosen, outcome = "all at once", episodic.OutcomeFailure
	}
	return episodic.Episode{
		ID: fmt.Sprintf("e%d", i), Task: "Deploy the router", Outcome: outcome,
		Decisions: []episodic.Decision{{ID: "d1", Type: episodic.DecisionDesign, Chosen: chosen, Outcome: outcome, Factor: "rollout"}},
		Links:     []episodic.Link{{Source: "d1", Relation: episodic.RelationCauses, Target: episodic.OutcomeID, Basis: episodic.BasisStated}},
	}
}

func episodeQuestions(e *memory.Episodes) []asked {
	return []asked{
		{"Recording", func(ctx context.Context) error {
			all, err := e.Recording.Revisions(ctx, project, []string{"e0"}, episodic.Everything())
			return found(len(all["e0"]) == 1, err)
		}},
		{"Reading", func(ctx context.Context) error {
			one, err := e.Reading.Get(ctx, project, "e0")
			return found(one.Episode.Task != "", err)
		}},
		{"Recall", func(ctx context.Context) error {
			a, err := e.Briefing.ContextFor(ctx, briefing.ContextQuestion{Project: project, Task: "deploy the router", Budget: briefing.MostBudget})
			return found(a.Text != "", err)
		}},
		{"Index", func(ctx context.Context) error {
			report, err := e.Index.Check(ctx, project, false, nil)
			return found(report.Episodes == 6, err)
		}},
		{"Archive", func(ctx context.Context) error {
			report, err := e.Archive.Export(ctx, archive.ExportOptions{Project: project}, func([]byte) error { return nil }, nil)
			return found(report.Episodes == 6, err)
		}},
	}
}

func causeQuestions(c *memory.Causes) []asked {
	return []asked{
		{"Trace", func(ctx context.Context) error {
			causes, err := c.Trace.Trace(ctx, trace.Question{
				Project: project, Of: "e0/outcome", Direction: search.Upstream, Page: episodic.Page{Limit: 1},
			})
			return found(len(causes) == 1, err)
		}},
		{"Layer", func(ctx context.Context) error {
			end, err := c.Layer.FactorEnd(ctx, project, "rollout=canary")
			return found(end.Total == 1, err)
		}},
		{"Derive", func(ctx context.Context) error {
			sum, err := c.Derive.Fingerprint(ctx, project)
			return found(sum != "", err)
		}},
		{"Paths", func(ctx context.Context) error {
			a, err := c.Paths.FactorPath(ctx, paths.Question{Project: project, From: "rollout=canary", To: "outcome=success", Budget: 500})
			return found(len(a.Paths) == 1 && a.Text.Text != "", err)
		}},
		{"Curate", func(ctx context.Context) error {
			q, err := c.Curate.Quality(ctx, project)
			return found(q.Factors > 0, err)
		}},
		{"Model", func(ctx context.Context) error {
			m, err := c.Model.Model(ctx, project, []string{"outcome"}, []string{"rollout"})
			return found(err == nil && len(m.Episodes) == 6, err)
		}},
		{"Effect", func(ctx context.Context) error {
			a, err := c.Effect.Intervene(ctx, effect.InterveneQuestion{Project: project, Do: []string{"rollout=canary"}, Budget: 500})
			return found(a.Text.Text != "", err)
		}},
		{"Decision", func(ctx context.Context) error {
			a, err := c.Decision.BestAction(ctx, decision.BestActionQuestion{Project: project, Variable: "rollout", Budget: 500})
			return found(len(a.Options) == 2 && a.Text.Text != "", err)
		}},
		{"Counterfactual", func(ctx context.Context) error {
			a, err := c.Counterfactual.Counterfactual(ctx, counterfactual.Question{Project: project, Episode: "e1", Remove: "d1", Budget: 500})
			return found(a.Text.Text != "", err)
		}},
	}
}

func patternQuestions(p *memory.Patterns, key string) []asked {
	return []asked{
		{"Catalog", func(ctx context.Context) error {
			one, err := p.Catalog.Pattern(ctx, project, "canary first")
			return found(one.Key == key, err)
		}},
		{"Validation", func(ctx context.Context) error {
			report, err := p.Validation.Validate(ctx, project, nil, patterns.Criteria{})
			return found(len(report.Results) == 1, err)
		}},
		{"Applicable", func(ctx context.Context) error {
			_, err := p.Applicable.FindApplicable(ctx, applicable.Query{Project: project})
			return err
		}},
		{"Similarity", func(ctx context.Context) error {
			_, err := p.Similarity.Similar(ctx, project, key, 1)
			return err
		}},
		{"Upkeep", func(ctx context.Context) error {
			_, err := p.Upkeep.Consolidate(ctx, upkeep.ConsolidateRequest{Project: project, DryRun: true}, nil)
			return err
		}},
	}
}
