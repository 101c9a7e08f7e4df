package naming

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

// maxCandidates is the most names that a reason proposes.
const maxCandidates = 5

// StateName is a name of a state and what it resolves to.
type StateName struct {
	Asked string
	factor.Identity

	// Known says that an episode, a statement or a declaration has the state. Untried says that only
	// the variable is known.
	Known, Untried bool
	// Reason says why the name did not resolve.
	Reason string
}

// Understood reports whether the name resolved to one state.
func (n StateName) Understood() bool { return n.Known || n.Untried }

// StateNamed resolves the name of a state: the key of a factor, its label, the absent state of a
// closed variable, or part of exactly one label. Before parts of labels, it accepts a label of a
// known variable with a state that nothing has; such a state is untried.
func (s *Service) StateNamed(ctx context.Context, project string, rules contribution.Rules, name string) (StateName, error) {
	out := StateName{Asked: name}
	end, err := s.layer.Named(ctx, project, name)
	if err != nil {
		return out, err
	}
	if end.Total == 1 {
		out.Identity, out.Known = end.Matches[0], true
		return out, nil
	}
	for _, c := range rules.Closed {
		absent := factor.Identity{Variable: c.Variable, State: c.AbsentState}
		if c.AbsentState != "" && (absent.Label() == name || absent.Key() == name) {
			out.Identity, out.Known = absent, true
			return out, nil
		}
	}
	if end.Total > 1 {
		out.Reason = notUnderstood(end)
		return out, nil
	}
	if state, err := s.untried(ctx, project, name); err != nil || state.Variable != "" {
		out.Identity, out.Untried = state, true
		return out, err
	}
	if end, err = s.layer.LabelContaining(ctx, project, name); err != nil {
		return out, err
	}
	if end.Total == 1 {
		out.Identity, out.Known = end.Matches[0], true
		return out, nil
	}
	out.Reason = notUnderstood(end)
	return out, nil
}

// untried returns the state that a label "variable=state" is of the shortest known variable that it
// begins with, as it is written or masked; zero when there is none.
func (s *Service) untried(ctx context.Context, project, label string) (factor.Identity, error) {
	states := map[string]string{}
	for _, id := range layer.WithLabel(label)[1:] {
		if id.Variable != "" && id.State != "" {
			states[layer.AsRecorded(id.Variable)] = id.State
		}
	}
	for _, id := range layer.WithLabel(label)[1:] {
		if id.Variable != "" && id.State != "" {
			states[id.Variable] = id.State
		}
	}
	if len(states) == 0 {
		return factor.Identity{}, nil
	}
	found, err := s.factors.ListVariables(ctx, project, slices.Sorted(maps.Keys(states)))
	if err != nil {
		return factor.Identity{}, fmt.Errorf("find the variable of %q: %w", label, err)
	}
	var shortest factor.Identity
	for _, v := range found {
		if state, asked := states[v.Name]; asked && (shortest.Variable == "" || len(v.Name) < len(shortest.Variable)) {
			shortest = factor.Identity{Variable: v.Name, State: state}
		}
	}
	return shortest, nil
}

// notUnderstood says why a name resolves to no state.
func notUnderstood(end layer.End) string {
	if end.Total == 0 {
		return fmt.Sprintf("No factor of the project is named %q.", text.Shorten(end.Asked, 100))
	}
	labels := make([]string, 0, maxCandidates)
	for _, id := range end.Matches[:min(len(end.Matches), maxCandidates)] {
		labels = append(labels, factor.Quoted(id, 60)+" ("+id.Key()+")")
	}
	return fmt.Sprintf("%d factors are named like %q; name one of them, such as %s.",
		end.Total, text.Shorten(end.Asked, 100), strings.Join(labels, ", "))
}

// Naming resolves the names of a question, and keeps the reason of the first failure.
type Naming struct {
	S       *Service
	Project string
	Rules   contribution.Rules
	// Reason says why the first failing name did not resolve.
	Reason string
}

// States resolves names in their order. It returns false when one does not resolve.
func (n *Naming) States(ctx context.Context, names []string) ([]StateName, bool, error) {
	out := make([]StateName, len(names))
	for i, name := range names {
		var err error
		if out[i], err = n.S.StateNamed(ctx, n.Project, n.Rules, name); err != nil {
			return nil, false, err
		}
		if !out[i].Understood() {
			n.Reason = out[i].Reason
			return out, false, nil
		}
	}
	return out, true, nil
}

// OneEach returns a problem for each state at a path whose variable is taken already.
func OneEach(path string, states []StateName, taken map[string]string) []problem.Problem {
	var c problem.Checker
	for i, n := range states {
		at := fmt.Sprintf("%s[%d]", path, i)
		if by, repeated := taken[n.Variable]; repeated {
			c.Invalid(at, "%q is a state of the variable of %s; a variable has one state at a time", n.Label(), by)
			continue
		}
		taken[n.Variable] = at
	}
	return c.Problems
}

// Identified are the states that names resolved to.
func Identified(names []StateName) []factor.Identity {
	out := make([]factor.Identity, len(names))
	for i, n := range names {
		out[i] = n.Identity
	}
	return out
}
