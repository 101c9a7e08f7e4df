package condition

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// demand is that a condition comes to a truth, or with not that it does not.
type demand struct {
	Of  Condition
	is  Truth
	Not bool
}

// conflictSteps is how much is tried before conditions are taken for possible: what is refused as
// contradictory is so for sure, and what is made of many alternatives may be let through.
const conflictSteps = 2_000

// possible says whether some situation meets all demands, or that it would take too long to say.
func possible(demands []demand) bool {
	s := conflictSearch{steps: conflictSteps}
	return s.solve(demands, map[string][]demand{})
}

// conflictSearch tries the alternatives one after the other. Fields do not depend on each other,
// so that it is enough to look at the demands on each.
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

// parts demands the same of every part, or of one of them.
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

// fieldPossible says whether some reading of a field meets the demands on it. Figures that have
// to contain a text are not looked for: such demands are taken for possible.
func fieldPossible(field string, demands []demand) bool {
	if met(reading{}, demands) || witnessed(field, demands) {
		return true
	}
	rest := slices.DeleteFunc(slices.Clone(demands), func(d demand) bool { return d.Of.Operator == OperatorContains })
	figures := slices.ContainsFunc(rest, func(d demand) bool { return compared(d.Of.Operator) })
	return figures && len(rest) < len(demands) && witnessed(field, rest)
}

// witnessed looks for values that meet the demands. A field of several values may meet each demand
// that some value is so by another one, as long as none breaks a demand on all of them.
func witnessed(field string, demands []demand) bool {
	values := witnesses(demands)
	if field != FieldDomain && field != FieldCapability {
		return slices.ContainsFunc(values, func(v string) bool { return met(reading{values: []string{v}}, demands) })
	}
	onAll := slices.DeleteFunc(slices.Clone(demands), demand.onSome)
	allowed := slices.DeleteFunc(values, func(v string) bool { return !met(reading{values: []string{v}}, onAll) })
	return len(allowed) > 0 && met(reading{values: allowed}, demands)
}

// onSome says that one of several values is enough to meet the demand.
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

func met(r reading, demands []demand) bool {
	return !slices.ContainsFunc(demands, func(d demand) bool {
		return (r.compare(d.Of.Operator, d.Of.Values) == d.is) == d.Not
	})
}

func compared(op Operator) bool { return op == OperatorAtLeast || op == OperatorAtMost }

// foreign is a character that no value is expected to hold.
const foreign = "\uE000"

// witnesses returns values one of which meets the demands on a field of one value if any does: those
// that are named, figures at, beside and between the bounds, a text of everything that has to be
// contained, and one that nothing is said of. Each is spelled in so many ways that inequalities
// leave one.
func witnesses(demands []demand) []string {
	var named, contained []string
	var bounds []float64
	for _, d := range demands {
		for _, v := range d.Of.Values {
			bound, isFigure := figure(v)
			switch {
			case compared(d.Of.Operator) && isFigure:
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
	for _, n := range figuresAround(bounds) {
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

// figuresAround returns the bounds, what is next to them and what is between them.
func figuresAround(bounds []float64) []float64 {
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
