package team

import (
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// The names of the patterns.
const (
	PatternTakeBack = "Take a change back when its check fails"
	PatternWait     = "Wait and watch when the check fails"
	PatternMorning  = "Go out in the morning"
)

// Patterns returns what the team holds to be a pattern. The episodes bear out the first two, not the
// third.
func Patterns() []patterns.AddRequest {
	failed := factor.Identity{Variable: checkVariable, State: checkFailed}
	takeBack := patterns.Definition{
		Category: patterns.CategoryRecovery, Trigger: "the check after a rollout fails", Action: "take the change back at once",
		Matches:  []patterns.Match{{Trigger: []factor.Identity{failed}, Then: []factor.Identity{Response.state(TakeBack)}}},
		Guidance: patterns.Guidance{When: "travelers feel it and the cause is not known", How: "roll out the last version again, then look for the cause"},
	}
	wait := patterns.Definition{
		Category: patterns.CategoryRecovery, AntiPattern: true, Trigger: "the check after a rollout fails", Action: "wait and watch",
		Matches: []patterns.Match{{Trigger: []factor.Identity{failed}, Then: []factor.Identity{Response.state(Wait)}}},
	}
	morning := patterns.Definition{
		Trigger: "a change is ready", Action: "let it go out in the morning",
		Matches: []patterns.Match{{Then: []factor.Identity{Hour.state(Morning)}}},
	}
	var out []patterns.AddRequest
	for _, p := range []struct {
		name       string
		definition patterns.Definition
	}{{PatternTakeBack, takeBack}, {PatternWait, wait}, {PatternMorning, morning}} {
		p.definition.Applicability = condition.Applicability{ProblemTypes: []string{taskType}}
		out = append(out, patterns.AddRequest{Name: p.name, Definition: p.definition})
	}
	return out
}

func (v Variable) state(option string) factor.Identity {
	return factor.Identity{Variable: string(v), State: option}
}
