package causal

import (
	"context"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// maxCandidates is how many names a reason proposes for one that is not understood.
const maxCandidates = 5

// stateName is how the name of a state was understood.
type stateName struct {
	asked string
	Identity

	// known says that some episode, a statement or a declaration has the state; untried that
	// the variable is known and the state is not.
	known, untried bool
	// reason says why it was not understood.
	reason string
}

// understood reports whether the name means one state.
func (n stateName) understood() bool { return n.known || n.untried }

// stateNamed understands the name of a state: the key of a factor, its label, the state of
// a closed variable that records nothing, part of one label alone. A label of a known variable
// in a state that nothing has is understood too, and before any part of a label: nobody tried it.
func (s *Service) stateNamed(ctx context.Context, project string, rules Rules, name string) (stateName, error) {
	out := stateName{asked: name}
	end, err := s.named(ctx, project, name)
	if err != nil {
		return out, err
	}
	if end.Total == 1 {
		out.Identity, out.known = end.Matches[0], true
		return out, nil
	}
	for _, c := range rules.Closed {
		absent := Identity{c.Variable, c.AbsentState}
		if c.AbsentState != "" && (absent.Label() == name || absent.Key() == name) {
			out.Identity, out.known = absent, true
			return out, nil
		}
	}
	if end.Total > 1 {
		out.reason = notUnderstood(end)
		return out, nil
	}
	if variable, err := s.variableOf(ctx, project, name); err != nil || variable != "" {
		out.Identity, out.untried = Identity{variable, strings.TrimPrefix(name, variable+"=")}, true
		return out, err
	}
	if end, err = s.labelled(ctx, project, name); err != nil {
		return out, err
	}
	if end.Total == 1 {
		out.Identity, out.known = end.Matches[0], true
		return out, nil
	}
	out.reason = notUnderstood(end)
	return out, nil
}

// variableOf returns the known variable that a label "variable=state" begins with, the
// shortest; empty when there is none.
func (s *Service) variableOf(ctx context.Context, project, label string) (string, error) {
	var names []string
	for _, id := range labelledSo(label)[1:] {
		if id.Variable != "" && id.State != "" {
			names = append(names, id.Variable)
		}
	}
	if len(names) == 0 {
		return "", nil
	}
	found, err := s.factors.ListVariables(ctx, project, sorted(names))
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
func notUnderstood(end FactorEnd) string {
	if end.Total == 0 {
		return fmt.Sprintf("No factor of the project is named %q.", shorten(end.Asked, 100))
	}
	labels := make([]string, 0, maxCandidates)
	for _, id := range end.Matches[:min(len(end.Matches), maxCandidates)] {
		labels = append(labels, quoted(id, 60)+" ("+id.Key()+")")
	}
	return fmt.Sprintf("%d factors are named like %q; name one of them, such as %s.",
		end.Total, shorten(end.Asked, 100), strings.Join(labels, ", "))
}

// naming understands the names of a question, one after the other, and keeps what was wrong.
type naming struct {
	s       *Service
	ctx     context.Context //nolint:containedctx // lives as long as one question
	project string
	rules   Rules
	// reason says which name was not understood; the first of them.
	reason string
}

// states understands names in their order; false when one of them is not understood.
func (n *naming) states(names []string) ([]stateName, bool, error) {
	out := make([]stateName, len(names))
	for i, name := range names {
		var err error
		if out[i], err = n.s.stateNamed(n.ctx, n.project, n.rules, name); err != nil {
			return nil, false, err
		}
		if !out[i].understood() {
			n.reason = out[i].reason
			return out, false, nil
		}
	}
	return out, true, nil
}

// oneEach wants the states at a path to be of different variables, none of them taken.
func oneEach(path string, states []stateName, taken map[string]string) []episodic.Problem {
	var out []episodic.Problem
	for i, n := range states {
		at := fmt.Sprintf("%s[%d]", path, i)
		if by, twice := taken[n.Variable]; twice {
			out = append(out, invalid(at, "%q is a state of the variable of %s; a variable has one state at a time", n.Label(), by))
			continue
		}
		taken[n.Variable] = at
	}
	return out
}

// identified are the states that names mean.
func identified(names []stateName) []Identity {
	out := make([]Identity, len(names))
	for i, n := range names {
		out[i] = n.Identity
	}
	return out
}
