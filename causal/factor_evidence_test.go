package causal_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

func TestCells(t *testing.T) {
	both, source, target := causal.Cell{Source: true, Target: true}, causal.Cell{Source: true}, causal.Cell{Target: true}
	cases := map[episodic.Relation]struct {
		why                string
		speaksFor, against []causal.Cell
	}{
		episodic.RelationCauses:     {why: "a cause without its effect; an effect may have another cause", speaksFor: []causal.Cell{both}, against: []causal.Cell{source}},
		episodic.RelationEnables:    {why: "what is enabled cannot be without it, but need not follow", speaksFor: []causal.Cell{both}, against: []causal.Cell{target}},
		episodic.RelationPrevents:   {why: "what is prevented is not there", speaksFor: []causal.Cell{source}, against: []causal.Cell{both}},
		episodic.RelationCorrelates: {why: "the two go together; it has no direction", speaksFor: []causal.Cell{both}, against: []causal.Cell{source, target}},
	}
	for _, r := range episodic.Relations() {
		c, known := cases[r]
		if !known {
			t.Errorf("%s has no case here", r)
		}
		t.Run(string(r), func(t *testing.T) {
			if diff := cmp.Diff(c.speaksFor, causal.Cells(r, causal.Supporting)); diff != "" {
				t.Errorf("%s: for it (-want +got):\n%s", c.why, diff)
			}
			if diff := cmp.Diff(c.against, causal.Cells(r, causal.Contradicting)); diff != "" {
				t.Errorf("%s: against it (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestFactorLink_EvidenceFor(t *testing.T) {
	l := causal.FactorLink{
		Key: "k", Relation: episodic.RelationPrevents,
		Source: causal.Identity{Variable: "review", State: "yes"}, Target: causal.Identity{Variable: "outcome", State: "failure"},
	}
	until := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	want := causal.EvidenceQuery{
		Project: "p", Link: "k", Cells: []causal.Cell{{Source: true}}, Stated: true, Until: until,
		Pair: causal.Pair{Source: l.Source, Target: l.Target, SourceClosed: true},
	}
	if diff := cmp.Diff(want, l.EvidenceFor("p", causal.Supporting, map[string]bool{"review": true}, until)); diff != "" {
		t.Errorf("for it (-want +got):\n%s", diff)
	}
	want.Cells, want.Stated = []causal.Cell{{Source: true, Target: true}}, false
	if diff := cmp.Diff(want, l.EvidenceFor("p", causal.Contradicting, map[string]bool{"review": true}, until)); diff != "" {
		t.Errorf("an episode that states it does not speak against it (-want +got):\n%s", diff)
	}
}

func TestEvidence_Text(t *testing.T) {
	l := causal.FactorLink{
		Source: causal.Identity{Variable: "review", State: "yes"}, Target: causal.Identity{Variable: "outage", State: causal.StateOccurred},
	}
	cases := map[string]struct {
		why string
		e   causal.Evidence
	}{
		"review=yes occurred, outage did not occur":                                              {why: "the cell", e: causal.Evidence{Compared: true, Cell: causal.Cell{Source: true}}},
		"review=yes occurred, outage occurred; the episode states the link (temporal)":           {why: "the cell and the basis", e: causal.Evidence{Compared: true, Cell: causal.Cell{Source: true, Target: true}, Basis: episodic.BasisTemporal}},
		"the episode does not tell both review and outage; the episode states the link (stated)": {why: "in no cell", e: causal.Evidence{Basis: episodic.BasisStated}},
	}
	for want, c := range cases {
		if got := c.e.Text(l); got != want {
			t.Errorf("%s: %q, want %q", c.why, got, want)
		}
	}
}
