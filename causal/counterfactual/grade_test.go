package counterfactual_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// drives are n episodes on a road that may be wet: a car may slip, most likely where it is wet,
// and crash when it slips, unless the driver brakes; a song that plays has nothing to do with it. What
// the drivers chose was braking or not, or, rarely, swerving.
func drives(n int) []episodic.Episode {
	r := rand.New(rand.NewPCG(15, 13))
	out := make([]episodic.Episode, n)
	for i := range out {
		e := episodic.Episode{
			ID: fmt.Sprintf("drive-%04d", i), Task: "drive", StartedAt: causaltest.At(0), Outcome: episodic.OutcomeSuccess,
			Context: map[string]string{"road": "dry"},
		}
		slip := .1
		if r.Float64() < .5 {
			e.Context["road"] = "wet"
			e.Events = append(e.Events, causaltest.EventAt("wet", 1, "road=wet"))
			slip = .7
		}
		if r.Float64() < .5 {
			e.Events = append(e.Events, causaltest.EventAt("song", 1, "song=plays"))
		}
		chosen, crash := "no", .8
		switch p := r.Float64(); {
		case p < .4:
			chosen, crash = "yes", .2
		case p < .5:
			chosen, crash = "swerve", .4
		}
		e.Decisions = []episodic.Decision{{
			ID: "brake", At: causaltest.At(2), Type: episodic.DecisionOther, Context: "brake", Options: []string{"no", "yes", "swerve", "pray"}, Chosen: chosen,
		}}
		if r.Float64() < slip {
			e.Events = append(e.Events, causaltest.EventAt("slip", 3, "slip=yes"))
			if e.Context["road"] == "wet" {
				e.Links = append(e.Links, causaltest.StatedLink("wet", episodic.RelationCauses, "slip"))
			}
			if r.Float64() < crash {
				e.Events = append(e.Events, causaltest.EventAt("crash", 4, "crash=yes"))
				e.Links = append(e.Links, causaltest.StatedLink("slip", episodic.RelationCauses, "crash"), causaltest.StatedLink("brake", episodic.RelationCauses, "crash"))
				e.Outcome = episodic.OutcomeFailure
			}
		}
		out[i] = e
	}
	return out
}

// first is the first drive that went so.
func first(t testing.TB, episodes []episodic.Episode, chosen string, events ...string) string {
	t.Helper()
	at := slices.IndexFunc(episodes, func(e episodic.Episode) bool {
		var ids []string
		for _, v := range e.Events {
			if v.ID != "song" {
				ids = append(ids, v.ID)
			}
		}
		return e.Decisions[0].Chosen == chosen && slices.Equal(ids, events)
	})
	if at < 0 {
		t.Fatalf("no drive with %s and %v", chosen, events)
	}
	return episodes[at].ID
}

// onTheRoad records drives, the events of which did not happen unless they are recorded.
func onTheRoad(t testing.TB, n int) (causaltest.Services, []episodic.Episode) {
	t.Helper()
	episodes := drives(n)
	k := causaltest.NewServices(t, episodes...)
	if err := k.Derive.DeclareClosed(t.Context(), "p", []string{"slip", "crash"}, "", true); err != nil {
		t.Fatal(err)
	}
	return k, episodes
}

func TestCounterfactual_Graded(t *testing.T) {
	k, episodes := onTheRoad(t, 1_500)
	crashed := first(t, episodes, "no", "wet", "slip", "crash")
	for _, c := range []struct {
		q       counterfactual.Question
		want    float64
		verdict counterfactual.Verdict
		why     string
	}{
		{counterfactual.Question{Episode: crashed, Remove: "slip", Target: "crash"}, 1, counterfactual.VerdictYes, "nothing else makes a crash"},
		// It crashed with .8; braking leaves .2 of that: 1 - .2/.8.
		{counterfactual.Question{Episode: crashed, Set: "brake=yes", Target: "crash"}, .75, counterfactual.VerdictProbably, "who brakes may crash"},
		{counterfactual.Question{Episode: crashed, Set: "brake=yes"}, .75, counterfactual.VerdictProbably, "the outcome is the crash by another name"},
		// Wet: slips with .7, dry with .1: 1 - .1/.7.
		{counterfactual.Question{Episode: crashed, Set: "road=dry", Target: "crash"}, 1 - .1/.7, counterfactual.VerdictProbably, "on a dry road it might have slipped"},
		{counterfactual.Question{Episode: first(t, episodes, "yes"), Set: "slip=yes", Target: "crash=yes"}, .2, counterfactual.VerdictUnlikely, "would it have helped"},
	} {
		t.Run(c.why, func(t *testing.T) {
			k.T = t
			a := k.Ask(c.q)
			if a.Status != model.StatusOK || a.Graded == nil || a.Graded.Verdict != c.verdict {
				t.Fatalf("%s %s %+v", a.Status, a.Reason, a.Graded)
			}
			o := a.Graded.Otherwise
			if math.Abs(o.Value-c.want) > .08 || o.Low > o.Value || o.High < o.Value || o.Low > c.want+.03 || o.High < c.want-.03 {
				t.Errorf("%+v, want %.3f", o, c.want)
			}
			if b := a.Causation; b == nil || b.PN.Low > b.PN.High || b.Sure.PN.Low > b.PN.Low || b.Sure.PN.High < b.PN.High || b.N != len(episodes) {
				t.Errorf("bounds %+v", b)
			}
			for _, n := range a.Nearest {
				if (n.Compared == 0) != (c.q.Set == "road=dry") || n.Shared > n.Compared || n.Reached == nil {
					t.Errorf("%+v is not comparable", n)
				}
			}
			if len(a.Nearest) != counterfactual.MaxNearest {
				t.Errorf("%d nearest", len(a.Nearest))
			}
		})
	}
}

func TestCounterfactual_NothingChanges(t *testing.T) {
	k, episodes := onTheRoad(t, 400)
	crashed, calm := first(t, episodes, "no", "wet", "slip", "crash"), first(t, episodes, "yes")
	for _, c := range []struct {
		q      counterfactual.Question
		status model.Status
		said   string
		why    string
	}{
		{counterfactual.Question{Episode: withSong(t, episodes), Set: "song=never", Target: "crash"}, model.StatusInsufficient, "never tried", "no song is unknown"},
		{counterfactual.Question{Episode: crashed, Set: "brake=no", Target: "crash"}, model.StatusOK, "is what happened", "it is what was chosen"},
		{counterfactual.Question{Episode: calm, Remove: "slip=yes", Target: "crash"}, model.StatusOK, "ask with set", "it did not slip: ask whether slipping would have sufficed"},
		{counterfactual.Question{Episode: calm, Remove: "slip", Target: "crash"}, model.StatusOK, "nothing to take away", "nothing slipped"},
		{counterfactual.Question{Episode: crashed, Set: "brake=yes", Target: "slip"}, model.StatusNoCausalPath, "leads from", "braking does nothing to slipping"},
	} {
		t.Run(c.why, func(t *testing.T) {
			k.T = t
			a := k.Ask(c.q)
			if a.Status != c.status || !strings.Contains(a.Reason, c.said) {
				t.Fatalf("%s %s", a.Status, a.Reason)
			}
			if c.status == model.StatusInsufficient {
				if a.Graded != nil {
					t.Errorf("%+v of nothing", a.Graded)
				}
				return
			}
			if a.Graded == nil || a.Graded.Otherwise != (model.Interval{}) || a.Graded.Verdict != counterfactual.VerdictNo {
				t.Errorf("%+v, want exactly 0", a.Graded)
			}
		})
	}
}

func withSong(t testing.TB, episodes []episodic.Episode) string {
	t.Helper()
	for _, e := range episodes {
		if slices.ContainsFunc(e.Events, func(v episodic.Event) bool { return v.ID == "song" }) {
			return e.ID
		}
	}
	t.Fatal("no song")
	return ""
}

func TestCounterfactual_NoConclusion(t *testing.T) {
	k, episodes := onTheRoad(t, 400)
	crashed := first(t, episodes, "no", "wet", "slip", "crash")
	few, some := onTheRoad(t, 25)
	for _, c := range []struct {
		in     causaltest.Services
		q      counterfactual.Question
		status model.Status
		number bool
		why    string
	}{
		{k, counterfactual.Question{Episode: crashed, Set: "brake=pray"}, model.StatusInsufficient, false, "an option that nobody tried"},
		{k, counterfactual.Question{Episode: withSong(t, episodes), Remove: "song"}, model.StatusInsufficient, false, "no episode is known to be without"},
		{k, counterfactual.Question{Episode: crashed, Remove: "slip", Target: "song"}, model.StatusInsufficient, false, "the episode does not tell the target"},
		{k, counterfactual.Question{Episode: crashed, Remove: "meteor"}, model.StatusUnknownEnd, false, "no such factor"},
		{k, counterfactual.Question{Episode: crashed, Remove: "slip", Target: "r"}, model.StatusUnknownEnd, false, "many factors"},
		{few, counterfactual.Question{Episode: first(t, some, "no", "wet", "slip", "crash"), Set: "brake=yes", Target: "crash"}, model.StatusInsufficient, true, "25 episodes"},
	} {
		t.Run(c.why, func(t *testing.T) {
			c.in.T = t
			if episode := c.q.Episode; c.q.Target == "song" && episode == withSong(t, episodes) {
				t.Fatal("the drive tells of a song")
			}
			c.q.Budget = 400
			a := c.in.Ask(c.q)
			if a.Status != c.status || a.Reason == "" || (a.Graded != nil) != c.number {
				t.Fatalf("%s %s %+v", a.Status, a.Reason, a.Graded)
			}
			if c.number && a.Graded.Verdict != "" {
				t.Errorf("concludes %s", a.Graded.Verdict)
			}
			if !strings.Contains(a.Text.Text, string(c.status)+": "+a.Reason) {
				t.Errorf("the text does not say so: %s", a.Text.Text)
			}
		})
	}
}

func TestCounterfactual_TakenAwayIsTheMostFrequentOther(t *testing.T) {
	k, episodes := onTheRoad(t, 600)
	a := k.Ask(counterfactual.Question{Episode: first(t, episodes, "no", "wet", "slip", "crash"), Remove: "brake", Target: "crash"})
	if a.Set != causaltest.ParseFactor("brake=yes") || !slices.ContainsFunc(a.Assumptions, func(s string) bool { return strings.Contains(s, "most frequent other") }) {
		t.Errorf("supposed %v, and said %v", a.Set, a.Assumptions)
	}
}

func TestCounterfactual_Words(t *testing.T) {
	k, episodes := onTheRoad(t, 600)
	crashed := first(t, episodes, "no", "wet", "slip", "crash")
	for _, budget := range []int{100, 150, 300, 900} {
		a := k.Ask(counterfactual.Question{Episode: crashed, Set: "brake=yes", Target: "crash", Budget: budget})
		if a.Text.Tokens > budget || a.Text.Text == "" {
			t.Errorf("%d tokens of %d: %s", a.Text.Tokens, budget, a.Text.Text)
		}
		if a.Text.Cut != (budget < 900) || a.Text.Cut && !strings.Contains(a.Text.Text, "cut at") && !strings.Contains(a.Text.Text, "…") {
			t.Errorf("%d tokens, cut %t: %s", budget, a.Text.Cut, a.Text.Text)
		}
		if budget < 900 {
			continue
		}
		for _, said := range []string{
			"would probably have been otherwise", "convention", "not of this one alone", "bounds of Tian and Pearl", "examples, no estimate",
			"By the links of the episode alone", "not whether the links are right",
		} {
			if !strings.Contains(a.Text.Text, said) {
				t.Errorf("it is not said that %q: %s", said, a.Text.Text)
			}
		}
	}
}

func TestCounterfactual_ModelContradictsTheEpisode(t *testing.T) {
	k, episodes := onTheRoad(t, 300)
	// Were a wet road sure to prevent it, nobody would have slipped there.
	sure := inference.Noisy{Base: .5, Influences: []inference.Influence{
		{Relation: episodic.RelationPrevents, Weight: 1, On: []bool{false, true}},
	}}
	k.Causes.Counterfactual = counterfactual.WithMechanism(k.Causes.Counterfactual, "slip", sure)
	a := k.Ask(counterfactual.Question{Episode: first(t, episodes, "no", "wet", "slip", "crash"), Set: "road=dry", Target: "slip"})
	if a.Status != model.StatusMismatch || a.Mismatch != "slip" || a.Graded != nil || a.Structural == nil {
		t.Errorf("%s %s of %q, %+v", a.Status, a.Reason, a.Mismatch, a.Graded)
	}
}

func TestCounterfactual_MoreEpisodesMakeItSurer(t *testing.T) {
	width := func(n int) float64 {
		k, episodes := onTheRoad(t, n)
		sum := 0.0
		for _, q := range []counterfactual.Question{{Set: "brake=yes", Target: "crash"}, {Set: "road=dry", Target: "crash"}, {Set: "road=dry", Target: "slip"}} {
			q.Episode = first(t, episodes, "no", "wet", "slip", "crash")
			o := k.Ask(q).Graded.Otherwise
			sum += o.High - o.Low
		}
		return sum
	}
	if few, many := width(300), width(1_500); many >= few {
		t.Errorf("intervals of %.3f together from 1,500 episodes, of %.3f from 300 of them", many, few)
	}
}

func TestCounterfactual_OrderOfEpisodesDoesNotMatter(t *testing.T) {
	k, episodes := onTheRoad(t, 300)
	shuffled := slices.Clone(episodes)
	rand.New(rand.NewPCG(1, 5)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	other := causaltest.NewServices(t, shuffled...)
	if err := other.Derive.DeclareClosed(t.Context(), "p", []string{"crash", "slip"}, "", true); err != nil {
		t.Fatal(err)
	}
	q := counterfactual.Question{Episode: first(t, episodes, "no", "wet", "slip", "crash"), Set: "brake=yes", Target: "crash", Budget: 900}
	if a, b := k.Ask(q), other.Ask(q); a.Text != b.Text || a.Graded.Otherwise != b.Graded.Otherwise {
		t.Errorf("%s\n%s", a.Text.Text, b.Text.Text)
	}
}

func TestInterval_Spread(t *testing.T) {
	few, many := []float64{.4, .5, .6}, make([]float64, 200)
	for i := range many {
		many[i] = float64(i) / 200
	}
	for _, c := range []struct {
		value     float64
		drawn     []float64
		low, high float64
		why       string
	}{
		{.5, many, .025, .97, "quantiles of many"},
		{.99, many, .025, .99, "the number itself is in it"},
		{.5, few, .5 - 1.96*.1, .5 + 1.96*.1, "few of which only the spread is known"},
		{.02, []float64{0, .01, .05}, 0, .072, "no probability is below 0"},
	} {
		if low, high := counterfactual.Spread(c.value, c.drawn); math.Abs(low-c.low) > 1e-3 || math.Abs(high-c.high) > 1e-3 {
			t.Errorf("%s: %.4f to %.4f, want %.4f to %.4f", c.why, low, high, c.low, c.high)
		}
	}
}
