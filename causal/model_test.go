package causal_test

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// modelled is a project in an embedded store, of which models are made.
type modelled struct {
	t       testing.TB
	store   *sqlitestore.Store
	service *causal.Service
}

func newModelled(t testing.TB) modelled {
	t.Helper()
	s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(t.TempDir(), "causeway.db"), Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return modelled{t, s, serviceOf(s)}
}

func serviceOf(s *sqlitestore.Store) *causal.Service {
	return causal.NewService(causal.Parts{Links: s, Occurrences: s, Factors: s, Tokens: wordCounter{}}, time.Now)
}

func (m modelled) write(episodes ...episodic.Episode) {
	m.t.Helper()
	for batch := range slices.Chunk(episodes, 500) {
		prepared := make([]episodic.Prepared, len(batch))
		for i, e := range batch {
			p, err := episodic.Prepare(e)
			if err != nil {
				m.t.Fatal(err)
			}
			prepared[i] = p
		}
		if _, err := m.store.RecordEpisodes(m.t.Context(), "p", prepared, false, time.Now()); err != nil {
			m.t.Fatal(err)
		}
	}
}

func (m modelled) close(absent string, variables ...string) {
	m.t.Helper()
	if err := m.service.DeclareClosed(m.t.Context(), "p", variables, absent, true); err != nil {
		m.t.Fatal(err)
	}
}

// of is the model of some variables.
func (m modelled) of(targets ...string) causal.Model {
	m.t.Helper()
	out, err := causal.ModelOf(m.t.Context(), m.service, "p", targets, nil)
	if err != nil {
		m.t.Fatal(err)
	}
	return out
}

func TestModel_NetworksRecounted(t *testing.T) {
	for _, c := range []struct {
		name, outcome string
		closed        bool
	}{{"agentops_a", "success", true}, {"agentops_a", "success", false}, {"asia", "dysp", false}} {
		n := readNetwork(t, c.name)
		n.episodes, n.raw = n.episodes[:500], n.raw[:500]
		m := newModelled(t)
		m.write(n.episodes...)
		if c.closed {
			m.close("no", n.events...)
			m.close("no", "success")
		}
		got := m.of("outcome")
		if status, reason := got.Status(); status != "" || len(got.Cut()) > 0 {
			t.Fatalf("%s: %s %s, cut %v", c.name, status, reason, got.Cut())
		}
		compareModel(t, n, got, c.closed)
		wantEdges := map[[2]string]bool{}
		if c.closed || c.name == "asia" {
			wantEdges[[2]string{c.outcome, "outcome"}] = true
		}
		names := got.Names()
		for e := range n.edges {
			if slices.Contains(names, e[0]) && slices.Contains(names, e[1]) && !correlated[e] {
				wantEdges[e] = true
			}
		}
		if !wantEdges[[2]string{c.outcome, "outcome"}] {
			continue // the outcome has parents by counts alone
		}
		edges := map[[2]string]bool{}
		for _, name := range names {
			for _, p := range got.Parents(name) {
				edges[[2]string{p, name}] = true
			}
		}
		if !maps.Equal(edges, wantEdges) {
			t.Errorf("%s: edges %v, want %v", c.name, edges, wantEdges)
		}
		if chosen := got.Chosen(); !slices.Equal(chosen, []string{c.outcome}) {
			t.Errorf("%s: the parents chosen for the outcome are %v", c.name, chosen)
		}
	}
}

// correlated are the pairs of the network that are no causes.
var correlated = map[[2]string]bool{{"verbose_log", "defect"}: true, {"retry", "blocked"}: true}

// compareModel compares every cell with the JSON.
func compareModel(t *testing.T, n network, m causal.Model, closed bool) {
	t.Helper()
	compared := 0
	for i, raw := range n.raw {
		states, _ := rawStates(raw)
		for _, name := range m.Names() {
			want := states[name]
			if want == "" && closed {
				want = "no"
			}
			if got := m.Tells(n.episodes[i].ID, name); got != want {
				t.Fatalf("%s tells %s=%q, the file %q", n.episodes[i].ID, name, got, want)
			}
			compared++
		}
	}
	if compared < len(n.episodes) {
		t.Errorf("only %d cells were compared", compared)
	}
}

// told writes episodes of which each tells some states, one after the other in time; "!" before
// one says that its time is not known.
func (m modelled) told(episodes ...[]string) {
	m.t.Helper()
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
	m.write(all...)
}

// link states links, each "source relation target" with labels.
func (m modelled) stateLinks(links ...string) {
	m.t.Helper()
	if len(links) == 0 {
		return
	}
	var all []causal.Statement
	for _, l := range links {
		part := strings.Fields(l)
		all = append(all, causal.Statement{Source: thing(part[0]), Relation: episodic.Relation(part[1]), Target: thing(part[2]), Origin: fmt.Sprint(len(part))})
	}
	if _, err := m.service.RecordLinks(m.t.Context(), "p", all); err != nil {
		m.t.Fatal(err)
	}
}

func TestModel_WhatAnEpisodeTells(t *testing.T) {
	for _, c := range []struct {
		why    string
		told   []string
		closed bool
		absent string
		want   string
	}{
		{"what it says", []string{"u=yes"}, false, "", "yes"},
		{"nothing is not no", nil, false, "", ""},
		{"nothing of a closed variable is its absent state", nil, true, "no", "no"},
		{"which may have no name", nil, true, "", "not recorded"},
		{"the first of several", []string{"u=b", "u=a"}, false, "", "b"},
		{"which of several came first is not known", []string{"!u=b", "!u=a"}, false, "", ""},
		{"one without a time may have been before the others", []string{"u=b", "!u=a"}, false, "", ""},
		{"and closing does not make that known", []string{"!u=b", "!u=a"}, true, "no", ""},
	} {
		m := newModelled(t)
		m.told(c.told)
		m.stateLinks("u=yes causes v=yes")
		if c.closed {
			m.close(c.absent, "u")
		}
		if got := m.of("u").Tells("ep-0000", "u"); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

func TestModel_States(t *testing.T) {
	m := newModelled(t)
	m.told([]string{"u=yes"}, []string{"u=no"}, []string{"w=on"}, nil)
	m.stateLinks("x=a causes u=yes", "u=maybe causes x=b")
	m.close("no", "u", "w")
	got := m.of("u", "w", "x")
	for _, c := range []struct {
		why, variable string
		want          []string
		constant      bool
	}{
		{"a state that is recorded and the absent one are the same; what no episode has is none", "u", []string{"no", "yes"}, false},
		{"what is not recorded is a state of a closed variable", "w", []string{"no", "on"}, false},
		{"what is only stated has the states that are stated, and no episode tells it", "x", []string{"a", "b"}, false},
	} {
		if states, constant := got.States(c.variable); !slices.Equal(states, c.want) || constant != c.constant {
			t.Errorf("%s: %v, %t", c.why, states, constant)
		}
	}
	if told := got.Tells("ep-0000", "x"); told != "" {
		t.Errorf("x is %q in an episode that does not tell it", told)
	}
}

func TestModel_TooManyVariables(t *testing.T) {
	m := newModelled(t)
	m.told(nil)
	var links []string
	for i := range 201 {
		links = append(links, fmt.Sprintf("u%03d=a causes v=a", i))
	}
	m.stateLinks(links...)
	got := m.of("v")
	if status, reason := got.Status(); status != causal.EffectTruncated || len(got.Names()) != 200 || !strings.Contains(reason, "200") {
		t.Errorf("%d variables: %s %s", len(got.Names()), status, reason)
	}
}
