package decisive_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// rollout is a failed run that decided about a rollout after a look.
func rollout(option string) episodic.Episode {
	return episodic.Episode{
		ID: "r", Task: "deploy", TaskType: "deployment", Outcome: episodic.OutcomeFailure, Context: map[string]string{"region": "north"},
		Decisions: []episodic.Decision{
			{ID: "d001", Context: "region check", Chosen: "skipped", Outcome: episodic.OutcomeUnknown},
			{ID: "d002", Context: "rollout", Chosen: option, Factors: []string{"blast=all"}, Outcome: episodic.OutcomeUnknown},
		},
	}
}

// validated is a pattern about an action, with the successes of its trials beside a rate to compare with.
func validated(anti bool, action factor.Identity, successes, trials int, null float64, trigger ...factor.Identity) patterns.Pattern {
	p := patterns.Pattern{Key: "0123456789abcdef", Name: "the rollout", Status: patterns.StatusValidated, Counts: patterns.Counts{Successes: successes, Failures: trials - successes}}
	p.AntiPattern, p.Rule = anti, patterns.RuleSuccess
	p.Matches = []patterns.Match{{Trigger: trigger, Then: []factor.Identity{action}}}
	p.Last = &patterns.Validation{NullRate: &null}
	return p
}

func TestContradictions(t *testing.T) {
	state := func(variable, state string) factor.Identity { return factor.Identity{Variable: variable, State: state} }
	merged := contribution.Rules{Merges: []contribution.Merge{{From: state("rollout", "all at once"), Into: state("rollout", "big bang")}}}
	elsewhere := validated(true, state("rollout", "all at once"), 2, 21, .8)
	elsewhere.Applicability = condition.Applicability{ProblemTypes: []string{"bugfix"}}
	untested := validated(true, state("rollout", "all at once"), 2, 21, .8)
	untested.Last = nil
	for _, c := range []struct {
		why     string
		pattern patterns.Pattern
		rules   contribution.Rules
		at      string
		k, n    int
	}{
		{"it does what is to be avoided, and is none of its own witnesses", validated(true, state("rollout", "all at once"), 2, 21, .8), contribution.Rules{}, "d002", 18, 20},
		{"under another name", validated(true, state("rollout", "big bang"), 2, 21, .8), merged, "d002", 18, 20},
		{"it tells it as a further factor", validated(true, state("blast", "all"), 2, 21, .8), contribution.Rules{}, "d002", 18, 20},
		{"where the trigger held", validated(true, state("rollout", "all at once"), 2, 21, .8, state("region", "north")), contribution.Rules{}, "d002", 18, 20},
		{"where it did not", validated(true, state("rollout", "all at once"), 2, 21, .8, state("region", "south")), contribution.Rules{}, "", 0, 0},
		{"it did otherwise than what works", validated(false, state("rollout", "canary"), 18, 20, .3), contribution.Rules{}, "d002", 18, 20},
		{"it did what works", validated(false, state("rollout", "all at once"), 18, 21, .3), contribution.Rules{}, "", 0, 0},
		{"what works is about what it left undone", validated(false, state("review", "done"), 18, 20, .3), contribution.Rules{Closed: []contribution.Closed{{Variable: "review", AbsentState: "none"}}}, "", 0, 0},
		{"it is for other tasks", elsewhere, contribution.Rules{}, "", 0, 0},
		{"it was never tested", untested, contribution.Rules{}, "", 0, 0},
		{"without this run it says nothing", validated(true, state("rollout", "all at once"), 0, 1, .5), contribution.Rules{}, "", 0, 0},
		{"others fail as often", validated(true, state("rollout", "all at once"), 10, 21, .5), contribution.Rules{}, "", 0, 0},
	} {
		t.Run(c.why, func(t *testing.T) {
			got := decisive.Contradictions(rollout("all at once"), c.rules, []patterns.Pattern{c.pattern})
			if c.at == "" {
				if len(got) > 0 {
					t.Errorf("%+v", got)
				}
				return
			}
			if len(got) != 1 || got[0].ID != c.at || got[0].K != c.k || got[0].N != c.n {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// A step that goes against a pattern has that among its reasons, and what runs with its kind of step tell is not counted beside it.
func TestRank_againstPattern(t *testing.T) {
	e := rollout("all at once")
	p := validated(true, factor.Identity{Variable: "rollout", State: "all at once"}, 2, 21, .8)
	s := decisive.Siblings{Against: decisive.Contradictions(e, contribution.Rules{}, []patterns.Pattern{p})}
	s.Against[0].Episodes = []string{"w1", "w2"}
	alone := decisive.Rank(e, s).Steps
	if r := alone[0].Reasons; alone[0].Occurrence != "r/d002" || len(r) != 1 || r[0].Kind != decisive.ReasonAgainstPattern || r[0].PatternKey != p.Key || len(r[0].Episodes) != 2 {
		t.Fatalf("first is %+v", alone[0])
	}
	const want = `the validated pattern "the rollout" (0123456789abcdef) says to avoid this: of its 20 other runs 18 failed (95 %: 70 to 97 %), against 20 % of those it was compared with`
	if got := alone[0].Reasons[0].Text; got != want {
		t.Errorf("it says %s", got)
	}
	for i := range 6 {
		other := rollout("all at once")
		other.ID, other.Task = "bad"+string(rune('0'+i)), "other"
		good := rollout("canary")
		good.ID, good.Task, good.Outcome = "good"+string(rune('0'+i)), "other", episodic.OutcomeSuccess
		good.Decisions[1].Factors = nil
		s.Others = append(s.Others, other, good)
	}
	kinds := reasonsOf(decisive.Rank(e, s).Steps[0])
	s.Against = nil
	without := decisive.Rank(e, s).Steps[0]
	if len(kinds) != 1 || kinds[0] != decisive.ReasonAgainstPattern || !strings.Contains(without.Reasons[0].Text, "6 of 6") {
		t.Errorf("beside runs of its kind %v; without the pattern %+v", kinds, without)
	}
}

// proven holds patterns in the order in which they are listed.
type proven struct {
	avoid, works []patterns.Pattern
	borneOut     []string
	asked        []patterns.Query
}

func (p *proven) ListPatterns(_ context.Context, q patterns.Query) ([]patterns.Pattern, error) {
	p.asked = append(p.asked, q)
	all := p.works
	if *q.Filter.AntiPattern {
		all = p.avoid
	}
	return all[:min(len(all), q.Page.Limit)], nil
}

func (p *proven) ListPatternEvidence(_ context.Context, q patterns.EvidenceQuery) (out []patterns.Evidence, _ error) {
	for _, id := range p.borneOut[:min(len(p.borneOut), q.Page.Limit)] {
		out = append(out, patterns.Evidence{Pattern: q.Pattern, Episode: id})
	}
	return out, nil
}

func (p *proven) GetRules(context.Context, string) (contribution.Rules, error) {
	return contribution.Rules{}, nil
}

// TestService_Steps_patterns reads 100 patterns that say to avoid something, those that fail most often, and 100 of the others, the best proven: the hundredth
// counts, the next does not. The reason says how many other runs bear it out, and names at most ten of them, never the run itself.
func TestService_Steps_patterns(t *testing.T) {
	state := func(option string) factor.Identity { return factor.Identity{Variable: "rollout", State: option} }
	fillers := func(anti bool, n int) (out []patterns.Pattern) {
		for i := range n {
			out = append(out, validated(anti, factor.Identity{Variable: fmt.Sprint("filler", i), State: "on"}, 1, 20, .5))
		}
		return out
	}
	witnesses := []string{"r"}
	for i := range 15 {
		witnesses = append(witnesses, fmt.Sprintf("w%02d", i))
	}
	avoid, works := validated(true, state("all at once"), 2, 21, .8), validated(false, state("canary"), 18, 20, .3)
	for _, c := range []struct {
		why  string
		held *proven
		says string
	}{
		{"the hundredth to be avoided", &proven{avoid: append(fillers(true, 99), avoid), works: fillers(false, 120)}, "of its 20 other runs 18 failed"},
		{"the one after it", &proven{avoid: append(fillers(true, 100), avoid), works: fillers(false, 120)}, ""},
		{"the hundredth that works", &proven{avoid: fillers(true, 120), works: append(fillers(false, 99), works)}, "of its 20 other runs 18 succeeded"},
		{"the one after that", &proven{avoid: fillers(true, 120), works: append(fillers(false, 100), works)}, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			c.held.borneOut = witnesses
			s := shelf{runs: []episodic.Episode{rollout("all at once")}}
			got, err := decisive.New(s, s, c.held).Steps(t.Context(), "p", "r")
			if err != nil {
				t.Fatal(err)
			}
			var said []decisive.Reason
			for _, step := range got.Steps {
				said = append(said, slices.DeleteFunc(step.Reasons, func(r decisive.Reason) bool { return r.Kind != decisive.ReasonAgainstPattern })...)
			}
			if c.says == "" {
				if len(said) > 0 {
					t.Errorf("it says %+v", said)
				}
				return
			}
			if len(said) != 1 || !strings.Contains(said[0].Text, c.says) || !slices.Equal(said[0].Episodes, witnesses[1:11]) {
				t.Errorf("it says %+v", said)
			}
			orders := map[bool]patterns.Order{}
			for _, q := range c.held.asked {
				orders[*q.Filter.AntiPattern] = q.Order
				if !slices.Equal(q.Filter.Statuses, []patterns.Status{patterns.StatusValidated}) {
					t.Errorf("asked for %v", q.Filter.Statuses)
				}
			}
			if orders[true] != patterns.OrderRateAscending || orders[false] != patterns.OrderWilson {
				t.Errorf("in the orders %v", orders)
			}
		})
	}
}
