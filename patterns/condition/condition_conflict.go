package condition

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// demand requires that a condition has a truth value, or with Not that it does not have it.
type demand struct {
	Of  Condition
	is  Truth
	Not bool
}

// conflictSteps limits the search. A search that reaches the limit accepts the conditions, so a
// rejected set is certainly contradictory, but a contradiction among many alternatives may pass.
const conflictSteps = 2_000

// possible reports whether some situation may meet all demands; true if the search is too long.
func possible(demands []demand) bool {
	s := conflictSearch{steps: conflictSteps}
	return s.solve(demands, map[string][]demand{})
}

// conflictSearch tries the alternatives one by one. Fields are independent, so each field's demands
// are checked separately.
type conflictSearch struct{ steps int }

func (s *conflictSearch) solve(todo []demand, on map[string][]demand) bool {
	if s.steps--; s.steps < 0 || len(todo) == 0 {
		return true
	}
	d, rest := todo[0], todo[1:]
	switch {
	case d.Of.Not != nil:
		return s.solve(slices.Concat([]demand{{*d.Of.Not, opposite(d.is), d.Not}}, rest), on)
	case len(d.Of.All) > 0:
		return s.parts(d, d.Of.All, (d.is == True) != d.Not, rest, on)
	case len(d.Of.Any) > 0:
		return s.parts(d, d.Of.Any, (d.is == False) != d.Not, rest, on)
	}
	field := FoldField(d.Of.Field)
	next := maps.Clone(on)
	next[field] = slices.Concat(on[field], []demand{d})
	return fieldPossible(field, next[field]) && s.solve(rest, next)
}

// parts makes the same demand on every part, or on one of them.
func (s *conflictSearch) parts(d demand, of []Condition, every bool, rest []demand, on map[string][]demand) bool {
	all := make([]demand, len(of))
	for i, c := range of {
		all[i] = demand{c, d.is, d.Not}
	}
	if every {
		return s.solve(slices.Concat(all, rest), on)
	}
	return slices.ContainsFunc(all, func(one demand) bool { return s.solve(slices.Concat([]demand{one}, rest), on) })
}

// fieldPossible reports whether some values of a field may meet the demands on it. It does not look
// for numbers that contain a text and accepts such demands.
func fieldPossible(field string, demands []demand) bool {
	if met(fieldValues{}, demands) || witnessed(field, demands) {
		return true
	}
	rest := slices.DeleteFunc(slices.Clone(demands), func(d demand) bool { return d.Of.Operator == OperatorContains })
	figures := slices.ContainsFunc(rest, func(d demand) bool { return compared(d.Of.Operator) })
	return figures && len(rest) < len(demands) && witnessed(field, rest)
}

// witnessed looks for values that meet the demands. A field with several values may meet each
// existential demand by a different value, if no value violates a demand on all of them.
func witnessed(field string, demands []demand) bool {
	values := witnesses(demands)
	if field != FieldDomain && field != FieldCapability {
		return slices.ContainsFunc(values, func(v string) bool { return met(fieldValues{values: []string{v}}, demands) })
	}
	onAll := slices.DeleteFunc(slices.Clone(demands), demand.onSome)
	allowed := slices.DeleteFunc(values, func(v string) bool { return !met(fieldValues{values: []string{v}}, onAll) })
	return len(allowed) > 0 && met(fieldValues{values: allowed}, demands)
}

// onSome reports whether one of several values is enough to meet the demand.
func (d demand) onSome() bool {
	switch d.Of.Operator {
	case OperatorPresent, OperatorAbsent:
		return false
	case OperatorNotEquals:
		return (d.is == False) != d.Not
	default:
		return (d.is == True) != d.Not
	}
}

func met(r fieldValues, demands []demand) bool {
	return !slices.ContainsFunc(demands, func(d demand) bool {
		return (r.compare(d.Of.Operator, d.Of.Values) == d.is) == d.Not
	})
}

func compared(op Operator) bool { return op == OperatorAtLeast || op == OperatorAtMost }

// foreign is a private-use character that values are not expected to contain.
const foreign = "\uE000"

// witnesses returns values such that one of them meets the demands on a field with one value if any
// value does: the listed values, numbers at, next to and between the bounds, a text with everything
// that must be contained, and an unlisted one. Each has enough spellings that inequalities leave one.
func witnesses(demands []demand) []string {
	var named, contained []string
	var bounds []float64
	for _, d := range demands {
		for _, v := range d.Of.Values {
			bound, isNumber := parseNumber(v)
			switch {
			case compared(d.Of.Operator) && isNumber:
				bounds = append(bounds, bound)
			case d.Of.Operator == OperatorContains && d.is == True && !d.Not:
				contained = append(contained, FoldValue(v))
			default:
				named = append(named, FoldValue(v))
			}
		}
	}
	text := strings.Join(contained, foreign)
	for range len(named) + 1 {
		named = append(named, text)
		text += foreign
	}
	named = append(named, text)
	for _, n := range numbersAround(bounds) {
		spelled := Decimal(n)
		if !strings.Contains(spelled, ".") {
			named, spelled = append(named, spelled), spelled+".0"
		}
		for range len(demands) + 1 {
			named = append(named, spelled)
			spelled += "0"
		}
	}
	return slices.DeleteFunc(named, func(v string) bool { return v == "" })
}

// numbersAround returns the bounds, their neighbors and the midpoints between them.
func numbersAround(bounds []float64) []float64 {
	slices.Sort(bounds)
	var out []float64
	for i, b := range bounds {
		out = append(out, b, math.Nextafter(b, math.Inf(-1)), math.Nextafter(b, math.Inf(1)))
		if i > 0 {
			out = append(out, bounds[i-1]+(b-bounds[i-1])/2)
		}
	}
	return out
}
