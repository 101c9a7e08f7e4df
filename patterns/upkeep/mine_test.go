package upkeep_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/match"
	"github.com/causeway-memory/causeway/patterns/upkeep"
)

// definitionProblems lists what keeps a definition from being added under a name.
func definitionProblems(name string, d patterns.Definition) []problem.Problem {
	var c patterns.Checker
	c.Name("name", name)
	return append(c.Problems, d.Problems()...)
}

func mine(t testing.TB, l *memoryLayer, o upkeep.MineOptions) upkeep.MineReport {
	t.Helper()
	report, err := l.service().Upkeep.Mine(t.Context(), "p", o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func minedNamed(r upkeep.MineReport, name string) *upkeep.MinedPattern {
	for i, p := range r.Found {
		if p.Name == name {
			return &r.Found[i]
		}
	}
	return nil
}

// recounted compares the counts of the patterns found with judging the episodes one by one.
func recounted(l *memoryLayer, t *testing.T, r upkeep.MineReport, rule patterns.SuccessRule) {
	t.Helper()
	var rules contribution.Rules
	for variable, absent := range l.Closed {
		rules.Closed = append(rules.Closed, contribution.Closed{Variable: variable, AbsentState: absent})
	}
	resolver := match.NewFactorResolver(rules)
	for _, p := range r.Found {
		var with, without [2]int
		for _, c := range l.Contributions {
			verdict := rule.Verdict(c.Outcome, c.Errors, "")
			if verdict == patterns.VerdictUnknown {
				continue
			}
			side := &with
			switch resolver.Judge(p.Matches[0], patterns.Observed{Episode: c.Episode, Observations: c.Observations}) {
			case match.ResultTrial:
			case match.ResultCompared:
				side = &without
			default:
				continue
			}
			side[1]++
			if verdict == patterns.VerdictSupports {
				side[0]++
			}
		}
		m := p.Mined
		if with != [2]int{m.WithSuccesses, m.WithTrials} || without != [2]int{m.WithoutSuccesses, m.WithoutTrials} {
			t.Errorf("%s: mined %d/%d with and %d/%d without, recounted %v and %v", p.Name,
				m.WithSuccesses, m.WithTrials, m.WithoutSuccesses, m.WithoutTrials, with, without)
		}
	}
}

// TestMine_network mines the 2,000 recorded episodes of agentops_a.
func TestMine_network(t *testing.T) {
	l := networkLayer(t)
	for _, o := range []upkeep.MineOptions{{}, {Events: true}, {Rule: patterns.RuleNoError}} {
		r := mine(t, l, o)
		if r.Looked < 500 || r.Total != len(r.Found) || r.Total == 0 {
			t.Errorf("%d looked at, %d of %d found", r.Looked, len(r.Found), r.Total)
		}
		for _, p := range r.Found {
			action := p.Matches[0].Action()
			if action.Variable == "verbose_log" || action.Variable == "retry" && p.AntiPattern != (action.State == "no") {
				t.Errorf("%s is found: %s", p.Name, p.Description)
			}
			m := p.Mined
			if m.Query == "" || m.Looked != r.Looked || m.Graph != 1 || m.At.IsZero() || m.WithTrials < 20 || m.WithoutTrials == 0 || m.StrataUsed == 0 ||
				m.Support <= 0 || m.Lift <= 0 || m.FisherP < 0 || m.FisherP > 1 || m.P > m.Adjusted || m.Adjusted > upkeep.MineAlpha ||
				m.DifferenceInterval.Low*m.DifferenceInterval.High <= 0 || m.Difference < m.DifferenceInterval.Low || m.Difference > m.DifferenceInterval.High ||
				p.AntiPattern != (m.Difference < 0) {
				t.Errorf("%s: %+v", p.Name, m)
			}
			if problems := definitionProblems(p.Name, p.Definition); len(problems) > 0 || p.Summary == "" {
				t.Errorf("%s cannot be added: %v", p.Name, problems)
			}
		}
		rule := o.Rule
		if rule == "" {
			rule = patterns.RuleSuccess
		}
		recounted(l, t, r, rule)
	}
	r := mine(t, l, upkeep.MineOptions{})
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "patterns.md"))
	if told := fmt.Sprintf("%d candidates are looked at in the 2,000 episodes and %d promoted", r.Looked, r.Total); err != nil || !strings.Contains(string(page), told) {
		t.Errorf("docs/patterns.md lacks %q (%v)", told, err)
	}
	design, retry, recovery := minedNamed(r, "deep_design=yes"), minedNamed(r, "When error=yes: avoid retry=no"), minedNamed(r, "When error=yes: recovery=yes")
	switch {
	case design == nil || retry == nil || recovery == nil:
		t.Fatalf("%d found, but not all that there is", r.Total)
	case design.AntiPattern || !slices.Equal(design.Mined.Strata, []string{"complex"}) || design.Mined.Difference < .05:
		t.Errorf("deep_design: %+v", design)
	case !retry.AntiPattern || retry.Category != patterns.CategoryFailure || recovery.Category != patterns.CategoryRecovery:
		t.Errorf("after an error: %s and %s", retry.Category, recovery.Category)
	case len(retry.Applicability.Conditions) != 1 || retry.Applicability.Conditions[0].Field != "context.error":
		t.Errorf("conditions %+v", retry.Applicability.Conditions)
	}
}

// TestMine_unasked: a trigger that cannot be the field of a condition is named in the guidance.
func TestMine_unasked(t *testing.T) {
	l := networkLayer(t)
	for _, c := range l.Contributions {
		for i, o := range c.Observations {
			if o.Variable == "error" {
				c.Observations[i].Variable = "error seen"
			}
		}
	}
	unasked := 0
	for _, p := range mine(t, l, upkeep.MineOptions{}).Found {
		want := 0
		for _, id := range p.Matches[0].Trigger {
			if id.Variable == "error seen" {
				want = 1
			}
		}
		unasked += want
		if len(p.Applicability.Conditions) != len(p.Matches[0].Trigger)-want || len(p.Guidance.Risks) != want ||
			want == 1 && !strings.Contains(p.Guidance.Risks[0], "where error seen=") {
			t.Errorf("%s asks for %v and warns %q", p.Name, p.Applicability.Conditions, p.Guidance.Risks)
		}
	}
	if unasked == 0 {
		t.Error("no pattern has a trigger that cannot be asked for")
	}
}

// TestMine_realEpisodes: nothing is mined from the real episodes because nothing can be compared:
// hardly anything occurs in five of them, and what does is always recorded in the same state.
func TestMine_realEpisodes(t *testing.T) {
	l := realLayer(t)
	frequent := 0
	for _, f := range l.allFactors() {
		if f.Frequency() >= upkeep.LeastSupport && f.Variable != factor.VariableOutcome {
			frequent++
			if f.Kinds.Decision > 0 || f.State != factor.StateOccurred {
				t.Errorf("%s occurs in %d episodes, and otherwise in others", f.Label(), f.Frequency())
			}
		}
	}
	r := mine(t, l, upkeep.MineOptions{})
	if r.Total != 0 || r.Looked != 0 || frequent != 4 || r.Known < 450 || float64(r.Successes) < .98*float64(r.Known) {
		t.Errorf("%d of %d found, %d factors that occur often, %d of %d succeeded", r.Total, r.Looked, frequent, r.Successes, r.Known)
	}
	if r = mine(t, l, upkeep.MineOptions{Events: true}); r.Total != 0 || r.Looked != 4 || r.Left[len(r.Left)-1] != (upkeep.LeftOut{Reason: "NO_COMPARISON", Count: 4}) {
		t.Errorf("%d of %d found, %v", r.Total, r.Looked, r.Left)
	}
	// With every variable closed there is something to compare, and it is chance.
	l.Closed = map[string]string{}
	for _, f := range l.allFactors() {
		if f.Kind() == factor.KindEvent {
			l.Closed[f.Variable] = "no"
		}
	}
	if r = mine(t, l, upkeep.MineOptions{Events: true}); r.Total != 0 || r.Looked != 4 || r.Left[len(r.Left)-1] != (upkeep.LeftOut{Reason: "NOT_SIGNIFICANT", Count: 4}) {
		t.Errorf("%d of %d found, %v", r.Total, r.Looked, r.Left)
	}
}

// randomLayer returns a layer in which some actions have an effect, with variables recorded in several
// states, at the same moment, without a time, or not at all.
func randomLayer(random *rand.Rand) *memoryLayer {
	l := &memoryLayer{Graph: 1, Closed: map[string]string{"e2": "none", "e3": ""}}
	for n := range 250 {
		c := contribution.Contribution{Episode: fmt.Sprintf("e%03d", n), Errors: random.IntN(4) == 0, Outcome: episodic.OutcomeFailure}
		seen := map[factor.Identity]bool{}
		tell := func(variable, state string, kinds factor.KindCounts, order *int64) {
			id := factor.Identity{Variable: variable, State: state}
			if !seen[id] {
				seen[id] = true
				c.Observations = append(c.Observations, contribution.Observation{Identity: id, Kinds: kinds, Order: order})
			}
		}
		p := .3
		for v := range 4 {
			state := random.IntN(3)
			if v < 2 {
				tell(fmt.Sprint("c", v), fmt.Sprint("s", state), factor.KindCounts{Context: 1}, new(contribution.OrderFirst))
				continue
			}
			for range 1 + random.IntN(2)*random.IntN(2) {
				var order *int64
				if random.IntN(10) > 0 {
					order = new(int64(10 + random.IntN(5)))
				}
				tell(fmt.Sprint("d", v), fmt.Sprint("s", state), factor.KindCounts{Decision: 1}, order)
				if v == 2 && state == 1 {
					p += .4
				}
				state = random.IntN(3)
			}
		}
		for v := range 4 {
			if random.IntN(2) == 0 {
				tell(fmt.Sprint("e", v), "yes", factor.KindCounts{Event: 1}, new(int64(random.IntN(20))))
				p += .05 * float64(v)
			}
		}
		if random.Float64() < p {
			c.Outcome = episodic.OutcomeSuccess
		}
		if random.IntN(20) == 0 {
			c.Outcome = episodic.OutcomeUnknown
		}
		l.Contributions = append(l.Contributions, c)
	}
	return l
}

// TestMine_countsAsEvidenceDoes recounts the patterns found by judging every episode as evidence.
func TestMine_countsAsEvidenceDoes(t *testing.T) {
	random := soak.Rand(14, 7)
	found, sequences := 0, 0
	for range soak.Rounds(8) {
		l := randomLayer(random)
		r := mine(t, l, upkeep.MineOptions{Alpha: .5, Events: true, Steps: 4, Limit: upkeep.MaxMined})
		recounted(l, t, r, patterns.RuleSuccess)
		found += len(r.Found)
		for _, p := range r.Found {
			if p.Category == patterns.CategorySequence {
				sequences++
			}
		}
	}
	if found < soak.Rounds(20) || sequences == 0 {
		t.Errorf("only %d patterns, of them %d sequences, were compared", found, sequences)
	}
}

// TestMine_openWorld: while nothing is declared closed, what only goes along with an error is not
// found, and only recorded states are counted.
func TestMine_openWorld(t *testing.T) {
	l := networkLayer(t)
	l.Closed = nil
	for _, o := range []upkeep.MineOptions{{}, {Events: true}, {Steps: 4}} {
		r := mine(t, l, o)
		if minedNamed(r, "deep_design=yes") == nil {
			t.Errorf("what works is not among the %d found", r.Total)
		}
		for _, p := range r.Found {
			for _, i := range slices.Concat(p.Matches[0].Trigger, p.Matches[0].Then) {
				if i.Variable == "verbose_log" {
					t.Errorf("%s is found: %s", p.Name, p.Description)
				}
			}
		}
		recounted(l, t, r, patterns.RuleSuccess)
	}
}

func TestMine_sameEpisodesSamePatterns(t *testing.T) {
	l := networkLayer(t)
	want := mine(t, l, upkeep.MineOptions{})
	if got := mine(t, l, upkeep.MineOptions{}); !reflect.DeepEqual(got, want) {
		t.Error("the same episodes give other patterns")
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(l.Contributions), func(a, b int) {
		l.Contributions[a], l.Contributions[b] = l.Contributions[b], l.Contributions[a]
	})
	if got := mine(t, l, upkeep.MineOptions{}); !reflect.DeepEqual(got, want) {
		t.Error("the same episodes in another order give other patterns")
	}
}

func TestMine_layerThatChanges(t *testing.T) {
	l := networkLayer(t)
	l.Contributions = l.Contributions[:300]
	l.Moves = 2
	if r := mine(t, l, upkeep.MineOptions{}); r.Derivation.Graph != 3 {
		t.Errorf("read at %d", r.Derivation.Graph)
	}
	l.Moves = 100
	if _, err := l.service().Upkeep.Mine(t.Context(), "p", upkeep.MineOptions{}); !errors.Is(err, episodic.ErrConflict) {
		t.Errorf("a layer that changes all the time: %v", err)
	}
	if _, err := l.service().Upkeep.Mine(t.Context(), "unknown", upkeep.MineOptions{}); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
	if r := mine(t, &memoryLayer{}, upkeep.MineOptions{}); r.Reason == "" || r.Looked != 0 {
		t.Errorf("an empty project: %+v", r)
	}
}

// TestMine_manySteps: the query says when not all sequences were examined.
func TestMine_manySteps(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 9))
	for steps, told := range map[int]bool{10: false, 60: true} {
		l := &memoryLayer{}
		for n := range 200 {
			c := contribution.Contribution{Episode: fmt.Sprint(n), Outcome: episodic.OutcomeSuccess}
			for place, step := range random.Perm(steps) {
				if random.IntN(10) < 7 {
					one := factor.Identity{Variable: fmt.Sprint("step", step), State: "done"}
					c.Observations = append(c.Observations, contribution.Observation{Identity: one, Kinds: factor.KindCounts{Event: 1}, Order: new(int64(place))})
				}
			}
			l.Contributions = append(l.Contributions, c)
		}
		r := mine(t, l, upkeep.MineOptions{})
		if strings.Contains(r.Query, "only the first 100000 were looked at") != told || r.Looked == 0 {
			t.Errorf("%d steps: %d looked at; %s", steps, r.Looked, r.Query)
		}
	}
}

func TestMine_badOptions(t *testing.T) {
	for path, o := range map[string]upkeep.MineOptions{
		"rule": {Rule: "OFTEN"}, "support": {Support: 1.5}, "least": {Least: 1}, "alpha": {Alpha: -1},
		"steps": {Steps: 9}, "limit": {Limit: upkeep.MaxMined + 1},
	} {
		_, err := (&memoryLayer{}).service().Upkeep.Mine(t.Context(), "p", o)
		var invalid *problem.InvalidError
		if !errors.As(err, &invalid) || len(invalid.Problems) != 1 || invalid.Problems[0].Path != path {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestMine_longNames: patterns can be added and keep distinct names, whatever the factors are called.
func TestMine_longNames(t *testing.T) {
	l := &memoryLayer{}
	long := strings.Repeat("a long name of something ", 7)
	tell := func(variable, state string, kinds factor.KindCounts, order int64) contribution.Observation {
		return contribution.Observation{Identity: factor.Identity{Variable: long + variable, State: long[:75] + state}, Kinds: kinds, Order: &order}
	}
	for n := range 800 {
		c := contribution.Contribution{Episode: fmt.Sprint(n), Outcome: episodic.OutcomeFailure}
		hard, dark, works := n%2 == 0, n%4 < 2, n%8 < 4
		for i, on := range []bool{hard, dark} {
			c.Observations = append(c.Observations, tell(fmt.Sprint("context", i), fmt.Sprint(on), factor.KindCounts{Context: 1}, contribution.OrderFirst))
		}
		c.Observations = append(c.Observations, tell("decision", fmt.Sprint(works), factor.KindCounts{Decision: 1}, 5))
		if works && hard && dark || n%10 < 3 {
			c.Outcome = episodic.OutcomeSuccess
		}
		l.Contributions = append(l.Contributions, c)
	}
	r := mine(t, l, upkeep.MineOptions{Rule: patterns.RuleWithoutPartial})
	names, triggers := map[string]bool{}, 0
	for _, p := range r.Found {
		names[p.Name] = true
		triggers = max(triggers, len(p.Matches[0].Trigger))
		if problems := definitionProblems(p.Name, p.Definition); len(problems) > 0 {
			t.Errorf("%s cannot be added: %v", p.Name, problems)
		}
	}
	if len(names) != len(r.Found) || triggers != 2 {
		t.Errorf("%d names of %d patterns after up to %d states", len(names), len(r.Found), triggers)
	}
}
