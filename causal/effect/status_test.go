package effect_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/problem"
)

// TestIntervene_Statuses asks what cannot be answered, and what can.
func TestIntervene_Statuses(t *testing.T) {
	// few has too few episodes that tried, mixed never retries what is easy.
	few := append(causaltest.Confounded(60, 1), causaltest.EpisodeFromLines("odd", episodic.OutcomeSuccess, "event hard=yes", "decide retry=ask", "event broken=no"))
	var onlyHard []episodic.Episode
	for i, e := range causaltest.Confounded(400, 2) {
		if i%2 == 0 || e.Events[0].Content == "hard=yes" {
			onlyHard = append(onlyHard, e)
		}
	}
	onlyHard = deleteEpisodes(onlyHard, func(e episodic.Episode) bool {
		return e.Events[0].Content == "hard=no" && e.Decisions[0].Chosen == "yes"
	})
	for name, c := range map[string]struct {
		why      string
		episodes []episodic.Episode
		links    []string
		q        effect.InterveneQuestion
		status   model.Status
		reason   string
		check    func(e effect.Effect) error
	}{
		"answered": {
			why: "every cause is linked and tried often", episodes: causaltest.Confounded(2000, 1),
			q: effect.InterveneQuestion{Do: []string{"retry=yes"}}, status: model.StatusOK, check: answered,
		},
		"unknown": {
			why: "a typing error is no state", episodes: causaltest.Confounded(60, 1),
			q: effect.InterveneQuestion{Do: []string{"rettry=yes"}}, status: model.StatusUnknownEnd, reason: `"rettry=yes"`,
		},
		"ambiguous": {
			why: "several factors have the text in their label", episodes: causaltest.Confounded(60, 1),
			q: effect.InterveneQuestion{Do: []string{"=yes"}}, status: model.StatusUnknownEnd, reason: `"retry=yes"`,
		},
		"target unknown": {
			why: "the target is a name too", episodes: causaltest.Confounded(60, 1),
			q: effect.InterveneQuestion{Do: []string{"retry=yes"}, Target: "crash"}, status: model.StatusUnknownEnd, reason: `"crash"`,
		},
		"target never seen": {
			why: "the variable is known, the state is not", episodes: causaltest.Confounded(60, 1),
			q: effect.InterveneQuestion{Do: []string{"retry=yes"}, Target: "outcome=partial"}, status: model.StatusInsufficient, reason: "No episode has",
		},
		"never tried": {
			why: "what was never tried is not made up", episodes: causaltest.Confounded(400, 1),
			q: effect.InterveneQuestion{Do: []string{"retry=maybe"}}, status: model.StatusInsufficient, reason: "No episode chose", check: nothingMadeUp,
		},
		"hardly tried": {
			why: "one episode is no evidence", episodes: few,
			q: effect.InterveneQuestion{Do: []string{"retry=ask"}}, status: model.StatusInsufficient, reason: "Only 1 episode", check: countsGiven,
		},
		"target in one state only": {
			why: "what is only ever recorded when it is so has nothing to compare with", episodes: onlyBroken(causaltest.Confounded(200, 1)),
			q: effect.InterveneQuestion{Do: []string{"retry=yes"}, Target: "broken=yes"}, status: model.StatusInsufficient, reason: "otherwise", check: noNumbers,
		},
		"no overlap": {
			why: "what is easy was never retried", episodes: onlyHard,
			q: effect.InterveneQuestion{Do: []string{"retry=yes"}}, status: model.StatusInsufficient, reason: "strata with", check: easyMissing,
		},
		"wide": {
			why: "thirty episodes make a wide interval", episodes: causaltest.Confounded(45, 1),
			q: effect.InterveneQuestion{Do: []string{"retry=no"}}, status: model.StatusInsufficient, reason: "wide", check: countsGiven,
		},
		"wide and clear": {
			why: "a wide interval that excludes 0 is an answer, corrected for being one only for that", episodes: causaltest.Confounded(45, 5),
			q: effect.InterveneQuestion{Do: []string{"retry=no"}}, status: model.StatusOK, check: correctedClear,
		},
		"no way": {
			why: "what comes after the outcome does not change what was before", episodes: causaltest.Confounded(400, 1),
			q: effect.InterveneQuestion{Do: []string{"broken=yes"}, Target: "hard=yes"}, status: model.StatusNoCausalPath, reason: "No link leads", check: exactlyNothing,
		},
		"unrecorded cause": {
			why: "somebody says that what nobody records decides", episodes: causaltest.Confounded(400, 1), links: []string{"mood=bad -> retry=yes"},
			q: effect.InterveneQuestion{Do: []string{"retry=yes"}}, status: model.StatusNotIdentified, reason: `"mood"`, check: onlyObserved,
		},
		"circle": {
			why: "two statements against each other, and no time to decide between them", episodes: timeless(causaltest.Confounded(200, 1)),
			links:  []string{"retry=yes -> broken=yes", "broken=yes -> retry=yes"},
			q:      effect.InterveneQuestion{Do: []string{"retry=yes"}, Target: "broken=yes"},
			status: model.StatusCyclic, reason: "circle", check: noModel,
		},
		"circle, hardly tried": {
			why: "what was hardly ever tried says nothing, circle or not", episodes: timeless(causaltest.Confounded(12, 1)),
			links:  []string{"retry=yes -> broken=yes", "broken=yes -> retry=yes"},
			q:      effect.InterveneQuestion{Do: []string{"retry=yes"}, Target: "broken=yes"},
			status: model.StatusInsufficient, reason: "Only", check: noModel,
		},
		"circle undone": {
			why: "of two statements against each other the one against the order in time is left out", episodes: linkless(causaltest.Confounded(800, 1)),
			links:  []string{"hard=yes -> retry=yes", "hard=yes -> broken=yes", "retry=yes -> broken=yes", "broken=yes -> retry=yes"},
			q:      effect.InterveneQuestion{Do: []string{"retry=yes"}, Target: "broken=yes"},
			status: model.StatusOK, check: cutListed,
		},
		"too many": {
			why: "more variables bear on the target than are looked at", episodes: causaltest.Confounded(60, 1), links: chain(230),
			q: effect.InterveneQuestion{Do: []string{"retry=yes"}, Target: "broken=yes"}, status: model.StatusTruncated, check: onlyObserved,
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := causaltest.NewProjectWith(t, c.episodes...)
			if len(c.links) > 0 {
				m.StateCauses(c.links...)
			}
			c.q.Budget = effect.EffectBudget
			e := m.Intervene(c.q)
			if e.Status != c.status || !strings.Contains(e.Reason, c.reason) {
				t.Fatalf("%s: %s %q", c.why, e.Status, e.Reason)
			}
			if !strings.HasPrefix(e.Text.Text, string(c.status)) || e.Text.Tokens >= effect.EffectBudget {
				t.Errorf("%s: told as %q", c.why, e.Text.Text)
			}
			if c.check != nil {
				if err := c.check(e); err != nil {
					t.Errorf("%s: %v", c.why, err)
				}
			}
		})
	}
}

func deleteEpisodes(all []episodic.Episode, gone func(episodic.Episode) bool) []episodic.Episode {
	var out []episodic.Episode
	for _, e := range all {
		if !gone(e) {
			out = append(out, e)
		}
	}
	return out
}

func linkless(all []episodic.Episode) []episodic.Episode {
	for i := range all {
		all[i].Links = nil
	}
	return all
}

// timeless takes the links away and the times.
func timeless(all []episodic.Episode) []episodic.Episode {
	for i := range linkless(all) {
		for k := range all[i].Decisions {
			all[i].Decisions[k].At = episodic.Timestamp{}
		}
		for k := range all[i].Events {
			all[i].Events[k].At = episodic.Timestamp{}
		}
	}
	return all
}

// onlyBroken leaves out the events that say that nothing broke.
func onlyBroken(all []episodic.Episode) []episodic.Episode {
	for i := range all {
		all[i].Events = slices.DeleteFunc(all[i].Events, func(v episodic.Event) bool { return v.Content == "broken=no" })
		ids := map[string]bool{}
		for _, v := range all[i].Events {
			ids[v.ID] = true
		}
		all[i].Links = slices.DeleteFunc(all[i].Links, func(l episodic.Link) bool { return l.Target[0] == 'e' && !ids[l.Target] })
	}
	return all
}

// chain is as many variables that all bear on what breaks.
func chain(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("v%03d=on -> broken=yes", i)
	}
	return out
}

func answered(e effect.Effect) error {
	// P(failure | do(retry=yes)) is .5*.5 + .5*.1 by how the episodes are made; .38 is seen.
	if e.Model == nil || e.Model.Low > .3 || e.Model.High < .3 || e.Observed.Low < .32 {
		return fmt.Errorf("model %+v, observed %+v", e.Model.Interval, e.Observed.Interval)
	}
	if e.Stratified == nil || e.Stratified.Low > .3 || e.Stratified.High < .3 || e.Disagree {
		return fmt.Errorf("stratified %+v, disagree %v", e.Stratified.Interval, e.Disagree)
	}
	c := e.Contrast
	if c == nil || c.Against.Label() != "retry=no" || c.Difference.Low > -.2 || c.Difference.High < -.2 || c.Insufficient != "" {
		return fmt.Errorf("contrast %+v", c)
	}
	if c.Needed == nil || *c.Needed < 3 || *c.Needed > 8 || c.EValue == nil || *c.EValue < 1.5 || *c.EValueLow > *c.EValue {
		return fmt.Errorf("needed %v, E-value %v, %v", c.Needed, c.EValue, c.EValueLow)
	}
	if len(e.Adjustment) != 1 || e.Adjustment[0] != "hard" || e.Overlap != 1 || len(e.Strata) != 2 || len(e.Missing) > 0 {
		return fmt.Errorf("adjusted for %v, overlap %v, strata %d", e.Adjustment, e.Overlap, len(e.Strata))
	}
	chosen := 0
	for _, s := range e.Strata {
		if len(s.Episodes) != s.Chosen || s.Reached > s.Chosen || s.N < s.Chosen {
			return fmt.Errorf("a stratum of %+v", s)
		}
		chosen += s.Chosen
	}
	if chosen != e.Tried || e.Observed.N != e.Tried || len(e.Observed.Episodes) != e.Tried || len(e.Model.Episodes) != e.Model.N {
		return fmt.Errorf("%d tried, %d in strata, observed %d of %d", e.Tried, chosen, len(e.Observed.Episodes), e.Observed.N)
	}
	if len(e.Carriers) == 0 || len(e.Assumptions) < 3 || len(e.Changes) == 0 {
		return fmt.Errorf("carriers %d, %q, %q", len(e.Carriers), e.Assumptions, e.Changes)
	}
	return nil
}

func nothingMadeUp(e effect.Effect) error {
	if e.Model != nil || e.Stratified != nil || e.Observed != nil || e.Contrast != nil || e.Overlap != 0 || e.Tried != 0 {
		return fmt.Errorf("%+v %+v %+v", e.Model, e.Stratified, e.Observed)
	}
	if len(e.Missing) != 2 || e.Missing[0].N == 0 || len(e.Changes) < 2 {
		return fmt.Errorf("missing %+v, %q", e.Missing, e.Changes)
	}
	return nil
}

func countsGiven(e effect.Effect) error {
	if e.Observed == nil || e.Tried == 0 || e.Tried != e.Observed.N || len(e.Observed.Episodes) != e.Tried {
		return fmt.Errorf("%d tried, observed %+v", e.Tried, e.Observed)
	}
	if e.Model == nil || len(e.Changes) == 0 {
		return fmt.Errorf("model %+v, changes %q", e.Model, e.Changes)
	}
	return nil
}

// correctedClear wants an answer wider than an answer may be, whose interval reaches further towards 0 than
// away from it, and says why.
func correctedClear(e effect.Effect) error {
	c := e.Contrast
	if e.Model == nil || e.Model.High-e.Model.Low <= effect.MostWidth || c == nil || c.Insufficient != "" {
		return fmt.Errorf("model %+v, contrast %+v", e.Model, c)
	}
	if d := c.Difference; d.Value <= 0 || d.Value-d.Low < 1.2*(d.High-d.Value) {
		return fmt.Errorf("difference %+v", d)
	}
	if words := strings.Join(e.Assumptions, " "); !strings.Contains(words, "only because the difference excludes 0") {
		return fmt.Errorf("%q", words)
	}
	return nil
}

func easyMissing(e effect.Effect) error {
	if e.Overlap >= effect.LeastOverlap || len(e.Missing) != 1 || e.Missing[0].States[0].Label() != "hard=no" || e.Missing[0].Chosen != 0 {
		return fmt.Errorf("overlap %v, missing %+v", e.Overlap, e.Missing)
	}
	return nil
}

func exactlyNothing(e effect.Effect) error {
	if e.Contrast == nil || e.Contrast.Difference != (model.Interval{}) || e.Observed == nil || e.Model == nil {
		return fmt.Errorf("%+v, observed %+v, model %+v", e.Contrast, e.Observed, e.Model)
	}
	if e.Observed.Value < e.Model.Value+.1 {
		return fmt.Errorf("the association %.2f against %.2f is not reported", e.Observed.Value, e.Model.Value)
	}
	return nil
}

func onlyObserved(e effect.Effect) error {
	if e.Model != nil || e.Stratified != nil || e.Contrast != nil || e.Observed == nil {
		return fmt.Errorf("%+v %+v, observed %+v", e.Model, e.Stratified, e.Observed)
	}
	return nil
}

func noModel(e effect.Effect) error {
	if e.Model != nil || e.Observed == nil {
		return fmt.Errorf("model %+v, observed %+v", e.Model, e.Observed)
	}
	return nil
}

func noNumbers(e effect.Effect) error {
	if e.Model != nil || e.Contrast != nil || e.Observed != nil {
		return fmt.Errorf("model %+v, contrast %+v, observed %+v", e.Model, e.Contrast, e.Observed)
	}
	return nil
}

func cutListed(e effect.Effect) error {
	if len(e.CutLinks) != 1 || e.CutLinks[0].Source.Label() != "broken=yes" || !strings.Contains(strings.Join(e.Assumptions, " "), "undo circles") {
		return fmt.Errorf("cut %v, %q", e.CutLinks, e.Assumptions)
	}
	return nil
}

// TestIntervene_Refused gives questions that exclude themselves.
func TestIntervene_Refused(t *testing.T) {
	m := causaltest.NewProjectWith(t, causaltest.Confounded(20, 1)...)
	for name, c := range map[string]struct {
		q    effect.InterveneQuestion
		path string
	}{
		"nothing to set":          {effect.InterveneQuestion{}, "do"},
		"six states":              {effect.InterveneQuestion{Do: []string{"a", "b", "c", "d", "e", "f"}}, "do"},
		"an empty name":           {effect.InterveneQuestion{Do: []string{" "}}, "do[0]"},
		"one name twice":          {effect.InterveneQuestion{Do: []string{"retry=yes"}, Context: []string{"hard=no", "hard=no"}}, "context[1]"},
		"two states of one":       {effect.InterveneQuestion{Do: []string{"retry=yes", "retry=no"}}, "do[1]"},
		"contradictory context":   {effect.InterveneQuestion{Do: []string{"retry=yes"}, Context: []string{"hard=yes", "hard=no"}}, "context[1]"},
		"what is set, in context": {effect.InterveneQuestion{Do: []string{"retry=yes"}, Context: []string{"retry=no"}}, "context[0]"},
		"the target itself":       {effect.InterveneQuestion{Do: []string{"outcome=success"}}, "do[0]"},
		"another variable":        {effect.InterveneQuestion{Do: []string{"retry=yes"}, Against: "hard=no"}, "against"},
		"a budget for nothing":    {effect.InterveneQuestion{Do: []string{"retry=yes"}, Budget: 5}, "budget"},
	} {
		t.Run(name, func(t *testing.T) {
			c.q.Project = "p"
			_, err := m.Service.Effect.Intervene(t.Context(), c.q)
			var invalid *problem.InvalidError
			if !errors.As(err, &invalid) || invalid.Problems[0].Path != c.path {
				t.Errorf("%v, not a problem at %s", err, c.path)
			}
		})
	}
	if _, err := m.Service.Effect.Intervene(t.Context(), effect.InterveneQuestion{Project: "other", Do: []string{"retry=yes"}}); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("%v for a project that is not there", err)
	}
}

// TestIntervene_OtherProject wants a factor of one project to be unknown in another one.
func TestIntervene_OtherProject(t *testing.T) {
	m := causaltest.NewProjectWith(t, causaltest.Confounded(200, 1)...)
	p, err := intake.Prepare(causaltest.EpisodeFromLines("ep1", episodic.OutcomeFailure, "decide cache=yes"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Store.RecordEpisodes(t.Context(), "q", []episodic.Prepared{p}, false, time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cache=yes", causaltest.ParseFactor("cache=yes").Key()} {
		if e := m.Intervene(effect.InterveneQuestion{Do: []string{name}}); e.Status != model.StatusUnknownEnd {
			t.Errorf("%s of another project: %s", name, e.Status)
		}
	}
}
