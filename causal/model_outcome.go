package causal

import (
	"cmp"
	"context"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// What the parents of the outcome are chosen among.
const (
	// leastRecorded is how many episodes have to tell a variable.
	leastRecorded = 30
	// mostCandidates is how many variables are looked at, those told most often first.
	mostCandidates = 100
	// twinShare is the share of the episodes with a known outcome that has to tell a variable
	// which is to stand for it.
	twinShare = .9
)

// chooseParents finds what the outcome depends on beside what links say. Episodes hardly ever
// link anything to it, and it comes after everything else, so that any variable may be a parent
// of it. One that is the outcome under another name stands for all. Where that one just
// happened and no link says by what, its parents are chosen in its place.
func (b *modelBuild) chooseParents(ctx context.Context) error {
	candidates, err := b.candidates(ctx)
	if err != nil || len(candidates) == 0 {
		return err
	}
	s := b.sampleOf(append([]string{VariableOutcome}, candidates...))
	var twins []string
	var rest []int
	for i, name := range candidates {
		switch {
		case s.constant[i+1]:
		case twin(s.Columns[0], s.Columns[i+1]):
			twins = append(twins, name)
		default:
			rest = append(rest, i+1)
		}
	}
	if more, err := b.readLinks(ctx, twins); err != nil || more {
		b.truncated = b.truncated || more
		return err
	}
	at, column := VariableOutcome, 0
	if len(twins) > 0 {
		one := slices.MinFunc(twins, b.compareTwins)
		b.chosen[at] = []string{one}
		at, column = one, slices.Index(candidates, one)+1
	}
	if column == 0 || b.twinRank(at) == unexplained {
		for _, c := range estimation.SelectParents(s.Sample, column, rest) {
			b.chosen[at] = append(b.chosen[at], candidates[c-1])
		}
	}
	return b.climb(ctx, slices.Concat(b.chosen[VariableOutcome], b.chosen[at]))
}

// candidates are the variables that may be parents of the outcome, with what episodes tell of them.
func (b *modelBuild) candidates(ctx context.Context) ([]string, error) {
	if err := b.readEverything(ctx); err != nil {
		return nil, err
	}
	var all []Variable
	for _, v := range b.variables {
		known := v.Recorded
		if v.Closed {
			known = b.derivation.Episodes
		}
		if v.Name != VariableOutcome && v.Recorded > 0 && known >= leastRecorded {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b Variable) int {
		return cmp.Or(cmp.Compare(b.Recorded, a.Recorded), cmp.Compare(a.Name, b.Name))
	})
	var names []string
	for _, v := range all[:min(len(all), mostCandidates)] {
		names = append(names, v.Name)
	}
	return names, b.readColumns(ctx, append([]string{VariableOutcome}, names...))
}

// candidateSample is a sample of which is known which columns say nothing.
type candidateSample struct {
	estimation.Sample

	constant []bool
}

func (b *modelBuild) sampleOf(names []string) candidateSample {
	s := candidateSample{Sample: estimation.Sample{Rows: len(b.told.episodes)}}
	for _, name := range names {
		c := b.columnOf(name)
		s.Columns = append(s.Columns, c.Column)
		s.constant = append(s.constant, c.variable.constant)
	}
	return s
}

// twin reports whether two columns say the same one to one, nearly wherever the first says
// anything.
func twin(outcome, other estimation.Column) bool {
	there, back := make([]int16, outcome.States), make([]int16, other.States)
	for i := range there {
		there[i] = estimation.Unknown
	}
	for i := range back {
		back[i] = estimation.Unknown
	}
	known, both := 0, 0
	for row, a := range outcome.Of {
		if a == estimation.Unknown {
			continue
		}
		known++
		b := other.Of[row]
		if b == estimation.Unknown {
			continue
		}
		both++
		if there[a] == estimation.Unknown && back[b] == estimation.Unknown {
			there[a], back[b] = b, a
		}
		if there[a] != b || back[b] != a {
			return false
		}
	}
	pairs := 0
	for _, b := range there {
		if b != estimation.Unknown {
			pairs++
		}
	}
	return pairs > 1 && both >= leastRecorded && float64(both) >= twinShare*float64(known)
}

// The ranks of variables that are the outcome under another name, by how well is known what
// they depend on.
const (
	explained = iota
	// deciding is what was decided or known beforehand, which need not depend on anything.
	deciding
	unexplained
)

func (b *modelBuild) twinRank(name string) int {
	if slices.ContainsFunc(b.links[name], actsDirectly) {
		return explained
	}
	if kind := kindOf(b.factors[name]); kind == FactorDecision || kind == FactorContext {
		return deciding
	}
	return unexplained
}

func (b *modelBuild) compareTwins(x, y string) int {
	return cmp.Or(cmp.Compare(b.twinRank(x), b.twinRank(y)), cmp.Compare(x, y))
}
