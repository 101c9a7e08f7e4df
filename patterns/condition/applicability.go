package condition

import (
	"slices"

	"github.com/causeway-memory/causeway/internal/clone"
)

// Satisfied is what made a condition hold: the condition, and what the situation tells of its field.
type Satisfied struct {
	Condition Condition
	// Values are what the task or context tells of the field, folded; empty for a condition
	// that holds because something is not so.
	Values []string
}

// Assessment says how a pattern applies in a situation.
type Assessment struct {
	// Met are the conditions that hold, features among them, down to the comparisons.
	Met []Satisfied
	// Untold are anti-conditions of which the situation does not tell whether they hold. They
	// do not keep the pattern from applying; whoever applies it should look.
	Untold []Condition
	// Quality is the share of what the situation tells that the pattern asks for: 1 when it
	// speaks of every field, 0 when of none. It is nil when the situation tells nothing.
	Quality *float64
}

// Fit says whether a pattern applies: every feature and condition holds and no anti-condition
// does. What is not told holds neither way.
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

// Answers reports whether something that the situation tells fulfils something that is asked for;
// that a field is not told fulfils conditions too, and is no answer.
func (f Assessment) Answers() bool {
	return slices.ContainsFunc(f.Met, func(m Satisfied) bool { return len(m.Values) > 0 })
}

// met returns the comparisons by which a condition holds that does.
func (c Condition) met(s Situation) []Satisfied {
	switch {
	case c.Not != nil:
		return []Satisfied{{Condition: c}}
	case len(c.All) == 0 && len(c.Any) == 0:
		return []Satisfied{{c, s.telling(c)}}
	}
	var out []Satisfied
	for _, part := range slices.Concat(c.All, c.Any) {
		if part.Judge(s) == True {
			out = append(out, part.met(s)...)
		}
	}
	return out
}

// telling returns the values by which a comparison holds: of the words of a text only those that
// fulfil it.
func (s Situation) telling(c Condition) []string {
	r := s.read(c.Field)
	return slices.DeleteFunc(slices.Clone(r.values), func(v string) bool {
		return (reading{values: []string{v}}).compare(c.Operator, c.Values) != True
	})
}

// quality is the share of the fields that the situation tells of which the pattern asks for one.
// Words of a text tell of no field in particular and are not counted unless they are asked for.
func quality(asks []asked, s Situation) *float64 {
	speaks := map[string]bool{}
	for _, ask := range asks {
		ask.Of.eachField(func(field string) { speaks[FoldField(field)] = true })
	}
	told, both := 0, 0
	for field, r := range s.fields {
		switch {
		case speaks[field]:
			told, both = told+1, both+1
		case !r.open:
			told++
		}
	}
	if len(s.fields) == 0 {
		return nil
	}
	return new(float64(both) / float64(max(told, 1)))
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

func (a Applicability) Clone() Applicability {
	a.ProblemTypes = clone.Each(a.ProblemTypes, clone.Same)
	a.Features.Domain, a.Features.Capabilities = clone.Each(a.Features.Domain, clone.Same), clone.Each(a.Features.Capabilities, clone.Same)
	a.Features.Complexity = Range{clone.Pointed(a.Features.Complexity.Low, clone.Same), clone.Pointed(a.Features.Complexity.High, clone.Same)}
	a.Conditions, a.AntiConditions = clone.Each(a.Conditions, Condition.Clone), clone.Each(a.AntiConditions, Condition.Clone)
	return a
}

func (c Condition) Clone() Condition {
	c.Values = clone.Each(c.Values, clone.Same)
	c.All, c.Any, c.Not = clone.Each(c.All, Condition.Clone), clone.Each(c.Any, Condition.Clone), clone.Pointed(c.Not, Condition.Clone)
	return c
}

// Names says that the condition holds for the values that it names and no others.
func (c Condition) Names() bool { return c.Operator == OperatorEquals || c.Operator == OperatorIn }

// Range is a range of figures, both ends included; nil is open.
type Range struct{ Low, High *float64 }

// Features are what a task has to have for a pattern to apply; what is empty asks for nothing.
type Features struct {
	// Domain wants one of them, Capabilities all of them.
	Domain       []string
	Complexity   Range
	Capabilities []string
}

// Applicability says where a pattern applies (seed 002 §3.3).
type Applicability struct {
	// ProblemTypes wants one of them; empty fits any.
	ProblemTypes []string
	Features     Features
	// Conditions have all to hold of the context; none of AntiConditions may.
	Conditions     []Condition
	AntiConditions []Condition
}
