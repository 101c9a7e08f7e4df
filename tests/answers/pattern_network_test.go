package answers_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

// shownMatch is how an episode is recognised as a trial.
type shownMatch struct {
	Trigger, Then []struct{ Variable, State string }
}

// action is the last step.
func (m shownMatch) action() string {
	return m.Then[len(m.Then)-1].Variable + "=" + m.Then[len(m.Then)-1].State
}

// shownMined is a pattern as it was found.
type shownMined struct {
	Name       string
	Definition struct {
		AntiPattern bool
		Matches     []shownMatch
	}
	Figures struct {
		WithTrials, WithSuccesses, WithoutTrials, WithoutSuccesses int
		Lift, P, Adjusted                                          float64
		Strata                                                     []string
		Difference                                                 shownEstimate
	}
}

// mined asks what patterns the episodes show.
func (p *project) mined(options vars) (examined int, found []shownMined) {
	p.T.Helper()
	a := harness.Get[struct {
		Project struct {
			MinedPatterns struct {
				Examined, Total int
				Found           []shownMined
			}
		}
	}](p, `query($project: String!, $options: PatternMiningInput!) { project(name: $project) { minedPatterns(options: $options) { examined total
		found { name definition { antiPattern matches { trigger { variable state } then { variable state } } }
			figures { withTrials withSuccesses withoutTrials withoutSuccesses lift p adjusted strata difference { value low high } } } } } }`,
		vars{"options": options}).Project.MinedPatterns
	return a.Examined, a.Found
}

// shownConsolidation is what a consolidation came to.
type shownConsolidation struct {
	Examined, Found, Known, Family, Mended int
	Added                                  []struct{ Name string }
	Changed                                []struct {
		Pattern struct{ Name string }
		After   string
	}
}

// consolidate does what is due for the patterns.
func (p *project) consolidate(dry bool) shownConsolidation {
	p.T.Helper()
	job := harness.Get[struct {
		Consolidate struct {
			Job struct {
				State         string
				Consolidation *shownConsolidation
			}
		}
	}](p, `mutation($project: String!, $dry: Boolean!) { consolidate(project: $project, dryRun: $dry) { job { state
		consolidation { examined found known family mended added { name } changed { pattern { name } after } } } } }`, vars{"dry": dry}).Consolidate.Job
	if job.State != "SUCCEEDED" || job.Consolidation == nil {
		p.T.Fatalf("the consolidation is %+v", job)
	}
	return *job.Consolidation
}

// shownPattern is a pattern as the lists show it.
type shownPattern struct {
	Key, Name, Status string
	AntiPattern       bool
	Counts            struct{ Trials, Successes, Failures, Unknown, Applications int }
	Matches           []shownMatch
	LastValidation    *struct {
		Result      string
		Family      int
		P, AnytimeP *float64
		NullRate    *float64
		Held        []string
		StratifiedP *float64
		Window      struct{ Trials, Successes, NullTrials int }
		Failed      []string
	}
}

// patterns lists all of them.
func (p *project) patterns() []shownPattern {
	p.T.Helper()
	const query = `query($project: String!, $after: String) { patterns(project: $project, minRate: null, minTrials: 0, order: KEY, first: 100, after: $after) {
		edges { node { key name status antiPattern counts { trials successes failures unknown applications } matches { trigger { variable state } then { variable state } }
			lastValidation { result family p anytimeP nullRate held stratifiedP window { trials successes nullTrials } failed } } } pageInfo { hasNextPage endCursor } } }`
	var all []shownPattern
	for v := (vars{}); ; {
		c := harness.Get[struct {
			Patterns harness.Connection[shownPattern]
		}](p, query, v).Patterns
		for _, e := range c.Edges {
			all = append(all, e.Node)
		}
		if !c.PageInfo.HasNextPage {
			return all
		}
		v["after"] = *c.PageInfo.EndCursor
	}
}

// lately moves the days of episodes so that they end today: a validation looks at the last ones.
func (n network) lately(t *testing.T) network {
	t.Helper()
	days := regexp.MustCompile(`"timestamp": ?"(\d{4}-\d\d-\d\d)`)
	last := time.Time{}
	read := func(text string) time.Time {
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return day
	}
	for _, e := range n.episodes {
		for _, found := range days.FindAllStringSubmatch(e.text, -1) {
			if day := read(found[1]); day.After(last) {
				last = day
			}
		}
	}
	shift := time.Now().UTC().Truncate(24 * time.Hour).Sub(last.AddDate(0, 0, 1))
	for i, e := range n.episodes {
		n.episodes[i].text = days.ReplaceAllStringFunc(e.text, func(found string) string {
			return `"timestamp":"` + read(days.FindStringSubmatch(found)[1]).Add(shift).Format(time.DateOnly)
		})
	}
	return n
}

// TestPatterns_OfNetwork looks for patterns in 2,000 episodes of which the truth is known: retry
// helps, though mere shares say the opposite, because it is done after errors; deep design helps;
// verbose logs do nothing.
func TestPatterns_OfNetwork(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p := newProject(t)
	n := readNetwork(t, "agentops_a", 2000).lately(t)
	n.closed["success"] = true
	p.importNetwork(n)
	looked, found := p.mined(vars{})
	if again, same := p.mined(vars{}); again != looked || fmt.Sprint(same) != fmt.Sprint(found) {
		t.Errorf("the same episodes give %d of %d candidates, then %d of %d", len(found), looked, len(same), again)
	}
	design := false
	for _, f := range found {
		d := f.Definition
		switch action := d.Matches[0].action(); {
		case action == "verbose_log=yes" || action == "verbose_log=no":
			t.Errorf("%s is found, which does nothing: %+v", f.Name, f.Figures)
		case action == "retry=yes" && d.AntiPattern || action == "retry=no" && !d.AntiPattern:
			t.Errorf("%s is found for the wrong sign: %+v", f.Name, f.Figures)
		case action == "deep_design=yes" && !d.AntiPattern:
			design = true
		}
		if (f.Figures.Difference.Value < 0) != d.AntiPattern || f.Figures.Adjusted < f.Figures.P || f.Figures.WithTrials == 0 {
			t.Errorf("%s: %+v", f.Name, f.Figures)
		}
		n.checkMined(p, f)
	}
	if !design {
		t.Errorf("deep design is not among the %d found of %d", len(found), looked)
	}
	p.checkConsolidation(n, len(found))
	p.checkConfounded()
}

// checkConfounded writes down what mere shares say of retry, and what is true of it. Episodes
// without a retry end better by far, because it is done after errors: that validates nothing.
func (p *project) checkConfounded() {
	p.T.Helper()
	result := map[string]string{}
	for name, state := range map[string]string{"Never retry": "no", "Always retry": "yes"} {
		match := vars{"then": []vars{{"variable": "retry", "state": state}}}
		harness.Get[any](p, adding, vars{"input": vars{"name": name, "trigger": "whatever comes", "action": "retry " + state, "matches": []vars{match}}})
	}
	harness.Get[any](p, `mutation($project: String!) { validatePatterns(project: $project) { family } }`, nil)
	for _, shown := range p.patterns() {
		if v := shown.LastValidation; shown.Name == "Never retry" || shown.Name == "Always retry" {
			result[shown.Name] = shown.Status
			if len(v.Held) == 0 || v.StratifiedP == nil || v.Window.Trials < 100 || shown.Name == "Never retry" && *v.StratifiedP < .5 {
				p.T.Errorf("%s is tested as %+v", shown.Name, v)
			}
		}
	}
	if len(result) != 2 || result["Never retry"] != "CANDIDATE" {
		p.T.Errorf("what confounding makes of retry: %v", result)
	}
}

// checkMined counts the table of a pattern from the episodes as they were written.
func (n network) checkMined(p *project, f shownMined) {
	p.T.Helper()
	m := f.Definition.Matches[0]
	if len(m.Then) > 1 {
		return // the order of steps is no part of what is read here
	}
	var with, withSuccesses, without, withoutSuccesses int
	for _, e := range n.episodes {
		holds := true
		for _, t := range m.Trigger {
			has, known := n.tells(e, t.Variable+"="+t.State)
			holds = holds && has && known
		}
		taken, known := n.tells(e, m.action())
		if !holds || !known {
			continue
		}
		success := 0
		if e.Outcome == "success" {
			success = 1
		}
		if taken {
			with, withSuccesses = with+1, withSuccesses+success
		} else {
			without, withoutSuccesses = without+1, withoutSuccesses+success
		}
	}
	g := f.Figures
	if g.WithTrials != with || g.WithSuccesses != withSuccesses || g.WithoutTrials != without || g.WithoutSuccesses != withoutSuccesses {
		p.T.Errorf("%s is said to be %d of %d against %d of %d, counted %d of %d against %d of %d", f.Name,
			g.WithSuccesses, g.WithTrials, g.WithoutSuccesses, g.WithoutTrials, withSuccesses, with, withoutSuccesses, without)
	}
}

// checkConsolidation lets a consolidation add and test what was found, first dry, and looks that
// another one finds nothing new.
func (p *project) checkConsolidation(n network, found int) {
	p.T.Helper()
	if dry := p.consolidate(true); dry.Found != found || len(p.patterns()) != 0 {
		p.T.Errorf("a dry run found %d of %d and left %d patterns", dry.Found, found, len(p.patterns()))
	}
	first := p.consolidate(false)
	if len(first.Added) != found || first.Family == 0 || first.Mended != 0 {
		p.T.Errorf("the first consolidation: %+v", first)
	}
	validated := map[string]bool{}
	for _, shown := range p.patterns() {
		if shown.Status == "VALIDATED" {
			validated[shown.Matches[0].action()+fmt.Sprint(shown.AntiPattern)] = true
		}
		if v := shown.LastValidation; v == nil || v.Family != first.Family || v.Window.Trials > shown.Counts.Trials || (shown.Status == "VALIDATED") != (v.Result == "SUPPORTED") {
			p.T.Errorf("%s is %s: %+v of %+v", shown.Name, shown.Status, v, shown.Counts)
		}
	}
	if len(validated) == 0 || validated["retry=yestrue"] || validated["verbose_log=yesfalse"] || validated["verbose_log=yestrue"] {
		p.T.Errorf("validated are %v", validated)
	}
	if again := p.consolidate(false); len(again.Added) != 0 || again.Known != found || len(again.Changed) != 0 || again.Mended != 0 {
		p.T.Errorf("a second consolidation: %+v", again)
	}
}

// noise are episodes in which nothing has to do with anything.
func noise(n int, seed uint64) []vars {
	r := rand.New(rand.NewPCG(seed, 14))
	out := make([]vars, n)
	for i := range out {
		began := time.Now().UTC().AddDate(0, 0, -60).Add(time.Duration(i) * time.Hour)
		at := func(minute int) string { return began.Add(time.Duration(minute) * time.Minute).Format(time.RFC3339) }
		context := vars{}
		for v := range 4 {
			context[fmt.Sprintf("known%d", v)] = pick(r, "a", "b", "c")
		}
		var decisions, events []vars
		for d := range 4 {
			decisions = append(decisions, vars{
				"id": fmt.Sprintf("d%d", d), "timestamp": at(d + 1), "type": "design", "context": fmt.Sprintf("choice%d", d), "options": []string{"x", "y", "z"},
				"chosen": pick(r, "x", "y", "z"), "rationale": "", "outcome": "unknown", "effects": []string{},
			})
		}
		for e := range 3 {
			if r.Float64() < .5 {
				events = append(events, vars{"id": fmt.Sprintf("e%d", e), "timestamp": at(10 + e), "type": pick(r, "error", "milestone"), "content": fmt.Sprintf("step%d=%s", e, pick(r, "on", "off"))})
			}
		}
		out[i] = vars{
			"id": fmt.Sprintf("noise-%d-%04d", seed, i), "timestamp": at(0), "task": "do something", "context": context, "decisions": decisions, "events": events,
			"lessons": []string{}, "metrics": vars{}, "outcome": pick(r, "success", "success", "success", "failure"),
		}
	}
	return out
}

func pick(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

// TestPatterns_OfNoise consolidates 600 episodes in which nothing has to do with anything: at most
// one run in a hundred may find a pattern, and that this seed does not is no luck. Many more runs
// are those of package patterns/mining.
func TestPatterns_OfNoise(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p := newProject(t)
	p.ImportAll(noise(600, 1)...)
	if got := p.consolidate(false); got.Examined < 100 || len(got.Added) != 0 || len(p.patterns()) != 0 {
		t.Errorf("of noise came %+v", got)
	}
}

// TestPatterns_OfRealEpisodes consolidates the real episodes, nearly all of which call themselves
// a success: nothing is validated by that.
func TestPatterns_OfRealEpisodes(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p := newProject(t)
	for batch := range slices.Chunk(harness.AsInput(t, allEpisodes(t)), 250) {
		p.ImportFiles(vars{"files": batch})
	}
	got := p.consolidate(false)
	t.Logf("of the real episodes: %d candidates looked at, %d found, %d added, family of %d", got.Examined, got.Found, len(got.Added), got.Family)
	for _, shown := range p.patterns() {
		t.Logf("%s is %s with %+v: %+v", shown.Name, shown.Status, shown.Counts, shown.LastValidation)
		if shown.Status == "VALIDATED" {
			t.Errorf("%s is validated: %+v", shown.Name, shown.LastValidation)
		}
	}
}
