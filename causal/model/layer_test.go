package model_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// project is a factor layer in memory from which models are learned.
type project struct{ *causaltest.Layer }

func newProject(t testing.TB) project { t.Helper(); return project{causaltest.NewLayer(t)} }

// write adds episodes.
func (p project) write(episodes ...episodic.Episode) {
	p.T.Helper()
	prepared := make([]episodic.Episode, len(episodes))
	for i, e := range episodes {
		one, err := intake.Prepare(e)
		if err != nil {
			p.T.Fatal(err)
		}
		prepared[i] = one.Episode
	}
	p.Write(prepared...)
}

// record adds the episodes of [causaltest.Recorded].
func (p project) record(episodes ...[]string) {
	p.T.Helper()
	p.write(causaltest.Recorded(episodes...)...)
}

// state states the links of [causaltest.Statements].
func (p project) state(links ...string) {
	p.T.Helper()
	if len(links) == 0 {
		return
	}
	if _, err := derive.PutStatements(p, causaltest.Statements(links...)); err != nil {
		p.T.Fatal(err)
	}
}

// close declares variables closed.
func (p project) close(absent string, variables ...string) {
	p.T.Helper()
	rules := p.RuleSet
	rules.Closed = slices.Clone(rules.Closed) // Sorted sorts in place
	for _, v := range variables {
		rules.Closed = append(rules.Closed, contribution.Closed{Variable: v, AbsentState: absent})
	}
	p.Change(rules.Sorted())
}

// data is the layer as a plain value.
func (p project) data() model.Data {
	p.T.Helper()
	p.CountUncounted()
	found, err := p.Contributions(slices.Collect(maps.Keys(p.Episodes)))
	if err != nil {
		p.T.Fatal(err)
	}
	return model.Data{
		Derivation: p.Numbers, Variables: slices.Collect(maps.Values(p.VariableRows)), Factors: slices.Collect(maps.Values(p.FactorRows)),
		Links: slices.Collect(maps.Values(p.LinkRows)), Episodes: slices.Collect(maps.Values(found)),
	}
}

// learn learns a model of targets.
func (p project) learn(targets ...string) model.Probe {
	p.T.Helper()
	return p.learnFor(nil, targets...)
}

// learnFor learns a model of targets and actions.
func (p project) learnFor(actions []string, targets ...string) model.Probe {
	p.T.Helper()
	m, err := model.Learn(p.data(), targets, actions)
	if err != nil {
		p.T.Fatal(err)
	}
	return model.ProbeModel(m)
}
