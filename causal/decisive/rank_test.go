package decisive_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/internal/soak"
)

// run is an episode of steps in short: "look: a" is a call that changes nothing, "set: a" a decision, a "!" at the end says that it failed,
// and "said by X: text" are words.
func run(id string, outcome episodic.Outcome, steps ...string) episodic.Episode {
	e := episodic.Episode{ID: id, Task: "move the booking", Outcome: outcome}
	for i, s := range steps {
		words, failed := strings.CutSuffix(s, "!")
		number := fmt.Sprintf("%03d", i+1)
		tool, rest, _ := strings.Cut(words, ":")
		switch {
		case strings.HasPrefix(s, "said by "):
			e.Events = append(e.Events, episodic.Event{
				ID: "e" + number, Type: episodic.EventOther, ReportedType: "message", Content: strings.TrimPrefix(tool, "said by ") + ":" + rest, Factor: "message of " + tool,
			})
		case tool == "set":
			d := episodic.Decision{ID: "d" + number, Chosen: words, Factor: "set=value", Outcome: episodic.OutcomeUnknown}
			if failed {
				d.Outcome = episodic.OutcomeFailure
				e.Events = append(e.Events, episodic.Event{ID: "e" + number, Type: episodic.EventError, Content: words + " → no"})
			}
			e.Decisions = append(e.Decisions, d)
		default:
			v := episodic.Event{ID: "e" + number, Type: episodic.EventToolCall, Content: words + " → something", Factor: tool}
			if failed {
				v.Type = episodic.EventError
			}
			e.Events = append(e.Events, v)
		}
	}
	return e
}

func reasonsOf(s decisive.Step) []decisive.ReasonKind {
	out := []decisive.ReasonKind{}
	for _, r := range s.Reasons {
		out = append(out, r.Kind)
	}
	return out
}

func TestRank(t *testing.T) {
	good := []episodic.Episode{
		run("g1", episodic.OutcomeSuccess, "look: a", "set: right"),
		run("g2", episodic.OutcomeSuccess, "look: b", "set: wrong!", "set: right"),
	}
	for _, c := range []struct {
		why      string
		run      episodic.Episode
		siblings decisive.Siblings
		status   decisive.Status
		first    string
		reason   decisive.ReasonKind
	}{
		{"the first change that no good run made", run("r", episodic.OutcomeFailure, "look: a", "set: right", "set: odd", "set: odder"), decisive.Siblings{Good: good}, decisive.StatusRanked, "r/d003", decisive.ReasonDiffers},
		{"a change that failed in a good run protects nobody", run("r", episodic.OutcomeFailure, "look: a", "set: wrong", "set: right"), decisive.Siblings{Good: good}, decisive.StatusRanked, "r/d002", decisive.ReasonDiffers},
		{"a call that failed and was never made right", run("r", episodic.OutcomeFailure, "look: a", "find: x!", "look: b!", "look: c"), decisive.Siblings{}, decisive.StatusRanked, "r/e002", decisive.ReasonFailed},
		{"words that state numbers out of nowhere", run("r", episodic.OutcomeFailure,
			"said by expert: let me look for the population of both of the cities first", "said by expert: the populations are 737,015 and 4,965 and that is all that I need"), decisive.Siblings{}, decisive.StatusRanked, "r/e002", decisive.ReasonUnsupported},
		{"the run succeeded", run("r", episodic.OutcomeSuccess, "look: a"), decisive.Siblings{Good: good}, decisive.StatusNotFailed, "", ""},
		{"nothing points anywhere", run("r", episodic.OutcomeFailure, "look: a", "look: b"), decisive.Siblings{}, decisive.StatusInsufficient, "r/e001", ""},
		{"nothing happened", run("r", episodic.OutcomeFailure), decisive.Siblings{}, decisive.StatusInsufficient, "", ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			got := decisive.Rank(c.run, c.siblings)
			if got.Status != c.status || got.Note == "" {
				t.Fatalf("it is %s: %s", got.Status, got.Note)
			}
			if c.first == "" {
				if len(got.Steps) > 0 {
					t.Fatalf("steps %v", got.Steps)
				}
				return
			}
			if first := got.Steps[0]; first.Occurrence != c.first || c.reason != "" && !slices.Contains(reasonsOf(first), c.reason) {
				t.Errorf("first is %+v", first)
			}
			total := 0.0
			for _, s := range got.Steps {
				total += s.Probability
			}
			if math.Abs(total-1) > 1e-9 {
				t.Errorf("the probabilities add up to %v", total)
			}
		})
	}
}

// The rate of failure of runs with a kind of step against that of runs without counts, with the runs named.
func TestRank_failsMoreOften(t *testing.T) {
	var s decisive.Siblings
	for i := range 8 {
		s.Others = append(s.Others, run(fmt.Sprint("bad", i), episodic.OutcomeFailure, "look: a", "risky: b"), run(fmt.Sprint("good", i), episodic.OutcomeSuccess, "look: a"))
	}
	got := decisive.Rank(run("r", episodic.OutcomeFailure, "look: z", "risky: y", "look: x"), s)
	first := got.Steps[0]
	if first.Occurrence != "r/e002" || len(first.Reasons) != 1 || first.Reasons[0].Kind != decisive.ReasonFailsOften {
		t.Fatalf("first is %+v", first)
	}
	if r := first.Reasons[0]; r.Text != "8 of 8 runs with such a step failed, 0 of 8 without" || len(r.Episodes) != 8 {
		t.Errorf("it says %q of %v", r.Text, r.Episodes)
	}
}

// Where no run of the task is known, runs of other tasks tell by what their steps have in common. Each of many worlds has a state that makes
// runs fail, told among others by one of several changes; the ranking names that change first, and the state among its reasons.
func TestRank_pools(t *testing.T) {
	const worlds, others = 40, 60
	first, named := 0, 0
	for world := range worlds {
		random := soak.Rand(264, uint64(world))
		risky := fmt.Sprint("cabin=", random.IntN(4))
		// booked is a run with three changes, each of a cabin and a day; it fails mostly if one is of the risky cabin.
		booked := func(id string, decides bool) (e episodic.Episode, at string) {
			e = episodic.Episode{ID: id, Task: "task of " + id, Outcome: episodic.OutcomeSuccess}
			place := random.IntN(3)
			for i := range 3 {
				cabin := fmt.Sprint("cabin=", random.IntN(4))
				for cabin == risky {
					cabin = fmt.Sprint("cabin=", random.IntN(4))
				}
				if decides && i == place {
					cabin, at = risky, episodic.OccurrenceKey(id, fmt.Sprintf("d%03d", i+1))
				}
				e.Decisions = append(e.Decisions, episodic.Decision{
					ID: fmt.Sprintf("d%03d", i+1), Chosen: fmt.Sprintf("book(%s, n: %d)", cabin, random.IntN(1_000)), Factor: "book=done",
					Factors: []string{cabin, fmt.Sprint("day=", random.IntN(7))}, Outcome: episodic.OutcomeUnknown,
				})
			}
			if fails := random.Float64(); decides && fails < .8 || fails < .1 {
				e.Outcome = episodic.OutcomeFailure
			}
			return e, at
		}
		var s decisive.Siblings
		for i := range others {
			e, _ := booked(fmt.Sprint("other", i), i%3 == 0)
			s.Others = append(s.Others, e)
		}
		asked, decided := booked("asked", true)
		asked.Outcome = episodic.OutcomeFailure
		top := decisive.Rank(asked, s).Steps[0]
		if top.Occurrence == decided {
			first++
		}
		if slices.ContainsFunc(top.Reasons, func(r decisive.Reason) bool {
			return r.Kind == decisive.ReasonFailsOften && strings.Contains(r.Text, fmt.Sprintf("%q", risky)) && len(r.Episodes) > 0
		}) {
			named++
		}
	}
	t.Logf("the change that decided is first in %d of %d worlds, with its state as a reason in %d", first, worlds, named)
	if 10*first < 9*worlds || named < first {
		t.Errorf("the change that decided is first in %d of %d worlds, with its state as a reason in %d", first, worlds, named)
	}
}

// A decision that somebody told in words is of the kind that its context and its choice name: the same in other runs is counted.
func TestRank_told(t *testing.T) {
	told := func(id string, outcome episodic.Outcome, choice string) episodic.Episode {
		return episodic.Episode{ID: id, Task: "task of " + id, Outcome: outcome, Decisions: []episodic.Decision{
			{ID: "d001", Context: "how to start", Chosen: "cold", Outcome: episodic.OutcomeUnknown}, {ID: "d002", Context: "review", Chosen: choice, Outcome: episodic.OutcomeUnknown},
		}}
	}
	var s decisive.Siblings
	for i := range 8 {
		s.Others = append(s.Others, told(fmt.Sprint("bad", i), episodic.OutcomeFailure, "skip it"), told(fmt.Sprint("good", i), episodic.OutcomeSuccess, "ask for one"))
	}
	top := decisive.Rank(told("r", episodic.OutcomeFailure, "skip it"), s).Steps[0]
	if top.Occurrence != "r/d002" || !slices.Contains(reasonsOf(top), decisive.ReasonFailsOften) {
		t.Errorf("first is %+v", top)
	}
	if acts := decisive.Acts(s.Others[0]); len(acts) != 2 || acts[1].Kind != "review=skip it" {
		t.Errorf("it did %+v", acts)
	}
}

// The links of the run itself tell without which step it would not have failed: not of two causes of which each is enough, not what only came before,
// and not what leads elsewhere.
func TestRank_butFor(t *testing.T) {
	e := run("r", episodic.OutcomeFailure, "look: a", "look: b", "look: c", "look: d", "look: e")
	link := func(source string, r episodic.Relation, target string, b episodic.Basis) {
		e.Links = append(e.Links, episodic.Link{Source: source, Relation: r, Target: target, Basis: b})
	}
	link("e001", episodic.RelationCauses, "e003", episodic.BasisStated)
	link("e002", episodic.RelationCauses, "e003", episodic.BasisStated)
	link("e003", episodic.RelationCauses, episodic.OutcomeID, episodic.BasisStated)
	link("e004", episodic.RelationEnables, episodic.OutcomeID, episodic.BasisExtracted)
	link("e005", episodic.RelationCauses, episodic.OutcomeID, episodic.BasisTemporal)
	var got []string
	for _, s := range decisive.Rank(e, decisive.Siblings{}).Steps {
		if slices.Contains(reasonsOf(s), decisive.ReasonButFor) {
			got = append(got, s.Occurrence)
		}
	}
	if slices.Sort(got); !slices.Equal(got, []string{"r/e003", "r/e004"}) {
		t.Errorf("it would not have failed without %v", got)
	}
	link(episodic.OutcomeID, episodic.RelationCauses, "e003", episodic.BasisStated)
	if a := decisive.Rank(e, decisive.Siblings{}); a.Status != decisive.StatusInsufficient {
		t.Errorf("in a circle it is %s: %v", a.Status, a.Steps[0].Reasons)
	}
}

// Runs of unknown outcome are ranked as if they failed, and the note says so.
func TestRank_unknownOutcome(t *testing.T) {
	got := decisive.Rank(run("r", episodic.OutcomeUnknown, "look: a", "find: x!"), decisive.Siblings{})
	if got.Status != decisive.StatusRanked || !strings.Contains(got.Note, "outcome of the run is unknown") {
		t.Errorf("%s: %s", got.Status, got.Note)
	}
}

// TestRank_saysWhyNothingPoints wants the reason to be one that holds.
func TestRank_saysWhyNothingPoints(t *testing.T) {
	good := []episodic.Episode{run("g1", episodic.OutcomeSuccess, "look: a", "look: b")}
	for _, c := range []struct {
		why  string
		run  episodic.Episode
		good []episodic.Episode
		want string
	}{
		{"one step cannot be compared", run("f", episodic.OutcomeFailure, "look: a"), good, "the run tells only one"},
		{"good runs did the same", run("f", episodic.OutcomeFailure, "look: a", "set: right"), []episodic.Episode{run("g2", episodic.OutcomeSuccess, "set: right")}, "made the same changes"},
		{"it changed nothing", run("f", episodic.OutcomeFailure, "look: a", "look: b"), good, "no decision that the good runs"},
		{"nothing is told", run("f", episodic.OutcomeFailure), good, "the run tells none"},
		{"nothing to compare with", run("f", episodic.OutcomeFailure, "look: a", "look: b"), nil, "no good run of the task is known"},
	} {
		got := decisive.Rank(c.run, decisive.Siblings{Good: c.good})
		if got.Status != decisive.StatusInsufficient || !strings.Contains(got.Note, c.want) {
			t.Errorf("%s: %s, %q", c.why, got.Status, got.Note)
		}
	}
}

// Runs that somebody told in words, with calls as events, are compared as those of importers are.
func TestRank_toldByHand(t *testing.T) {
	told := func(id string, outcome episodic.Outcome, events ...string) episodic.Episode {
		e := episodic.Episode{ID: id, Task: "deploy " + id, Outcome: outcome}
		for i, content := range events {
			e.Events = append(e.Events, episodic.Event{ID: fmt.Sprint("e", i+1), Type: episodic.EventToolCall, Content: content})
		}
		return e
	}
	failed := told("r", episodic.OutcomeFailure, "deploy(version: 14, strategy: all) → error: health check failed", "get_status(version: 14) → 0 of 3 errors")
	got := decisive.Rank(failed, decisive.Siblings{})
	if first := got.Steps[0]; first.Occurrence != "r/e1" || !slices.Contains(reasonsOf(first), decisive.ReasonNotRecovered) || len(got.Steps[1].Reasons) > 0 {
		t.Errorf("a result that says it failed: %+v", got)
	}
	var s decisive.Siblings
	for i := range 4 {
		s.Others = append(s.Others,
			told(fmt.Sprint("bad", i), episodic.OutcomeFailure, fmt.Sprintf("deploy(version: %d, strategy: all) → ok", i)), told(fmt.Sprint("good", i), episodic.OutcomeSuccess, "get_status(version: 3) → ok"))
	}
	got = decisive.Rank(told("r", episodic.OutcomeFailure, "get_status(version: 9) → ok", "deploy(version: 9, strategy: all) → ok"), s)
	if first := got.Steps[0]; first.Occurrence != "r/e2" || !slices.Contains(reasonsOf(first), decisive.ReasonFailsOften) {
		t.Errorf("calls of one tool are of a kind: %+v", got)
	}
	// What is asked before a call is of the same kind as what was told after it.
	if asked, acts := agentrun.Describe("deploy", `{"strategy": "all", "version": 16}`), decisive.Acts(s.Others[0]); asked.Kind == "" || acts[0].Kind != asked.Kind {
		t.Errorf("asked about %+v, told %+v", asked, acts)
	}
}
