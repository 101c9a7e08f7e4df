package answers_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// networkTruth is what is exactly true of a sampled network.
type networkTruth struct {
	Do []struct {
		X, Y    string
		State   string             `json:"x_state"`
		Do      map[string]float64 `json:"p_do"`
		Naive   map[string]float64 `json:"p_naive"`
		Overlap map[string]float64 `json:"overlap_mass"`
	}
	ATE []struct {
		X, X1, X0, Y string
		State        string `json:"y_state"`
		ATE          float64
	}
	NonCauses []struct {
		X, Y  string
		State string `json:"x_state"`
	} `json:"non_causes"`
	CATE []struct {
		X, Y    string
		State   string `json:"x_state"`
		Context map[string]string
		Do      map[string]float64 `json:"p_do"`
	}
	Cases []struct {
		Episode, Remove, Y string
		Actual             string  `json:"y_actual"`
		ButFor             float64 `json:"p_but_for_full_evidence"`
	} `json:"episode_counterfactuals"`
}

func readTruth(t *testing.T, name string) networkTruth {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "bn", name, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth networkTruth
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	return truth
}

// shownEstimate is an estimate as the API shows it.
type shownEstimate struct {
	Value, Low, High, Effective float64
	N                           int
	Method                      string
}

// shownEffect is the answer to a question about an intervention.
type shownEffect struct {
	Status                      string
	Reason                      *string
	Model, Stratified, Observed *shownEstimate
	Contrast                    *struct {
		Difference struct{ Value, Low, High float64 }
		EValue     *float64
	}
	Overlap     float64
	Disagree    bool
	Adjustment  []string
	Assumptions []string
	Explain     string
}

const shownEffectFields = `status reason overlap disagree adjustment assumptions explain
	model { ...number } stratified { ...number } observed { ...number }
	contrast { difference { value low high } eValue }`

const numberFragment = ` fragment number on ProbabilityEstimate { value low high n effective method }`

func (p *project) intervene(v vars) shownEffect {
	p.T.Helper()
	return harness.Get[struct{ Intervene shownEffect }](p, `query($project: String!, $do: [String!]!, $against: String, $target: String!, $context: [String!] = [], $robustIntervals: Boolean = false) {
		intervene(project: $project, do: $do, against: $against, target: $target, context: $context, robustIntervals: $robustIntervals) { `+shownEffectFields+` } }`+numberFragment, v).Intervene
}

// ends is the state of a variable by another name: what a network calls success is how an
// episode ended.
func ends(variable, state string) string {
	if variable == "success" {
		return "outcome=" + map[string]string{"yes": "success", "no": "failure"}[state]
	}
	return variable + "=" + state
}

// missed gathers by how much answers differ from the truth.
type missed struct {
	sum float64
	n   int
}

func (m *missed) add(difference float64) {
	m.sum += math.Abs(difference)
	m.n++
}

func (m *missed) mean() float64 { return m.sum / math.Max(1, float64(m.n)) }

// The tolerances, from the page that describes the networks.
const (
	doTolerance      = .03
	contextTolerance = .03
	butForTolerance  = .02
	// naiveBad is the mean error of mere shares from which on an answer has to halve it.
	naiveBad = .04
)

// TestEffects_OfNetworks asks of 2,000 episodes of each network what its exact truth answers.
func TestEffects_OfNetworks(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	for _, name := range []string{"agentops_a", "asia"} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t)
			n := readNetwork(t, name, 2000)
			if name == "agentops_a" {
				n.closed["success"] = true // as an event it is recorded only where it was one
			}
			p.importNetwork(n)
			truth := readTruth(t, name)
			p.checkDo(truth)
			p.checkContrasts(truth)
			p.checkNonCauses(truth)
			p.checkContexts(truth)
			p.checkButFor(truth)
		})
	}
}

// checkDo asks for P(y | do(x)) and compares the means of the errors.
func (p *project) checkDo(truth networkTruth) {
	p.T.Helper()
	var model, naive missed
	answered, inside, intervals := 0, 0, 0
	for _, d := range truth.Do {
		for state, want := range d.Do {
			e := p.intervene(vars{"do": []string{d.X + "=" + d.State}, "target": d.Y + "=" + state})
			if e.Model == nil || e.Status != "OK" && e.Status != "INSUFFICIENT_EVIDENCE" {
				p.T.Errorf("P(%s=%s | do(%s=%s)): %s %s", d.Y, state, d.X, d.State, e.Status, e.Explain)
				continue
			}
			if (e.Status == "OK") != (e.Reason == nil) {
				p.T.Errorf("P(%s=%s | do(%s=%s)): %s with the reason %v", d.Y, state, d.X, d.State, e.Status, e.Reason)
			}
			model.add(e.Model.Value - want)
			naive.add(d.Naive[state] - want)
			if e.Status != "OK" {
				continue
			}
			answered++
			if e.Stratified != nil {
				intervals++
				if e.Stratified.Low <= want && want <= e.Stratified.High {
					inside++
				}
			}
		}
	}
	p.T.Logf("%d questions, %d answered: mean error %.4f, of mere shares %.4f; stratified intervals with the truth inside %d of %d",
		model.n, answered, model.mean(), naive.mean(), inside, intervals)
	if model.mean() > doTolerance || naive.mean() >= naiveBad && model.mean() > naive.mean()/2 || answered == 0 {
		p.T.Errorf("P(y | do(x)): mean error %.4f over %d questions, of mere shares %.4f, %d answered", model.mean(), model.n, naive.mean(), answered)
	}
}

// checkContrasts wants the signs of the effects right.
func (p *project) checkContrasts(truth networkTruth) {
	p.T.Helper()
	asked, right := 0, 0
	for _, a := range truth.ATE {
		if math.Abs(a.ATE) < .05 {
			continue
		}
		e := p.intervene(vars{"do": []string{a.X + "=" + a.X1}, "against": a.X + "=" + a.X0, "target": ends(a.Y, a.State)})
		if e.Contrast == nil {
			p.T.Errorf("do(%s=%s) against %s: no contrast, %s %v", a.X, a.X1, a.X0, e.Status, e.Reason)
			continue
		}
		asked++
		d := e.Contrast.Difference
		if d.Value*a.ATE > 0 {
			right++
		} else if math.Abs(a.ATE) >= .15 {
			p.T.Errorf("do(%s=%s) against %s on %s=%s: %.3f, truly %.3f", a.X, a.X1, a.X0, a.Y, a.State, d.Value, a.ATE)
		}
		if d.Low > d.Value || d.Value > d.High {
			p.T.Errorf("do(%s=%s): the difference %+v is outside of its interval", a.X, a.X1, d)
		}
	}
	p.T.Logf("signs: %d of %d", right, asked)
	if asked == 0 || float64(right) < .95*float64(asked) {
		p.T.Errorf("of %d differences %d have the right sign", asked, right)
	}
}

// checkNonCauses wants no effect of what only goes along with the target.
func (p *project) checkNonCauses(truth networkTruth) {
	p.T.Helper()
	for _, n := range truth.NonCauses {
		for _, state := range []string{"yes", "no"} {
			e := p.intervene(vars{"do": []string{n.X + "=" + n.State}, "target": ends(n.Y, state)})
			if e.Status != "NO_CAUSAL_PATH" || e.Reason == nil || e.Contrast == nil || e.Contrast.Difference != (struct{ Value, Low, High float64 }{}) {
				p.T.Errorf("do(%s=%s) on %s=%s: %s %v %+v", n.X, n.State, n.Y, state, e.Status, e.Reason, e.Contrast)
			}
		}
	}
}

// checkContexts asks for effects among the episodes of a context.
func (p *project) checkContexts(truth networkTruth) {
	p.T.Helper()
	var model missed
	for _, c := range truth.CATE {
		var context []string
		for variable, state := range c.Context {
			context = append(context, variable+"="+state)
		}
		slices.Sort(context)
		for state, want := range c.Do {
			e := p.intervene(vars{"do": []string{c.X + "=" + c.State}, "target": c.Y + "=" + state, "context": context})
			if e.Model == nil {
				p.T.Errorf("P(%s=%s | do(%s=%s), %s): %s %v", c.Y, state, c.X, c.State, strings.Join(context, ", "), e.Status, e.Reason)
				continue
			}
			model.add(e.Model.Value - want)
		}
	}
	p.T.Logf("in contexts: %d questions, mean error %.4f", model.n, model.mean())
	if model.n == 0 || model.mean() > contextTolerance {
		p.T.Errorf("in contexts: mean error %.4f over %d questions", model.mean(), model.n)
	}
}

// shownWouldBe is the answer to what would have been.
type shownWouldBe struct {
	Status     string
	Reason     *string
	Mismatch   *string
	Structural *struct {
		ButFor, Evaluated bool
		Remaining         []struct{ Length int }
		Causes            []struct {
			Occurrence     struct{ Key string }
			Alone          bool
			Responsibility float64
		}
	}
	Graded *struct {
		Otherwise struct{ Value, Low, High float64 }
		Verdict   string
		Unknown   []string
	}
	Causation *struct {
		Bounds struct{ PN struct{ Low, High float64 } }
	}
	Explain string
}

func (p *project) wouldBe(v vars) shownWouldBe {
	p.T.Helper()
	return harness.Get[struct{ Counterfactual shownWouldBe }](p, `query($project: String!, $episode: String!, $remove: String, $set: String, $target: String) {
		counterfactual(project: $project, episode: $episode, remove: $remove, set: $set, target: $target) { status reason mismatch explain
			structural { butFor evaluated remaining { length } causes { occurrence { key } alone responsibility } }
			graded { otherwise { value low high } verdict unknown }
			causation { bounds { pn { low high } } } } }`, v).Counterfactual
}

// checkButFor asks of single episodes whether it would have happened anyway.
func (p *project) checkButFor(truth networkTruth) {
	p.T.Helper()
	if len(truth.Cases) == 0 {
		return
	}
	var off missed
	for _, c := range truth.Cases {
		a := p.wouldBe(vars{"episode": c.Episode, "set": c.Remove + "=no", "target": ends(c.Y, c.Actual)})
		if a.Status != "OK" || a.Graded == nil {
			p.T.Errorf("%s without %s: %s %v", c.Episode, c.Remove, a.Status, a.Reason)
			continue
		}
		o := a.Graded.Otherwise
		off.add(o.Value - c.ButFor)
		if o.Low > o.Value || o.Value > o.High {
			p.T.Errorf("%s without %s: %+v is outside of its interval", c.Episode, c.Remove, o)
		}
		if want := verdict(o.Value); a.Graded.Verdict != want {
			p.T.Errorf("%s without %s: %.3f is %s, want %s", c.Episode, c.Remove, o.Value, a.Graded.Verdict, want)
		}
	}
	p.T.Logf("what would have been: %d questions, mean error %.4f", off.n, off.mean())
	if off.n == 0 || off.mean() > butForTolerance {
		p.T.Errorf("what would have been: mean error %.4f over %d questions", off.mean(), off.n)
	}
}

// verdict is the word for a probability that something would have been otherwise.
func verdict(p float64) string {
	switch {
	case p >= .9:
		return "YES"
	case p >= .5:
		return "PROBABLY"
	case p >= .1:
		return "UNLIKELY"
	default:
		return "NO"
	}
}
