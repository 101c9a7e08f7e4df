package patterns

import "slices"

// Met is what made a condition hold: the condition, and what the situation tells of its field.
type Met struct {
	Condition Condition
	// Values are what the task or context tells of the field, folded; empty for a condition
	// that holds because something is not so.
	Values []string
}

// Fit says how a pattern applies in a situation.
type Fit struct {
	// Met are the conditions that hold, features among them, down to the comparisons.
	Met []Met
	// Untold are anti-conditions of which the situation does not tell whether they hold. They
	// do not keep the pattern from applying; whoever applies it should look.
	Untold []Condition
	// Quality is the share of what the situation tells that the pattern asks for: 1 when it
	// speaks of every field, 0 when of none. It is nil when the situation tells nothing.
	Quality *float64
}

// Fit says whether a pattern applies: every feature and condition holds and no anti-condition
// does. What is not told holds neither way.
func (a Applicability) Fit(s Situation) (fit Fit, applies bool) {
	asks := a.asks()
	for _, ask := range asks {
		judged := ask.of.Judge(s)
		switch {
		case !ask.not && judged != True, ask.not && judged == True:
			return Fit{}, false
		case !ask.not:
			fit.Met = append(fit.Met, ask.of.met(s)...)
		case judged == Untold:
			fit.Untold = append(fit.Untold, ask.of)
		}
	}
	fit.Quality = quality(asks, s)
	return fit, true
}

// answers reports whether something that the situation tells fulfils something that is asked for;
// that a field is not told fulfils conditions too, and is no answer.
func (f Fit) answers() bool {
	return slices.ContainsFunc(f.Met, func(m Met) bool { return len(m.Values) > 0 })
}

// met returns the comparisons by which a condition holds that does.
func (c Condition) met(s Situation) []Met {
	switch {
	case c.Not != nil:
		return []Met{{Condition: c}}
	case len(c.All) == 0 && len(c.Any) == 0:
		return []Met{{c, s.telling(c)}}
	}
	var out []Met
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
		ask.of.eachField(func(field string) { speaks[foldField(field)] = true })
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
