package causal_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// kept is a project in a store of its own, as the service sees it.
type kept struct {
	*causal.Service

	t     testing.TB
	store *sqlitestore.Store
}

// keep records episodes, given as JSON, in the project "p".
func keep(t testing.TB, episodes ...episodic.Episode) kept {
	t.Helper()
	store, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(t.TempDir(), "causeway.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close(context.WithoutCancel(t.Context())) })
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	parts := causal.Parts{Links: store, Occurrences: store, Factors: store, Tokens: wordCounter{}}
	k := kept{Service: causal.NewService(parts, time.Now), t: t, store: store}
	k.record(episodes...)
	return k
}

func (k kept) record(episodes ...episodic.Episode) {
	k.t.Helper()
	for batch := range slices.Chunk(episodes, 500) {
		prepared := make([]episodic.Prepared, len(batch))
		for i, e := range batch {
			var err error
			if prepared[i], err = episodic.Prepare(e); err != nil {
				k.t.Fatal(err)
			}
		}
		if _, err := k.store.RecordEpisodes(k.t.Context(), "p", prepared, false, time.Now()); err != nil {
			k.t.Fatal(err)
		}
	}
}

// would answers a question about the project.
func (k kept) would(q causal.CounterfactualQuestion) causal.Counterfactual {
	k.t.Helper()
	q.Project = "p"
	a, err := k.Counterfactual(k.t.Context(), q)
	if err != nil {
		k.t.Fatal(err)
	}
	return a
}

// at is so many minutes after the beginning of an episode.
func at(minutes int) episodic.Timestamp {
	return episodic.At(time.Date(2026, time.March, 1, 9, minutes, 0, 0, time.UTC))
}

func happening(id string, minutes int, content string) episodic.Event {
	return episodic.Event{ID: id, Type: episodic.EventMilestone, At: at(minutes), Content: content}
}

func linked(source string, r episodic.Relation, target string) episodic.Link {
	return episodic.Link{Source: source, Relation: r, Target: target, Basis: episodic.BasisStated}
}

// stones is the story of Suzy and Billy, with an observer who has nothing to do with it.
func stones() episodic.Episode {
	return episodic.Episode{
		ID: "stones", Task: "two stones, one bottle", Outcome: episodic.OutcomeFailure, StartedAt: at(0),
		Context: map[string]string{"window": "open"},
		Events: []episodic.Event{
			happening("suzy", 1, "suzy=throws"), happening("hit", 3, "hit=yes"), happening("wind", 3, "wind=yes"),
			happening("shatters", 4, "bottle=shatters"), happening("noise", 5, "noise=yes"), happening("birds", 2, "birds=sing"),
		},
		Links: []episodic.Link{
			linked("suzy", episodic.RelationCauses, "hit"), linked("hit", episodic.RelationCauses, "shatters"),
			linked("wind", episodic.RelationCauses, "shatters"), linked("shatters", episodic.RelationCauses, "noise"),
			linked("birds", episodic.RelationCorrelates, "noise"),
		},
	}
}

func TestCounterfactual_Structural(t *testing.T) {
	k := keep(t, stones())
	for _, c := range []struct {
		remove, target          string
		linked, reached, butFor bool
		remaining               []string
		why                     string
	}{
		{"suzy", "shatters", true, true, false, []string{"wind shatters"}, "the wind alone suffices"},
		{"shatters", "noise", true, true, true, nil, "the only way to the noise"},
		{"stones/hit", "bottle=shatters", true, true, false, []string{"wind shatters"}, "a key, and a label"},
		{"suzy=throws", "noise", true, true, false, []string{"wind shatters noise"}, "a longer way"},
		{"birds", "noise", true, false, false, []string{"wind shatters noise", "suzy hit shatters noise"}, "what goes along with it leads nowhere"},
		{"hit", "", false, false, false, nil, "nothing leads to the outcome"},
	} {
		t.Run(c.remove+" "+c.target, func(t *testing.T) {
			k.t = t
			got := k.would(causal.CounterfactualQuestion{Episode: "stones", Remove: c.remove, Target: c.target}).Structural
			if got == nil || got.Linked != c.linked || got.Reached != c.reached || got.ButFor != c.butFor {
				t.Fatalf("%s: %+v", c.why, got)
			}
			var remaining []string
			for _, p := range got.Remaining {
				remaining = append(remaining, shortWay(p))
			}
			if diff := cmp.Diff(c.remaining, remaining); diff != "" {
				t.Errorf("%s: %s", c.why, diff)
			}
		})
	}
}

// shortWay is the short ids along a path.
func shortWay(p causal.Path) string {
	names := []string{shortID(p.From)}
	for _, h := range p.Hops {
		names = append(names, shortID(h.To))
	}
	return strings.Join(names, " ")
}

func shortID(o episodic.Occurrence) string {
	_, short, _ := episodic.SplitKey(o.Key)
	return short
}

func TestCounterfactual_ActualCauses(t *testing.T) {
	k := keep(t, stones())
	s := k.would(causal.CounterfactualQuestion{Episode: "stones", Remove: "suzy", Target: "shatters"}).Structural
	got := map[string]float64{}
	for _, c := range s.Causes {
		got[shortID(c.Occurrence)] = c.Responsibility
		if c.Alone || len(c.With) != 1 {
			t.Errorf("%s is a cause by itself, or with %d: the wind suffices, and so does the stone", c.Occurrence.Key, len(c.With))
		}
	}
	if diff := cmp.Diff(map[string]float64{"suzy": .5, "hit": .5, "wind": .5}, got); diff != "" || !s.Evaluated {
		t.Errorf("evaluated %t: %s", s.Evaluated, diff)
	}
}

func TestCounterfactual_LinksAreReadAsPeopleStateThem(t *testing.T) {
	k := keep(t, stones())
	bottle := thing("bottle=shatters")
	if _, err := k.RecordLinks(t.Context(), "p", []causal.Statement{
		{Source: thing("hit=yes"), Target: bottle, Relation: episodic.RelationEnables},
		{Source: thing("wind=yes"), Target: bottle, Relation: episodic.RelationPrevents},
	}); err != nil {
		t.Fatal(err)
	}
	s := k.would(causal.CounterfactualQuestion{Episode: "stones", Remove: "hit", Target: "shatters"}).Structural
	if !s.ButFor || s.Failed != 1 {
		t.Errorf("a precondition is needed whatever else, and what prevents it did not: %+v", s)
	}
}

func TestCounterfactual_Senseless(t *testing.T) {
	k := keep(t, stones())
	for _, c := range []struct {
		q    causal.CounterfactualQuestion
		path string
		why  string
	}{
		{causal.CounterfactualQuestion{Episode: "stones", Remove: "noise", Target: "shatters"}, "remove", "the noise came later"},
		{causal.CounterfactualQuestion{Episode: "stones", Remove: "outcome", Target: "shatters"}, "remove", "the outcome comes last"},
		{causal.CounterfactualQuestion{Episode: "stones", Remove: "noise", Target: "window=open"}, "remove", "the window was open before"},
		{causal.CounterfactualQuestion{Episode: "stones", Remove: "hit", Target: "hit=yes"}, "target", "it would be otherwise, of course"},
		{causal.CounterfactualQuestion{Episode: "stones", Set: "hit=no", Target: "hit"}, "target", "it would be otherwise, of course"},
		{causal.CounterfactualQuestion{Episode: "stones", Remove: "hit", Set: "hit=no"}, "remove", "one or the other"},
		{causal.CounterfactualQuestion{Episode: "stones"}, "remove", "neither"},
		{causal.CounterfactualQuestion{Remove: "hit"}, "episode", "no episode"},
		{causal.CounterfactualQuestion{Episode: "stones", Remove: "hit", Budget: -1}, "budget", "no room for words"},
	} {
		t.Run(c.why, func(t *testing.T) {
			c.q.Project = "p"
			_, err := k.Counterfactual(t.Context(), c.q)
			var bad *episodic.InvalidError
			if !errors.As(err, &bad) || bad.Problems[0].Path != c.path {
				t.Errorf("%v", err)
			}
		})
	}
	_, err := k.Counterfactual(t.Context(), causal.CounterfactualQuestion{Project: "p", Episode: "pebbles", Remove: "hit"})
	if !errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("no such episode: %v", err)
	}
	_, err = k.Counterfactual(t.Context(), causal.CounterfactualQuestion{Project: "q", Episode: "stones", Remove: "hit"})
	if !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("no such project: %v", err)
	}
}
