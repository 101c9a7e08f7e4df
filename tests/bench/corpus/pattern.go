package corpus

import (
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// Plans is how many plans the episodes of a [Network] may choose from at their end: so many that
// a pattern about one of them has trials in few of the episodes, as most patterns of a memory do.
const Plans = 500

// The words that patterns ask for: so many of each kind.
const (
	problemTypes = 50
	domains      = 20
	languages    = 10
)

// PlannedEpisode is an episode of a network that ends with the choice of a plan.
func (n *Network) PlannedEpisode(episode int) episodic.Episode {
	e := n.Episode(episode)
	e.Decisions = append(e.Decisions, episodic.Decision{
		ID: DecisionID(n.variables), At: episodic.At(startedAt(episode).Add(time.Duration(n.variables) * time.Minute)),
		Type: episodic.DecisionDesign, Context: "plan", Options: []string{planName(episode), planName(episode + 1)},
		Chosen: planName(episode), Outcome: episodic.OutcomeUnknown,
	})
	return e
}

func planName(i int) string { return fmt.Sprintf("plan-%03d", i%Plans) }

// Pattern returns pattern i of a network, counted from 0: a plan after a variable came true. Two
// in three ask for a type of problem, most others for a domain or a language, and a few for nothing.
func (n *Network) Pattern(i int) patterns.Pattern {
	name := fmt.Sprintf("pattern %05d", i)
	variable, r := n.Variable(i/Plans%n.variables), random(i, 9)
	p := patterns.Pattern{Key: patterns.KeyOf(name), Name: name, Version: 1, Origin: patterns.OriginStated, Status: patterns.StatusCandidate}
	p.CreatedAt = startedAt(0)
	p.UpdatedAt, p.StatusAt = p.CreatedAt, p.CreatedAt
	p.Definition = patterns.Definition{
		Category: patterns.CategoryStrategy, Rule: patterns.RuleSuccess,
		Trigger: variable + " came true", Action: "choose " + planName(i),
		Summary: "After " + variable + " choose " + planName(i) + ".",
		Matches: []patterns.Match{{
			Trigger: []factor.Identity{{Variable: variable, State: "yes"}},
			Then:    []factor.Identity{{Variable: "plan", State: planName(i)}},
		}},
	}
	a := &p.Applicability
	switch {
	case i%3 > 0:
		a.ProblemTypes = []string{problemType(r.IntN(problemTypes)), problemType(r.IntN(problemTypes))}
	case i%2 > 0:
		a.Features.Domain = []string{domain(r.IntN(domains))}
	case i%50 > 0:
		a.Conditions = []condition.Condition{{
			Field: "context.language", Operator: condition.OperatorEquals, Values: []string{language(r.IntN(languages))},
		}}
	}
	if r.IntN(2) == 0 {
		a.AntiConditions = []condition.Condition{{Field: "context.tests", Operator: condition.OperatorAtMost, Values: []string{"10"}}}
	}
	return p
}

// Task returns task i, counted from 0, with the context in which it is to be done.
func Task(i int) (condition.Task, condition.TaskContext) {
	r := random(i, 10)
	return condition.Task{Type: problemType(r.IntN(problemTypes)), Domain: []string{domain(r.IntN(domains))}},
		condition.TaskContext{"language": language(r.IntN(languages)), "tests": fmt.Sprint(5 + r.IntN(20))}
}

func problemType(i int) string { return fmt.Sprintf("problem %02d", i) }
func domain(i int) string      { return fmt.Sprintf("domain %02d", i) }
func language(i int) string    { return fmt.Sprintf("language %d", i) }
