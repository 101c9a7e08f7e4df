package warning_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/warning"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/soak"
)

// chose is an episode with one decision.
func chose(id, option string, outcome episodic.Outcome) episodic.Episode {
	return episodic.Episode{
		ID: id, Task: "deploy", Outcome: outcome, Lessons: []string{}, Events: []episodic.Event{},
		Decisions: []episodic.Decision{{ID: "d1", Type: episodic.DecisionDesign, Chosen: option, Factor: "rollout", Outcome: episodic.OutcomeUnknown}},
	}
}

func allAtOnce() warning.Question {
	return warning.Question{Project: "p", Task: "deploy", Action: warning.Action{Call: "rollout=all at once", Kind: "rollout=all at once", Changes: true}}
}

// TestService_Check warns with the counts of the issue that asked for it, and names the runs.
func TestService_Check(t *testing.T) {
	m := causaltest.NewProject(t)
	s := warning.New(m.Store, m.Store)
	if _, err := s.Check(t.Context(), allAtOnce()); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Fatalf("without a project: %v", err)
	}
	for i := range 40 {
		option, outcome := "canary", episodic.OutcomeSuccess
		if i < 9 {
			option = "all at once"
		}
		if i < 7 || i == 20 || i == 30 {
			outcome = episodic.OutcomeFailure
		}
		m.Write(chose(fmt.Sprintf("e%02d", i), option, outcome))
	}
	m.Write(chose("unknown", "all at once", episodic.OutcomeUnknown))
	got, err := s.Check(t.Context(), allAtOnce())
	if err != nil {
		t.Fatal(err)
	}
	const want = "7 of 9 runs that did this in this task failed; 2 of 31 that did not; difference 0.71 (0.36 to 0.88)"
	if !got.Warns() || got.Note != want {
		t.Errorf("%v: %s", got.Warns(), got.Note)
	}
	f := got.Findings[0]
	did, didNot := slices.Collect(f.With.Episodes), slices.Collect(f.Without.Episodes)
	if f.Rule != warning.RuleKind || len(did) != 9 || did[0] != "e00" || did[8] != "e08" || len(didNot) != 31 || didNot[0] != "e20" || didNot[30] != "e39" {
		t.Errorf("%s: %v and %v", f.Rule, did, didNot)
	}
	m.Write(chose("e04", "canary", episodic.OutcomeSuccess))
	if again, err := s.Check(t.Context(), allAtOnce()); err != nil || again.Findings[0].With.Runs != 8 || !slices.Equal(did, slices.Collect(f.With.Episodes)) {
		t.Errorf("after a revision: %+v, %v; the answer before lists %v", again.Findings, err, slices.Collect(f.With.Episodes))
	}
	canary := allAtOnce()
	canary.Action = warning.Action{Call: "canary", Kind: "rollout=canary", Changes: true}
	if got, err := s.Check(t.Context(), canary); err != nil || got.Warns() || len(got.Findings) != 1 {
		t.Errorf("of the better option: %+v, %v", got, err)
	}
	canary.Action = warning.Action{Call: "never seen", Kind: "never seen"}
	if got, err := s.Check(t.Context(), canary); err != nil || got.Warns() || len(got.Findings) != 0 || got.Note == "" || strings.Contains(got.Note, "known by") {
		t.Errorf("of what nobody did: %+v, %v", got, err)
	}
	for _, name := range []string{"canary", "Rollout"} {
		canary.Action = warning.Action{Call: name, Kind: name}
		if got, err := s.Check(t.Context(), canary); err != nil || got.Warns() || !strings.Contains(got.Note, `known by "rollout=`) {
			t.Errorf("of an option without its variable, and of a variable without its option: %+v, %v", got, err)
		}
	}
}

// TestCheck_newChange warns of changes that no good run of the task tried, once such changes went with failure over many tasks. What a good run
// tried in vain is not new, and without a good run nothing is.
func TestCheck_newChange(t *testing.T) {
	known := warning.NewTally()
	run := func(id, task string, outcome episodic.Outcome, chosen string, ended episodic.Outcome) {
		known.Put(episodic.Episode{ID: id, Task: task, Outcome: outcome, Decisions: []episodic.Decision{{ID: "d1", Chosen: chosen, Outcome: ended}}})
	}
	for i := range 12 {
		task := fmt.Sprint("task ", i)
		run(task+" a", task, episodic.OutcomeSuccess, fmt.Sprintf("pay(from: card, n: %d)", i), episodic.OutcomeFailure)
		run(task+" b", task, episodic.OutcomeSuccess, fmt.Sprintf("pay(from: card, n: %d)", i), episodic.OutcomeSuccess)
		run(task+" c", task, episodic.OutcomeFailure, fmt.Sprintf("pay(from: wallet, n: %d)", i), episodic.OutcomeSuccess)
	}
	run("one", "one good run", episodic.OutcomeSuccess, "pay(from: card, n: 50)", episodic.OutcomeFailure)
	run("none", "no good run", episodic.OutcomeFailure, "pay(from: card, n: 51)", episodic.OutcomeSuccess)
	for _, c := range []struct {
		why, task, call, says string
		changes               bool
	}{
		{"two good runs made another change", "task 3", "pay(from: wallet, n: 7)", "none of the 2 good runs of this task tried this change; 12 of 12 runs that tried a change that no other good run of their task tried failed", true},
		{"a good run made it", "task 3", "pay(from: card, n: 3)", "", true},
		{"one good run", "one good run", "pay(from: wallet, n: 50)", "the one good run of this task did not try this change; 12 of 12", true},
		{"the one good run tried it in vain", "one good run", "pay(from: card, n: 50)", "", true},
		{"no good run", "no good run", "pay(from: wallet, n: 51)", "", true},
		{"a task of which nothing is known", "another", "pay(from: wallet, n: 51)", "", true},
		{"it changes nothing", "task 3", "pay(from: wallet, n: 7)", "", false},
	} {
		got := known.Check(warning.Question{Task: c.task, Action: warning.Action{Call: c.call, Changes: c.changes}})
		if got.Warns() != (c.says != "") || !strings.Contains(got.Note, c.says) {
			t.Errorf("%s: %v %s", c.why, got.Warns(), got.Note)
		}
	}
}

// TestCheck_silence says why there is nothing to count: nobody did it, or everybody.
func TestCheck_silence(t *testing.T) {
	known := warning.NewTally()
	for i, outcome := range []episodic.Outcome{episodic.OutcomeFailure, episodic.OutcomeSuccess, episodic.OutcomeUnknown} {
		known.Put(episodic.Episode{ID: fmt.Sprint("e", i), Outcome: outcome, Decisions: []episodic.Decision{{ID: "d1", Chosen: "label(order: 3)"}}})
	}
	for kind, says := range map[string]string{
		"label": "silent: every run of known outcome that counts here did this, and 1 of 2 failed",
		"paint": "silent: no run did this, of 2 runs of known outcome",
	} {
		if got := known.Check(warning.Question{Action: warning.Action{Call: kind + "(order: 9)", Kind: kind}}); got.Warns() || !strings.HasPrefix(got.Note, says) {
			t.Errorf("%s: %s", kind, got.Note)
		}
	}
}

// TestService_Check_context counts the runs of the context alone; a state that no run has does not narrow.
func TestService_Check_context(t *testing.T) {
	m := causaltest.NewProject(t)
	for i := range 60 {
		e := chose(fmt.Sprintf("e%02d", i), []string{"all at once", "canary"}[i%2], episodic.OutcomeSuccess)
		e.Task = fmt.Sprint("task ", i)
		e.Context = map[string]string{"region": []string{"north", "south"}[i/30]}
		if i < 30 && i%2 == 0 {
			e.Outcome = episodic.OutcomeFailure
		}
		m.Write(e)
	}
	s := warning.New(m.Store, m.Store)
	for _, c := range []struct {
		context map[string]string
		warns   bool
		runs    int
	}{
		{map[string]string{"region": "north"}, true, 15},
		{map[string]string{"region": "south"}, false, 15},
		{map[string]string{"region": "north", "moon": "full"}, true, 15},
		{nil, true, 30},
	} {
		q := allAtOnce()
		q.Context = c.context
		got, err := s.Check(t.Context(), q)
		if err != nil || got.Warns() != c.warns || got.Findings[0].With.Runs != c.runs {
			t.Errorf("%v: %+v, %v", c.context, got.Findings, err)
		}
	}
}

// TestService_Check_follows writes, revises, deletes and purges episodes at random, and compares each answer with that of a service that
// counts everything anew.
func TestService_Check_follows(t *testing.T) {
	for round := range soak.Rounds(12) {
		random := soak.Rand(263, uint64(round))
		m := causaltest.NewProject(t)
		m.Write(chose("first", "canary", episodic.OutcomeSuccess))
		s := warning.New(m.Store, m.Store)
		for range 40 {
			id := fmt.Sprint("e", random.IntN(30))
			switch random.IntN(8) {
			case 0:
				if err := m.Store.DeleteEpisode(t.Context(), "p", id, time.Now()); err != nil && !errors.Is(err, episodic.ErrNotFound) {
					t.Fatal(err)
				}
			case 1:
				if err := m.Store.PurgeEpisode(t.Context(), "p", id); err != nil && !errors.Is(err, episodic.ErrNotFound) {
					t.Fatal(err)
				}
			default:
				m.Write(chose(id, []string{"all at once", "canary", "never"}[random.IntN(3)], []episodic.Outcome{"success", "failure", "unknown"}[random.IntN(3)]))
			}
			if random.IntN(3) == 0 {
				continue
			}
			got, err := s.Check(t.Context(), allAtOnce())
			if err != nil {
				t.Fatal(err)
			}
			want, err := warning.New(m.Store, m.Store).Check(t.Context(), allAtOnce())
			if diff := cmp.Diff(want, got, cmp.Transformer("listed", slices.Collect[string])); err != nil || diff != "" {
				t.Fatalf("round %d: %v\n%s", round, err, diff)
			}
		}
	}
}
