package effect

import (
	"context"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

// maxCandidates is how many names a reason proposes for one that is not understood.
const maxCandidates = 5

// StateName is how the name of a state was understood.
type StateName struct {
	Asked string
	factor.Identity

	// Known says that some episode, a statement or a declaration has the state; untried that
	// the variable is known and the state is not.
	Known, Untried bool
	// Reason says why it was not understood.
	Reason string
}

// Understood reports whether the name means one state.
func (n StateName) Understood() bool { return n.Known || n.Untried }

// StateNamed understands the name of a state: the key of a factor, its label, the state of
// a closed variable that records nothing, part of one label alone. A label of a known variable
// in a state that nothing has is understood too, and before any part of a label: nobody tried it.
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
	if variable, err := s.variableOf(ctx, project, name); err != nil || variable != "" {
		out.Identity, out.Untried = factor.Identity{Variable: variable, State: strings.TrimPrefix(name, variable+"=")}, true
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

// variableOf returns the known variable that a label "variable=state" begins with, the
// shortest; empty when there is none.
func (s *Service) variableOf(ctx context.Context, project, label string) (string, error) {
	var names []string
	for _, id := range layer.WithLabel(label)[1:] {
		if id.Variable != "" && id.State != "" {
			names = append(names, id.Variable)
		}
	}
	if len(names) == 0 {
		return "", nil
	}
	found, err := s.factors.ListVariables(ctx, project, text.Sorted(names))
	if err != nil {
		return "", fmt.Errorf("find the variable of %q: %w", label, err)
	}
	shortest := ""
	for _, v := range found {
		if shortest == "" || len(v.Name) < len(shortest) {
			shortest = v.Name
		}
	}
	return shortest, nil
}

// notUnderstood says why a name means no state.
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

// Naming understands the names of a question, one after the other, and keeps what was wrong.
type Naming struct {
	S       *Service
	Project string
	Rules   contribution.Rules
	// Reason says which name was not understood; the first of them.
	Reason string
}

// States understands names in their order; false when one of them is not understood.
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

// OneEach wants the states at a path to be of different variables, none of them taken.
func OneEach(path string, states []StateName, taken map[string]string) []problem.Problem {
	var out []problem.Problem
	for i, n := range states {
		at := fmt.Sprintf("%s[%d]", path, i)
		if by, twice := taken[n.Variable]; twice {
			out = append(out, problem.Invalid(at, "%q is a state of the variable of %s; a variable has one state at a time", n.Label(), by))
			continue
		}
		taken[n.Variable] = at
	}
	return out
}

// Identified are the states that names mean.
func Identified(names []StateName) []factor.Identity {
	out := make([]factor.Identity, len(names))
	for i, n := range names {
		out[i] = n.Identity
	}
	return out
}
