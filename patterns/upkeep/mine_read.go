package upkeep

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/mining"
)

// The limits of what mining reads.
const (
	// maxInputFactors is the most factors that candidates are made of; the most frequent are taken.
	maxInputFactors = 2_000
	// maxInputStates is the most states read of their variables and causes.
	maxInputStates = 50_000
	// maxInputLinks is the most links read into the variables of those factors.
	maxInputLinks = 100_000
)

// miningInput is the numbered input of the miner with the names behind the numbers.
type miningInput struct {
	derivation layer.Derivation
	in         mining.Input
	// variables are by number, states by variable and number.
	variables []string
	states    [][]factor.Identity
	// episodes is the number of episodes read.
	episodes int
	// reason says why nothing can be mined; empty when mining can run.
	reason string
}

// inputReader reads the input of mining.
type inputReader struct {
	*Service

	project string
	options MineOptions
	out     *miningInput
	// factors are the states of the variables, in the order of their rows; frequent are those that
	// enough episodes have.
	factors  []factor.Factor
	frequent map[factor.Identity]bool
	causes   map[string][]string
	// place gives the variable and state of a factor by its index in factors.
	place []mining.Item
	rows  []inputRow
}

// inputRow is an episode with a known outcome.
type inputRow struct {
	id       string
	success  bool
	hasError bool
	told     []mining.Told
}

// readInput reads the candidates' factors and what every episode records of them.
func (s *Service) readInput(ctx context.Context, project string, o MineOptions) (*miningInput, error) {
	g := &inputReader{Service: s, project: project, options: o, out: &miningInput{}}
	d, err := s.factors.GetDerivation(ctx, project)
	if err != nil {
		return nil, err
	}
	g.out.derivation = d
	names, err := g.readFrequent(ctx, mining.Options{Support: o.Support, Least: o.Least}.LeastOf(d.Episodes))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		g.out.reason = "Nothing occurs in enough episodes."
		return g.out, nil
	}
	if names, err = g.readCauses(ctx, names); err != nil || g.out.reason != "" {
		return g.out, err
	}
	if err := g.readStates(ctx, names); err != nil || g.out.reason != "" {
		return g.out, err
	}
	now, err := g.readEpisodes(ctx)
	if err != nil {
		return nil, err
	}
	if now.Graph != d.Graph || now.Origin != d.Origin {
		return nil, errMoved
	}
	g.finish()
	return g.out, nil
}

// readFrequent reads the factors that enough episodes have, and returns their variables.
func (g *inputReader) readFrequent(ctx context.Context, least int) ([]string, error) {
	found, err := episodic.AllItems(episodic.MaxPage, func(page episodic.Page) ([]factor.Factor, error) {
		return g.Service.factors.ListFactors(ctx, layer.FactorQuery{Project: g.project, Filter: layer.FactorFilter{Least: least}, Page: page})
	}, factor.Factor.Key)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b factor.Factor) int {
		return cmp.Or(cmp.Compare(b.Frequency(), a.Frequency()), cmp.Compare(a.Key(), b.Key()))
	})
	found = found[:min(len(found), maxInputFactors)]
	g.frequent = map[factor.Identity]bool{}
	var names []string
	for _, f := range found {
		if f.Variable != factor.VariableOutcome {
			g.frequent[f.Identity] = true
			names = append(names, f.Variable)
		}
	}
	return text.Sorted(names), nil
}

// readCauses reads the recorded causes of the variables, and returns the variables and their causes.
func (g *inputReader) readCauses(ctx context.Context, names []string) ([]string, error) {
	links, more, err := g.Service.factors.LinksInto(ctx, g.project, names, maxInputLinks)
	if err != nil {
		return nil, err
	}
	if more {
		g.out.reason = fmt.Sprintf("More than %d links lead to what is done, too many to know what decides about it.", maxInputLinks)
		return nil, nil
	}
	causes := map[string][]string{}
	all := slices.Clone(names)
	for _, l := range links {
		// The outcome comes last and causes nothing.
		if l.Relation != episodic.RelationCorrelates && l.Source.Variable != factor.VariableOutcome {
			causes[l.Target.Variable] = append(causes[l.Target.Variable], l.Source.Variable)
			all = append(all, l.Source.Variable)
		}
	}
	g.causes = causes
	return text.Sorted(all), nil
}

// readStates reads the states of the variables, and numbers variables and states.
func (g *inputReader) readStates(ctx context.Context, names []string) error {
	found, err := g.Service.factors.StatesOf(ctx, g.project, names)
	if err != nil {
		return err
	}
	if len(found) > maxInputStates {
		g.out.reason = fmt.Sprintf("What is done and what decides about it has %d states; at most %d are read.", len(found), maxInputStates)
		return nil
	}
	declared, err := g.Service.factors.ListVariables(ctx, g.project, names)
	if err != nil {
		return err
	}
	absent := map[string]*string{}
	for _, v := range declared {
		if v.Closed {
			absent[v.Name] = &v.AbsentState
		}
	}
	slices.SortFunc(found, func(a, b factor.Factor) int {
		return cmp.Or(cmp.Compare(a.Variable, b.Variable), cmp.Compare(a.State, b.State))
	})
	g.factors = found
	g.number(names, absent)
	return nil
}

// number numbers the variables and their states. absent holds, for closed variables, the state of
// episodes that record none.
func (g *inputReader) number(names []string, absent map[string]*string) {
	texts := numbering{}
	number := map[string]int{}
	for v, name := range names {
		number[name] = v
		g.out.variables = append(g.out.variables, name)
		g.out.states = append(g.out.states, nil)
		g.out.in.Variables = append(g.out.in.Variables, mining.Variable{Absent: -1, Text: texts.of(plainText(name))})
	}
	for _, f := range g.factors {
		v := number[f.Variable]
		g.place = append(g.place, mining.Item{Variable: v, State: len(g.out.states[v])})
		g.out.states[v] = append(g.out.states[v], f.Identity)
		g.out.in.Variables[v].States = append(g.out.in.Variables[v].States, g.role(f, texts))
	}
	for v, name := range names {
		state, closed := absent[name]
		if !closed {
			continue
		}
		id := factor.Identity{Variable: name, State: *state}
		at := slices.Index(g.out.states[v], id)
		if at < 0 {
			at = len(g.out.states[v])
			g.out.states[v] = append(g.out.states[v], id)
			g.out.in.Variables[v].States = append(g.out.in.Variables[v].States, mining.State{Text: texts.of(plainText(id.Label()))})
		}
		g.out.in.Variables[v].Absent = at
		// A state without a name cannot be written as a trigger.
		g.out.in.Variables[v].States[at].Trigger = *state != ""
	}
	g.out.in.Causes = make([][]int, len(names))
	for target, sources := range g.causes {
		v := number[target]
		for _, source := range text.Sorted(sources) {
			g.out.in.Causes[v] = append(g.out.in.Causes[v], number[source])
		}
	}
}

// role says what a factor may be in a candidate.
func (g *inputReader) role(f factor.Factor, texts numbering) mining.State {
	out := mining.State{Text: texts.of(plainText(f.Label()))}
	if !g.frequent[f.Identity] {
		return out
	}
	if f.Kinds.Context > 0 { // known beforehand, so not an action
		out.Trigger = true
		return out
	}
	switch f.Kind() {
	case factor.KindDecision:
		out.Action, out.Trigger, out.Step = true, true, true
	case factor.KindEvent:
		out.After, out.Action, out.Trigger, out.Step = true, g.options.Events, true, true
	}
	return out
}

// readEpisodes reads the states of every episode.
func (g *inputReader) readEpisodes(ctx context.Context) (layer.Derivation, error) {
	keys := make([]string, len(g.factors))
	for i, f := range g.factors {
		keys[i] = f.Key()
	}
	return g.store.ScanEpisodes(ctx, g.project, keys, func(e patterns.EpisodeStates) error {
		g.out.episodes++
		verdict := g.options.Rule.Verdict(e.Outcome, e.Errors, "")
		if verdict == patterns.VerdictUnknown {
			return nil
		}
		row := inputRow{id: e.Episode, success: verdict == patterns.VerdictSupports, hasError: e.Errors, told: make([]mining.Told, len(e.States))}
		for i, t := range e.States {
			at := g.place[t.Factor]
			row.told[i] = mining.Told{Variable: at.Variable, State: at.State}
			if t.Order != nil {
				row.told[i].Order, row.told[i].Timed, row.told[i].Beforehand = *t.Order, true, *t.Order == contribution.OrderFirst
			}
		}
		slices.SortFunc(row.told, func(a, b mining.Told) int { return cmp.Or(a.Variable-b.Variable, a.State-b.State) })
		g.rows = append(g.rows, row)
		return nil
	})
}

// finish sorts the rows and marks the states that are errors.
func (g *inputReader) finish() {
	slices.SortFunc(g.rows, func(a, b inputRow) int { return strings.Compare(a.id, b.id) })
	for _, row := range g.rows {
		g.out.in.Rows = append(g.out.in.Rows, mining.Row{Success: row.success, Told: row.told})
	}
	for item := range g.errorSignals() {
		state := &g.out.in.Variables[item.Variable].States[item.State]
		state.Error, state.After = true, false
	}
}

// errorSignals returns the events that are errors, as far as the factors show: those named as errors,
// and those that no episode without an error has and that come first among such events in enough
// episodes. An event that only follows errors never comes first.
func (g *inputReader) errorSignals() map[mining.Item]bool {
	out, always := map[mining.Item]bool{}, map[mining.Item]bool{}
	for i, f := range g.factors {
		if f.Kind() == factor.KindEvent && g.frequent[f.Identity] {
			always[g.place[i]] = true
			if namesError(f.Variable) {
				out[g.place[i]] = true
			}
		}
	}
	calm := 0
	for _, row := range g.rows {
		if row.hasError {
			continue
		}
		calm++
		for _, t := range row.told {
			delete(always, mining.Item{Variable: t.Variable, State: t.State})
		}
	}
	first := map[mining.Item]int{}
	for _, row := range g.rows {
		if item, ok := firstOf(row.told, always); ok && calm > 0 {
			first[item]++
		}
	}
	for item, n := range first {
		if n >= g.options.Least {
			out[item] = true
		}
	}
	return out
}

// firstOf returns the first of some states in a row; ok is false when it is unknown or a tie.
func firstOf(told []mining.Told, among map[mining.Item]bool) (first mining.Item, ok bool) {
	var least int64
	tie, seen := false, false
	for _, t := range told {
		item := mining.Item{Variable: t.Variable, State: t.State}
		switch {
		case !among[item]:
		case !t.Timed:
			return mining.Item{}, false
		case !seen || t.Order < least:
			first, least, seen, tie = item, t.Order, true, false
		case t.Order == least:
			tie = true
		}
	}
	return first, seen && !tie
}

// namesError reports whether a variable is named like an event of type error.
func namesError(variable string) bool {
	kind, _, _ := strings.Cut(variable, ":")
	return kind == string(episodic.EventError)
}

// numbering gives equal texts equal numbers.
type numbering map[string]int

func (n numbering) of(text string) int {
	if _, known := n[text]; !known {
		n[text] = len(n)
	}
	return n[text]
}

// plainText normalizes a label for comparison: without the kind of an occurrence before a colon, in
// folded case, with single spaces for everything but letters and digits.
func plainText(label string) string {
	if kind, rest, found := strings.Cut(label, ": "); found && slices.Contains(kinds(), kind) {
		label = rest
	}
	words := strings.FieldsFunc(episodic.FoldCase(label), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 {
		return label
	}
	return strings.Join(words, " ")
}

// kinds returns the prefixes of factors that have only a text.
func kinds() []string {
	var out []string
	for _, t := range episodic.EventTypes() {
		out = append(out, string(t))
	}
	for _, t := range episodic.DecisionTypes() {
		out = append(out, string(t))
	}
	return out
}
