package model_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/link"
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

// record adds episodes that each record some states, one after the other in time; "!" before a
// state means that its time is unknown.
func (p project) record(episodes ...[]string) {
	p.T.Helper()
	var all []episodic.Episode
	for i, states := range episodes {
		e := episodic.Episode{ID: fmt.Sprintf("ep-%04d", i), Outcome: episodic.OutcomeUnknown, Task: "task"}
		for k, state := range states {
			content, untimed := strings.CutPrefix(state, "!")
			if outcome, ok := strings.CutPrefix(content, "outcome="); ok {
				e.Outcome = episodic.Outcome(outcome)
				continue
			}
			v := episodic.Event{ID: fmt.Sprintf("e%02d", k), Type: episodic.EventTest, Content: content}
			if !untimed {
				v.At = episodic.Timestamp{Time: time.Date(2026, 1, 1, 0, k, 0, 0, time.UTC)}
			}
			e.Events = append(e.Events, v)
		}
		all = append(all, e)
	}
	p.write(all...)
}

// state states links, each "source relation target" with labels.
func (p project) state(links ...string) {
	p.T.Helper()
	var all []link.Statement
	for _, l := range links {
		part := strings.Fields(l)
		all = append(all, link.Statement{
			Source: causaltest.Thing(part[0]), Relation: episodic.Relation(part[1]), Target: causaltest.Thing(part[2]), Origin: "test",
		})
	}
	if len(all) == 0 {
		return
	}
	if _, err := derive.PutStatements(p, all); err != nil {
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
