package decisive_test

import (
	"context"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
)

// shelf holds runs, and says of some how much their words have in common with those of another.
type shelf struct {
	runs   []episodic.Episode
	shares map[string]float64
	// wordless says that vectors alone were searched.
	wordless bool
}

func (s shelf) GetEpisodes(_ context.Context, _ string, ids []string) (out []episodic.Stored, _ error) {
	for _, e := range s.runs {
		if slices.Contains(ids, e.ID) {
			out = append(out, episodic.Stored{Episode: e})
		}
	}
	return out, nil
}

func (s shelf) ListEpisodes(_ context.Context, q episodic.EpisodeQuery) (out []episodic.Stored, _ error) {
	for _, e := range s.runs {
		if e.Task == q.Filter.Task {
			out = append(out, episodic.Stored{Episode: e})
		}
	}
	return out, nil
}

func (s shelf) GetProject(context.Context, string) (episodic.ProjectInfo, error) {
	return episodic.ProjectInfo{}, nil
}

func (s shelf) Recall(_ context.Context, q recall.Question) (out recall.Answer, _ error) {
	for _, e := range s.runs {
		if e.ID == q.Like {
			continue
		}
		h := recall.Hit{Episode: e.ID, Stored: episodic.Stored{Episode: e}}
		if share, words := s.shares[e.ID]; words && !s.wordless {
			h.Terms.WordShare = &share
		}
		out.Hits = append(out.Hits, h)
	}
	return out, nil
}

// TestService_SimilarRuns lists the runs of the task, however they are told, and of the others those that have words in common; what all steps of other
// tasks say of a kind of step is counted over all.
func TestService_SimilarRuns(t *testing.T) {
	run := func(id, task string) episodic.Episode {
		return episodic.Episode{ID: id, Task: task, Outcome: episodic.OutcomeFailure, Decisions: []episodic.Decision{
			{ID: "d1", Chosen: "wait", Factor: "pace"}, {ID: "d2", Chosen: "leave out the check", Factor: "check"},
		}}
	}
	s := shelf{
		runs:   []episodic.Episode{run("asked", "Bake bread"), run("same", "bake  Bread"), run("near", "Bake a cake"), run("far", "Repair the printer"), run("by vectors", "Repair the car")},
		shares: map[string]float64{"same": .05, "near": .3, "far": .1},
	}
	for i := range s.runs[3].Decisions {
		s.runs[3].Outcome = episodic.OutcomeSuccess
		s.runs[3].Decisions[i].Factor += " of printers"
	}
	for _, c := range []struct {
		why      string
		wordless bool
		limit    int
		want     []string
	}{
		{"without those that have hardly a word in common", false, 9, []string{"same", "near"}},
		{"as many as are asked for", false, 1, []string{"same"}},
		{"where words were not searched, all", true, 9, []string{"same", "near", "far", "by vectors"}},
	} {
		s.wordless = c.wordless
		found, err := decisive.New(s, s, nil).SimilarRuns(t.Context(), "p", "asked", c.limit)
		var got []string
		for _, r := range found {
			if got = append(got, r.Stored.Episode.ID); r.SameTask != (r.Stored.Episode.ID == "same") {
				t.Errorf("%s: %s is of the same task: %t", c.why, r.Stored.Episode.ID, r.SameTask)
			}
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v, %v", c.why, got, c.want, err)
		}
	}
	answer, err := decisive.New(s, s, nil).Steps(t.Context(), "p", "asked")
	if err != nil || len(answer.Failed) != 1 || len(answer.Steps) != 2 {
		t.Errorf("the steps: %+v, %v", answer, err)
	}
}

// TestActs_ToldByHand gives calls that somebody told by hand the kind that a question about the same call has, whether they are told as decisions or
// as events; other words have none, or their own.
func TestActs_ToldByHand(t *testing.T) {
	for _, c := range []struct{ why, chosen, context, kind string }{
		{"a call", "label(order: 3)", "", "label"},
		{"a call whose tool has a colon", "shop:label(order: 3)", "", "shop:label"},
		{"a call that says what it is about", "label(order: 3)", "parcel", "label"},
		{"a call that was cut off", "label(order: 3, to: …", "", "label(order: 3, to: …"},
		{"a command", "Bash: make label (all)", "command: make", "command: make=Bash: make label (all)"},
		{"words", "label it (again)", "", "label it (again)"},
		{"words about something", "label it (again)", "parcel", "parcel=label it (again)"},
		{"words in brackets", "(none)", "parcel", "parcel=(none)"},
	} {
		e := episodic.Episode{ID: "e", Decisions: []episodic.Decision{{ID: "d1", Chosen: c.chosen, Context: c.context}}}
		if acts := decisive.Acts(e); len(acts) != 1 || acts[0].Kind != c.kind || acts[0].Call != c.chosen {
			t.Errorf("%s: %+v, want the kind %q", c.why, acts, c.kind)
		}
	}
}
