package causaltest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/storetest"
)

// Intervene answers an interventional question about the project.
func (m Project) Intervene(q effect.InterveneQuestion) effect.Effect {
	m.T.Helper()
	q.Project = "p"
	e, err := m.Service.Effect.Intervene(m.T.Context(), q)
	if err != nil {
		m.T.Fatal(err)
	}
	return e
}

// WhatIf answers what a different decision in an episode would change.
func (m Project) WhatIf(episode, decision, alternative string) effect.Effect {
	m.T.Helper()
	e, err := m.Service.Effect.WhatIf(m.T.Context(), effect.WhatIfQuestion{
		Project: "p", Episode: episode, Decision: decision, Alternative: alternative, Budget: effect.EffectBudget,
	})
	if err != nil {
		m.T.Fatal(err)
	}
	return e
}

// StateCauses states CAUSES links: "a=x -> b=y".
func (m Project) StateCauses(links ...string) {
	m.T.Helper()
	var all []link.Statement
	for _, l := range links {
		source, target, _ := strings.Cut(l, " -> ")
		all = append(all, link.Statement{Source: ParseFactor(source), Target: ParseFactor(target), Relation: episodic.RelationCauses, Origin: "test"})
	}
	if _, err := m.Service.Derive.RecordLinks(m.T.Context(), "p", all); err != nil {
		m.T.Fatal(err)
	}
}

// Project is a project in memory from which models are learned.
type Project struct {
	T       testing.TB
	Store   *storetest.Reference
	Service *memory.Causes
}

// NewProject returns an empty project "p".
func NewProject(t testing.TB) Project {
	store := storetest.NewReference()
	return Project{t, store, ServiceOf(store)}
}

// ServiceOf returns the services on a store.
func ServiceOf(s *storetest.Reference) *memory.Causes {
	return memory.NewCauses(memory.CauseParts{Links: s, Occurrences: s, Factors: s, Tokens: WordCounter{}}, time.Now)
}

// Write records episodes.
func (m Project) Write(episodes ...episodic.Episode) {
	m.T.Helper()
	for batch := range slices.Chunk(episodes, 5_000) {
		prepared := make([]episodic.Prepared, len(batch))
		for i, e := range batch {
			p, err := intake.Prepare(e)
			if err != nil {
				m.T.Fatal(err)
			}
			prepared[i] = p
		}
		if _, err := m.Store.RecordEpisodes(m.T.Context(), "p", prepared, false, time.Now()); err != nil {
			m.T.Fatal(err)
		}
	}
}

// Close declares variables closed.
func (m Project) Close(absent string, variables ...string) {
	m.T.Helper()
	if err := m.Service.Derive.DeclareClosed(m.T.Context(), "p", variables, absent, true); err != nil {
		m.T.Fatal(err)
	}
}

// RecordStates records the episodes of [Recorded].
func (m Project) RecordStates(episodes ...[]string) {
	m.T.Helper()
	m.Write(Recorded(episodes...)...)
}

// StateLinks states the links of [Statements].
func (m Project) StateLinks(links ...string) {
	m.T.Helper()
	if len(links) == 0 {
		return
	}
	if _, err := m.Service.Derive.RecordLinks(m.T.Context(), "p", Statements(links...)); err != nil {
		m.T.Fatal(err)
	}
}
