package model_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/model"
)

func TestModel_NetworksRecounted(t *testing.T) {
	for _, c := range []struct {
		name, outcome string
		closed        bool
	}{{"agentops_a", "success", true}, {"agentops_a", "success", false}, {"asia", "dysp", false}} {
		n := causaltest.ReadNetwork(t, c.name)
		n.Episodes, n.Raw = n.Episodes[:500], n.Raw[:500]
		m := newProject(t)
		m.write(n.Episodes...)
		if c.closed {
			m.close("no", n.Events...)
			m.close("no", "success")
		}
		got := m.learn("outcome")
		if status, reason := got.Status(); status != "" || len(got.Cut()) > 0 {
			t.Fatalf("%s: %s %s, cut %v", c.name, status, reason, got.Cut())
		}
		compareModel(t, n, got, c.closed)
		wantEdges := map[[2]string]bool{}
		if c.closed || c.name == "asia" {
			wantEdges[[2]string{c.outcome, "outcome"}] = true
		}
		names := got.Names()
		for e := range n.Edges {
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
func compareModel(t *testing.T, n causaltest.Network, m model.Probe, closed bool) {
	t.Helper()
	compared := 0
	for i, raw := range n.Raw {
		states, _ := causaltest.RawStates(raw)
		for _, name := range m.Names() {
			want := states[name]
			if want == "" && closed {
				want = "no"
			}
			if got := m.Tells(n.Episodes[i].ID, name); got != want {
				t.Fatalf("%s tells %s=%q, the file %q", n.Episodes[i].ID, name, got, want)
			}
			compared++
		}
	}
	if compared < len(n.Episodes) {
		t.Errorf("only %d cells were compared", compared)
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
		m := newProject(t)
		m.record(c.told)
		m.state("u=yes causes v=yes")
		if c.closed {
			m.close(c.absent, "u")
		}
		if got := m.learn("u").Tells("ep-0000", "u"); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

func TestModel_States(t *testing.T) {
	m := newProject(t)
	m.record([]string{"u=yes"}, []string{"u=no"}, []string{"w=on"}, nil)
	m.state("x=a causes u=yes", "u=maybe causes x=b")
	m.close("no", "u", "w")
	got := m.learn("u", "w", "x")
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
	m := newProject(t)
	m.record(nil)
	var links []string
	for i := range 201 {
		links = append(links, fmt.Sprintf("u%03d=a causes v=a", i))
	}
	m.state(links...)
	got := m.learn("v")
	if status, reason := got.Status(); status != model.StatusTruncated || len(got.Names()) != 200 || !strings.Contains(reason, "200") {
		t.Errorf("%d variables: %s %s", len(got.Names()), status, reason)
	}
}
