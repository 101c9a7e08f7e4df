package model

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/text"
)

// What the parents of the outcome are chosen among.
const (
	// LeastRecorded is how many episodes have to tell a variable.
	LeastRecorded = 30
	// mostCandidates is how many variables are looked at, those that tell most on their own.
	mostCandidates = 100
	// maxRanked is among how many variables these are found, maxRankedCells how many cells of
	// them are read, those told most often first.
	maxRanked      = 1_000
	maxRankedCells = 4 << 20
	// twinShare is the share of the episodes with a known outcome that has to tell a variable
	// which is to stand for it.
	twinShare = .9
)

// chooseParents finds what the outcome depends on beside what links say. Episodes hardly ever
// link anything to it, and it comes after everything else, so that any variable may be a parent
// of it. One that is the outcome under another name stands for all. Where that one just
// happened and no link says by what, its parents are chosen in its place. That the counts do not
// choose an action is no evidence that it does nothing: where no link says what the parents are,
// it is one, beside what causes it.
func (b *modelBuild) chooseParents(ctx context.Context, actions []string) error {
	if b.among == nil {
		among, err := b.candidates(ctx)
		if err != nil {
			return err
		}
		b.among = among
	}
	b.looked, b.passed = len(b.among.names), b.among.passed
	candidates, twins := b.among.names, b.among.twins
	if more, err := b.readLinks(ctx, twins); err != nil || more {
		b.crowded = b.crowded || more
		return err
	}
	at := factor.VariableOutcome
	if len(twins) > 0 {
		at = slices.MinFunc(twins, b.compareTwins)
		b.chosen[factor.VariableOutcome] = []string{at}
		if b.twinRank(at) != unexplained {
			return b.climb(ctx, []string{at})
		}
	}
	rest := slices.DeleteFunc(slices.Clone(candidates), func(name string) bool { return slices.Contains(twins, name) })
	return b.choose(ctx, at, rest, actions)
}

// choose finds the parents of a variable among candidates.
func (b *modelBuild) choose(ctx context.Context, at string, candidates, actions []string) error {
	causes := b.causesOf(at)
	if err := b.selectParents(ctx, at, causes, candidates); err != nil || len(causes) > 0 {
		return err
	}
	var given []string
	for _, action := range actions {
		if action != at && action != factor.VariableOutcome && b.in[action] && !b.leads(action, at) {
			given = append(append(given, action), b.causesOf(action)...)
		}
	}
	if len(given) == 0 {
		return nil
	}
	given = slices.DeleteFunc(text.Sorted(given), func(name string) bool { return name == at || name == factor.VariableOutcome })
	return b.selectParents(ctx, at, given, candidates)
}

// selectParents makes parents of a variable of what is given, and of what of the candidates
// tells more beside it. What says nothing is left to itself.
func (b *modelBuild) selectParents(ctx context.Context, at string, given, candidates []string) error {
	if err := b.readVariables(ctx, given); err != nil {
		return err
	}
	if err := b.readColumns(ctx, given); err != nil {
		return err
	}
	key := fmt.Sprintf("%q given %q", at, given)
	out, known := b.selected[key]
	if !known {
		out = b.selectAmong(at, given, candidates)
		b.selected[key] = out
	}
	b.chosen[at] = out
	return b.climb(ctx, append([]string{at}, out...))
}

// selectAmong are what is given and what of the candidates tells more about a variable beside it.
func (b *modelBuild) selectAmong(at string, given, candidates []string) []string {
	names := slices.Concat([]string{at}, given, candidates)
	s := b.sampleOf(names)
	var columns, rest []int
	for i, name := range names {
		switch {
		case i == 0 || s.constant[i] || name == at:
		case i <= len(given):
			columns = append(columns, i)
		case !slices.Contains(given, name):
			rest = append(rest, i)
		}
	}
	out := slices.Clone(given)
	for _, c := range estimation.SelectParents(s.Sample, 0, rest, columns...) {
		if name := names[c]; !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// causesOf are the variables that links say a variable depends on.
func (b *modelBuild) causesOf(name string) []string {
	var out []string
	for _, l := range b.links[name] {
		if actsDirectly(l) && l.Source.Variable != name {
			out = append(out, l.Source.Variable)
		}
	}
	return text.Sorted(out)
}

// leads reports whether links and what was chosen lead from one variable to another.
func (b *modelBuild) leads(from, to string) bool {
	seen := map[string]bool{to: true}
	for next := []string{to}; len(next) > 0; next = next[1:] {
		if next[0] == from {
			return true
		}
		for _, name := range slices.Concat(b.causesOf(next[0]), b.chosen[next[0]]) {
			if !seen[name] {
				seen[name] = true
				next = append(next, name)
			}
		}
	}
	return false
}

// outcomeCandidates are variables that may be parents of the outcome.
type outcomeCandidates struct {
	names []string
	// twins are those of them that are the outcome under another name.
	twins []string
	// passed is how many others there are.
	passed int
}

// candidates are the variables that may be parents of the outcome, with what episodes tell of
// them: those that tell most of it on their own. Which are told most often says nothing of that.
func (b *modelBuild) candidates(ctx context.Context) (*outcomeCandidates, error) {
	if err := b.readEverything(ctx); err != nil {
		return nil, err
	}
	var all []factor.Variable
	there := 0
	for _, v := range b.variables {
		known := v.Recorded
		if v.Closed {
			known = b.derivation.Episodes
		}
		if v.Name == factor.VariableOutcome || v.Recorded == 0 {
			continue
		}
		if there++; known >= LeastRecorded {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b factor.Variable) int {
		return cmp.Or(cmp.Compare(b.Recorded, a.Recorded), cmp.Compare(a.Name, b.Name))
	})
	most := min(max(mostCandidates, maxRankedCells/max(b.derivation.Episodes, 1)), maxRanked, len(all))
	var names []string
	for _, v := range all[:most] {
		names = append(names, v.Name)
	}
	if err := b.readColumns(ctx, append([]string{factor.VariableOutcome}, names...)); err != nil {
		return nil, err
	}
	out := &outcomeCandidates{names: b.telling(names)}
	out.passed = there - len(out.names)
	s := b.sampleOf(append([]string{factor.VariableOutcome}, out.names...))
	for i, name := range out.names {
		if !s.constant[i+1] && twin(s.Columns[0], s.Columns[i+1]) {
			out.twins = append(out.twins, name)
		}
	}
	return out, nil
}

// telling are those of the names that tell most of the outcome on their own, if there are many.
func (b *modelBuild) telling(names []string) []string {
	if len(names) <= mostCandidates {
		return names
	}
	s := b.sampleOf(append([]string{factor.VariableOutcome}, names...))
	columns := make([]int, len(names))
	order := make([]int, len(names))
	for i := range names {
		columns[i], order[i] = i+1, i
	}
	gains := estimation.Gains(s.Sample, 0, columns)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gains[b], gains[a]) })
	out := make([]string, mostCandidates)
	for i := range out {
		out[i] = names[order[i]]
	}
	return out
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
		s.constant = append(s.constant, c.variable.Constant)
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
	return pairs > 1 && both >= LeastRecorded && float64(both) >= twinShare*float64(known)
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
	if kind := kindOf(b.factors[name]); kind == factor.KindDecision || kind == factor.KindContext {
		return deciding
	}
	return unexplained
}

func (b *modelBuild) compareTwins(x, y string) int {
	return cmp.Or(cmp.Compare(b.twinRank(x), b.twinRank(y)), cmp.Compare(x, y))
}
