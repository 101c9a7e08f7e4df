package main

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
)

// asking asks about the variable of a network that most others lead to.
type asking struct {
	project   string
	network   *corpus.Network
	variables int
	// target is that variable, decision the last decided one that leads to it.
	target, decision int
}

func newAsking(project string, network *corpus.Network, variables int) asking {
	a := asking{project: project, network: network, variables: variables}
	most := 0
	for i := range variables {
		up := ancestors(network, i)
		decided := -1
		for j := range up {
			if network.Decided(j) {
				decided = max(decided, j)
			}
		}
		if decided >= 0 && len(up) > most {
			most, a.target, a.decision = len(up), i, decided
		}
	}
	return a
}

// ancestors are the variables that lead to one.
func ancestors(network *corpus.Network, of int) map[int]bool {
	out := map[int]bool{}
	next := network.Parents(of)
	for len(next) > 0 {
		at := next[0]
		if next = next[1:]; !out[at] {
			out[at] = true
			next = append(next, network.Parents(at)...)
		}
	}
	return out
}

// state is that of a variable in an episode, other the other one.
func (a asking) state(episode, variable int) (state, other string) {
	if a.network.Values(episode)[variable] {
		return "yes", "no"
	}
	return "no", "yes"
}

// whatIf asks what the other option would have led to.
func (a asking) whatIf(ctx context.Context, s *memory.Causes, episode int) error {
	_, other := a.state(episode, a.decision)
	answer, err := s.Effect.WhatIf(ctx, effect.WhatIfQuestion{
		Project: a.project, Episode: corpus.ID(episode), Decision: corpus.DecisionID(a.decision), Alternative: other,
		Target: a.network.Variable(a.target) + "=yes",
	})
	if err == nil && answer.Model == nil {
		err = fmt.Errorf("what-if of episode %d is answered %s: %s", episode, answer.Status, answer.Reason)
	}
	return err
}

// counterfactual asks whether the target would have been otherwise.
func (a asking) counterfactual(ctx context.Context, s *memory.Causes, episode int) error {
	_, other := a.state(episode, a.decision)
	state, _ := a.state(episode, a.target)
	answer, err := s.Counterfactual.Counterfactual(ctx, counterfactual.Question{
		Project: a.project, Episode: corpus.ID(episode), Set: a.network.Variable(a.decision) + "=" + other,
		Target: a.network.Variable(a.target) + "=" + state,
	})
	if err == nil && answer.Graded == nil {
		err = fmt.Errorf("the counterfactual of episode %d is answered %s: %s", episode, answer.Status, answer.Reason)
	}
	return err
}

// count counts in how many episodes the decision and the target came true: the one statement
// that any answer about both needs.
func (a asking) count(ctx context.Context, factors derive.Store) error {
	pair := link.Pair{Source: yes(a.network, a.decision), Target: yes(a.network, a.target)}
	found, err := factors.CountPairs(ctx, a.project, []link.Pair{pair}, time.Time{})
	if err == nil && found[0].Episodes() == 0 {
		err = fmt.Errorf("no episode tells of %s and %s", pair.Source.Label(), pair.Target.Label())
	}
	return err
}
