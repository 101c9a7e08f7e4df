package patterns

import (
	"fmt"
	"math"

	"github.com/causeway-memory/causeway/episodic"
)

// asked is one thing that has to be so for a pattern to apply, and where it is said.
type asked struct {
	path string
	demand
}

// asks returns everything that has to be so: features are conditions on the fields of a task.
func (a Applicability) asks(path string) []asked {
	var out []asked
	for _, f := range a.features() {
		out = append(out, asked{path + f.path, demand{f.Condition, True, false}})
	}
	for i, c := range a.Conditions {
		out = append(out, asked{fmt.Sprintf("%s.conditions[%d]", path, i), demand{c, True, false}})
	}
	for i, c := range a.AntiConditions {
		out = append(out, asked{fmt.Sprintf("%s.antiConditions[%d]", path, i), demand{c, True, true}})
	}
	return out
}

// feature is a feature that a task has to have, as a condition.
type feature struct {
	path string
	Condition
}

// features returns what is asked of a task besides the conditions.
func (a Applicability) features() []feature {
	var out []feature
	one := func(path, field string, values []string) {
		switch len(values) {
		case 0:
		case 1:
			out = append(out, feature{path, Condition{Field: field, Operator: OperatorEquals, Values: values}})
		default:
			out = append(out, feature{path, Condition{Field: field, Operator: OperatorIn, Values: values}})
		}
	}
	one(".problemTypes", FieldType, a.ProblemTypes)
	one(".features.domain", FieldDomain, a.Features.Domain)
	for i, c := range a.Features.Capabilities {
		one(fmt.Sprintf(".features.capabilities[%d]", i), FieldCapability, []string{c})
	}
	for _, b := range []struct {
		at    *float64
		op    Operator
		field string
	}{{a.Features.Complexity.Low, OperatorAtLeast, "low"}, {a.Features.Complexity.High, OperatorAtMost, "high"}} {
		if b.at != nil {
			out = append(out, feature{".features.complexity." + b.field, Condition{
				Field: FieldComplexity, Operator: b.op, Values: []string{decimal(*b.at)},
			}})
		}
	}
	return out
}

// problems lists what is wrong with where a pattern applies: what has no sense, and what no task
// could fulfil.
func (a Applicability) problems(path string) []episodic.Problem {
	var k conditionCheck
	k.values(path+".problemTypes", a.ProblemTypes)
	k.values(path+".features.domain", a.Features.Domain)
	k.values(path+".features.capabilities", a.Features.Capabilities)
	k.complexity(path+".features.complexity", a.Features.Complexity)
	k.problems = append(k.problems, conditionProblems(path+".conditions", a.Conditions)...)
	k.problems = append(k.problems, conditionProblems(path+".antiConditions", a.AntiConditions)...)
	if len(k.problems) > 0 {
		return k.problems
	}
	return contradictions(path, a.asks(path))
}

// complexity refuses a range that is none.
func (k *conditionCheck) complexity(path string, r Range) {
	for _, b := range []struct {
		name string
		at   *float64
	}{{".low", r.Low}, {".high", r.High}} {
		if b.at != nil && (math.IsNaN(*b.at) || math.IsInf(*b.at, 0)) {
			k.invalid(path+b.name, "is no finite figure")
		}
	}
	if r.Low != nil && r.High != nil && *r.Low > *r.High {
		k.invalid(path, "low %s is above high %s; no task is so complex", decimal(*r.Low), decimal(*r.High))
	}
}

// contradictions says which of the things asked for exclude each other: one alone, else the first
// two, else all of them.
func contradictions(path string, all []asked) []episodic.Problem {
	demands := make([]demand, len(all))
	for i, a := range all {
		demands[i] = a.demand
	}
	if possible(demands) {
		return nil
	}
	var k conditionCheck
	for i, a := range all {
		if !possible(demands[i : i+1]) {
			k.invalid(a.path, "%s", a.alone())
		}
	}
	for i := 0; i < len(all) && len(k.problems) == 0; i++ {
		for j := range i {
			if !possible([]demand{demands[j], demands[i]}) {
				k.invalid(all[i].path, "contradicts %s: no task fulfils both, so that the pattern would never apply", all[j].path)
				break
			}
		}
	}
	if len(k.problems) == 0 {
		k.invalid(path, "contradicts itself: no task fulfils all that is asked for, though any two are possible")
	}
	return k.problems
}

// alone says why one thing excludes every task.
func (a asked) alone() string {
	if a.not {
		return "always holds, so that the pattern would never apply"
	}
	return "can never hold, so that the pattern would never apply"
}
