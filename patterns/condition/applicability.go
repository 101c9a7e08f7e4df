package condition

import (
	"slices"

	"github.com/causeway-memory/causeway/internal/clone"
)

// Satisfied is a condition that holds, with the values that satisfy it.
type Satisfied struct {
	Condition Condition
	// Values are the folded values of the field in the task or context; empty for a condition that
	// holds because of an absence.
	Values []string
}

// Assessment says how a pattern applies in a situation.
type Assessment struct {
	// Met are the satisfied conditions and features, down to the comparisons.
	Met []Satisfied
	// Untold are anti-conditions that the situation leaves unknown. The pattern applies anyway;
	// check them before applying it.
	Untold []Condition
	// Quality is the share of the situation's fields that the pattern asks about, from 0 to 1. It
	// is nil if the situation has no fields.
	Quality *float64
}

// Fit decides whether a pattern applies: every feature and condition holds, and no anti-condition
// holds. An unknown one does not hold.
func (a Applicability) Fit(s Situation) (fit Assessment, applies bool) {
	asks := a.Asks()
	for _, ask := range asks {
		judged := ask.Of.Judge(s)
		switch {
		case !ask.Not && judged != True, ask.Not && judged == True:
			return Assessment{}, false
		case !ask.Not:
			fit.Met = append(fit.Met, ask.Of.met(s)...)
		case judged == Unknown:
			fit.Untold = append(fit.Untold, ask.Of)
		}
	}
	fit.Quality = quality(asks, s)
	return fit, true
}

// Answers reports whether a value of the situation satisfies a condition. Conditions that hold
// because a field is absent do not count.
func (f Assessment) Answers() bool {
	return slices.ContainsFunc(f.Met, func(m Satisfied) bool { return len(m.Values) > 0 })
}

// met returns the comparisons that make a condition hold; the condition holds.
func (c Condition) met(s Situation) []Satisfied {
	switch {
	case c.Not != nil:
		return []Satisfied{{Condition: c}}
	case len(c.All) == 0 && len(c.Any) == 0:
		return []Satisfied{{c, s.satisfying(c)}}
	}
	var out []Satisfied
	for _, part := range slices.Concat(c.All, c.Any) {
		if part.Judge(s) == True {
			out = append(out, part.met(s)...)
		}
	}
	return out
}

// satisfying returns the values that satisfy a comparison.
func (s Situation) satisfying(c Condition) []string {
	r := s.read(c.Field)
	return slices.DeleteFunc(slices.Clone(r.values), func(v string) bool {
		return (fieldValues{values: []string{v}}).compare(c.Operator, c.Values) != True
	})
}

// quality returns the share of the situation's fields that the pattern asks about. Words of a text
// belong to no particular field and count only where the pattern asks about the field.
func quality(asks []asked, s Situation) *float64 {
	wanted := map[string]bool{}
	for _, ask := range asks {
		ask.Of.eachField(func(field string) { wanted[FoldField(field)] = true })
	}
	known, both := 0, 0
	for field, r := range s.fields {
		switch {
		case wanted[field]:
			known, both = known+1, both+1
		case !r.open:
			known++
		}
	}
	if len(s.fields) == 0 {
		return nil
	}
	return new(float64(both) / float64(max(known, 1)))
}

// eachField calls yield for the field of every comparison.
func (c Condition) eachField(yield func(field string)) {
	switch {
	case c.Not != nil:
		c.Not.eachField(yield)
	case len(c.All) > 0 || len(c.Any) > 0:
		for _, part := range slices.Concat(c.All, c.Any) {
			part.eachField(yield)
		}
	default:
		yield(c.Field)
	}
}

// Clone returns a deep copy.
func (a Applicability) Clone() Applicability {
	a.ProblemTypes = clone.Slice(a.ProblemTypes, clone.Value)
	a.Features.Domain, a.Features.Capabilities = clone.Slice(a.Features.Domain, clone.Value), clone.Slice(a.Features.Capabilities, clone.Value)
	a.Features.Complexity = Range{clone.Pointer(a.Features.Complexity.Low, clone.Value), clone.Pointer(a.Features.Complexity.High, clone.Value)}
	a.Conditions, a.AntiConditions = clone.Slice(a.Conditions, Condition.Clone), clone.Slice(a.AntiConditions, Condition.Clone)
	return a
}

// Clone returns a deep copy.
func (c Condition) Clone() Condition {
	c.Values = clone.Slice(c.Values, clone.Value)
	c.All, c.Any, c.Not = clone.Slice(c.All, Condition.Clone), clone.Slice(c.Any, Condition.Clone), clone.Pointer(c.Not, Condition.Clone)
	return c
}

// Names reports whether the condition holds for exactly the values that it lists.
func (c Condition) Names() bool { return c.Operator == OperatorEquals || c.Operator == OperatorIn }

// Range is a range of numbers with both ends included; nil means unbounded.
type Range struct{ Low, High *float64 }

// Features are what a task must have for a pattern to apply; empty fields require nothing.
type Features struct {
	// Domain requires one of its values, Capabilities all of them.
	Domain       []string
	Complexity   Range
	Capabilities []string
}

// Applicability says where a pattern applies (seed 002 §3.3).
type Applicability struct {
	// ProblemTypes requires one of its values; empty allows any.
	ProblemTypes []string
	Features     Features
	// Conditions must all hold in the context, and none of AntiConditions may.
	Conditions     []Condition
	AntiConditions []Condition
}
