package condition

import (
	"fmt"
	"math"

	"github.com/causeway-memory/causeway/internal/problem"
)

// asked is one requirement of a pattern.
type asked struct {
	demand
	// part is the part of the input that states it; at is its index there, -1 outside a list.
	part string
	at   int
}

// path returns the path of the requirement in the input.
func (a asked) path(of string) string {
	if a.at < 0 {
		return of + a.part
	}
	return fmt.Sprintf("%s%s[%d]", of, a.part, a.at)
}

// Asks returns all requirements, with features as conditions on the fields of a task.
func (a Applicability) Asks() []asked {
	out := make([]asked, 0, 4+len(a.Features.Capabilities)+len(a.Conditions)+len(a.AntiConditions))
	feature := func(part string, at int, field string, op Operator, values []string) {
		of := Condition{Field: field, Operator: op, Values: values}
		out = append(out, asked{demand{of, True, false}, part, at})
	}
	for _, f := range []struct {
		part, field string
		values      []string
	}{{".problemTypes", FieldType, a.ProblemTypes}, {".features.domain", FieldDomain, a.Features.Domain}} {
		switch len(f.values) {
		case 0:
		case 1:
			feature(f.part, -1, f.field, OperatorEquals, f.values)
		default:
			feature(f.part, -1, f.field, OperatorIn, f.values)
		}
	}
	for i := range a.Features.Capabilities {
		feature(".features.capabilities", i, FieldCapability, OperatorEquals, a.Features.Capabilities[i:i+1])
	}
	if low := a.Features.Complexity.Low; low != nil {
		feature(".features.complexity.low", -1, FieldComplexity, OperatorAtLeast, []string{Decimal(*low)})
	}
	if high := a.Features.Complexity.High; high != nil {
		feature(".features.complexity.high", -1, FieldComplexity, OperatorAtMost, []string{Decimal(*high)})
	}
	for i, c := range a.Conditions {
		out = append(out, asked{demand{c, True, false}, ".conditions", i})
	}
	for i, c := range a.AntiConditions {
		out = append(out, asked{demand{c, True, true}, ".antiConditions", i})
	}
	return out
}

// Problems lists the problems of an applicability: malformed parts, or else contradictions that no
// task can satisfy.
func (a Applicability) Problems(path string) []problem.Problem {
	var k Checker
	k.Values(path+".problemTypes", a.ProblemTypes)
	k.Values(path+".features.domain", a.Features.Domain)
	k.Values(path+".features.capabilities", a.Features.Capabilities)
	k.complexity(path+".features.complexity", a.Features.Complexity)
	k.Add(ProblemsOf(path+".conditions", a.Conditions)...)
	k.Add(ProblemsOf(path+".antiConditions", a.AntiConditions)...)
	if len(k.Problems) > 0 {
		return k.Problems
	}
	return contradictions(path, a.Asks())
}

// complexity rejects an empty range and ends that are not finite.
func (k *Checker) complexity(path string, r Range) {
	for _, b := range []struct {
		name string
		at   *float64
	}{{".low", r.Low}, {".high", r.High}} {
		if b.at != nil && (math.IsNaN(*b.at) || math.IsInf(*b.at, 0)) {
			k.Invalid(path+b.name, "is not a finite number")
		}
	}
	if r.Low != nil && r.High != nil && *r.Low > *r.High {
		k.Invalid(path, "low %s is above high %s; no task matches", Decimal(*r.Low), Decimal(*r.High))
	}
}

// contradictions reports which requirements exclude each other: single ones that nothing satisfies,
// else the first contradicting pair of each, else all of them together.
func contradictions(path string, all []asked) []problem.Problem {
	demands := make([]demand, len(all))
	for i, a := range all {
		demands[i] = a.demand
	}
	if possible(demands) {
		return nil
	}
	var k Checker
	for i, a := range all {
		if !possible(demands[i : i+1]) {
			k.Invalid(a.path(path), "%s", a.alone())
		}
	}
	for i := 0; i < len(all) && len(k.Problems) == 0; i++ {
		for j := range i {
			if !possible([]demand{demands[j], demands[i]}) {
				k.Invalid(all[i].path(path), "contradicts %s: no task satisfies both, so the pattern would never apply", all[j].path(path))
				break
			}
		}
	}
	if len(k.Problems) == 0 {
		k.Invalid(path, "contradicts itself: no task satisfies all requirements, though any two are possible")
	}
	return k.Problems
}

// alone says why one requirement excludes every task.
func (a asked) alone() string {
	if a.Not {
		return "always holds, so the pattern would never apply"
	}
	return "can never hold, so the pattern would never apply"
}
