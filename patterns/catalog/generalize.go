package catalog

import (
	"cmp"
	"slices"

	"github.com/causeway-memory/causeway/patterns/condition"
)

// Generalize returns the union of where the patterns apply, as far as one applicability can express it:
// it has all their types and domains, the conditions common to all of them, and the exclusions common
// to all of them.
func Generalize(all []condition.Applicability) condition.Applicability {
	if len(all) == 0 {
		return condition.Applicability{}
	}
	out := all[0]
	for _, a := range all[1:] {
		out = condition.Applicability{
			ProblemTypes: either(out.ProblemTypes, a.ProblemTypes),
			Features: condition.Features{
				Domain:       either(out.Features.Domain, a.Features.Domain),
				Complexity:   hull(out.Features.Complexity, a.Features.Complexity),
				Capabilities: both(out.Features.Capabilities, a.Features.Capabilities, condition.FoldValue),
			},
			Conditions:     widened(out.Conditions, a.Conditions),
			AntiConditions: both(out.AntiConditions, a.AntiConditions, condition.Condition.Same),
		}
	}
	return out
}

// either unites two lists of which one element must fit; an empty list fits anything.
func either(a, b []string) []string {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	out := slices.Clone(a)
	for _, v := range b {
		if !slices.ContainsFunc(out, func(o string) bool { return condition.FoldValue(o) == condition.FoldValue(v) }) {
			out = append(out, v)
		}
	}
	return out
}

// both returns the elements of a that are also in b.
func both[T any](a, b []T, same func(T) string) []T {
	var out []T
	for _, v := range a {
		if slices.ContainsFunc(b, func(o T) bool { return same(o) == same(v) }) {
			out = append(out, v)
		}
	}
	return out
}

// widened returns the conditions common to both lists. Where both ask for values of the same field, any
// of the values will do.
func widened(a, b []condition.Condition) []condition.Condition {
	var out []condition.Condition
	for _, c := range a {
		same := slices.IndexFunc(b, func(o condition.Condition) bool { return o.Same() == c.Same() })
		other := slices.IndexFunc(b, func(o condition.Condition) bool {
			return c.Names() && o.Names() && condition.FoldField(o.Field) == condition.FoldField(c.Field)
		})
		switch {
		case same >= 0:
			out = append(out, c)
		case other >= 0:
			if values := either(c.Values, b[other].Values); len(values) <= condition.MaxValues {
				out = append(out, condition.Condition{Field: c.Field, Operator: condition.OperatorIn, Values: values})
			}
		}
	}
	return out
}

// hull returns the smallest range that contains both.
func hull(a, b condition.Range) condition.Range {
	edge := func(a, b *float64, sign int) *float64 {
		if a == nil || b == nil {
			return nil
		}
		if cmp.Compare(*a, *b)*sign < 0 {
			return b
		}
		return a
	}
	return condition.Range{Low: edge(a.Low, b.Low, -1), High: edge(a.High, b.High, 1)}
}
