package curate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
)

// The limits of what is proposed to be declared closed.
const (
	// leastTold is the least number of episodes that tell an event, and that do not.
	leastTold = 10
	// everyRun is the share of the episodes that must tell one kind of event for runs to count as
	// watched: what such runs do not tell did not happen.
	everyRun = .9
	// mostTold is the most events that are looked at, mostProposed the most that are proposed at once.
	mostTold, mostProposed = 200, 20
)

// ToldOnly are the events that a project tells only when they occur. Whether they did not happen where
// nobody tells them is unknown until they are declared closed.
type ToldOnly struct {
	// Variables are their names, the most frequently told first, at most 20; Total is how many there are.
	Variables []string
	Total     int
	// Watched says that nearly every episode tells some other event, in two states or more: something
	// reports from every run, so that it is safe to declare them.
	Watched bool
}

// FindToldOnly finds the events of a project that are told only when they occur.
func (s *Service) FindToldOnly(ctx context.Context, project string) (ToldOnly, error) {
	d, err := s.factors.GetDerivation(ctx, project)
	if err != nil {
		return ToldOnly{}, fmt.Errorf("read the derivation of %s: %w", project, err)
	}
	all, err := s.factors.ListVariables(ctx, project, nil)
	if err != nil {
		return ToldOnly{}, fmt.Errorf("read the variables of %s: %w", project, err)
	}
	slices.SortFunc(all, func(a, b factor.Variable) int {
		return cmp.Or(cmp.Compare(b.Recorded, a.Recorded), cmp.Compare(a.Name, b.Name))
	})
	states, err := s.statesOf(ctx, project, all)
	if err != nil {
		return ToldOnly{}, err
	}
	var out ToldOnly
	for _, v := range all {
		told := states[v.Name]
		switch {
		case len(told) == 0 || told[0].Kind() != factor.KindEvent:
		case len(told) > 1 || v.Closed:
			out.Watched = out.Watched || Share(v.Recorded, d.Episodes) >= everyRun
		case v.Recorded >= leastTold && v.Recorded <= d.Episodes-leastTold:
			out.Variables = append(out.Variables, v.Name)
		}
	}
	out.Total = len(out.Variables)
	out.Variables = out.Variables[:min(out.Total, mostProposed)]
	return out, nil
}

// statesOf are the states of the most frequently told of the variables, by variable.
func (s *Service) statesOf(ctx context.Context, project string, all []factor.Variable) (map[string][]factor.Factor, error) {
	var names []string
	for _, v := range all[:min(len(all), mostTold)] {
		if v.Recorded >= leastTold {
			names = append(names, v.Name)
		}
	}
	found, err := s.factors.StatesOf(ctx, project, names)
	if err != nil {
		return nil, fmt.Errorf("read the states of %d variables: %w", len(names), err)
	}
	out := map[string][]factor.Factor{}
	for _, f := range found {
		if f.Frequency() > 0 {
			out[f.Variable] = append(out[f.Variable], f)
		}
	}
	return out, nil
}

// Advice says what to declare, and whether that is safe; ok is false when there is nothing.
func (t ToldOnly) Advice(project string) (words string, ok bool) {
	if t.Total == 0 {
		return "", false
	}
	why := "If runs tell them whenever they occur, declare them"
	if t.Watched {
		why = "Nearly every episode tells what happened in it, so what it does not tell did not happen: declare them"
	}
	return fmt.Sprintf("%d events are told only when they occur: effects that hang on them are not answered. %s: %s",
		t.Total, why, CloseCommand(project, t.Variables)), true
}
