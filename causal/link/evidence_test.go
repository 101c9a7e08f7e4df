package link_test

import (
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
)

func TestCells(t *testing.T) {
	both, source, target := link.Cell{Source: true, Target: true}, link.Cell{Source: true}, link.Cell{Target: true}
	cases := map[episodic.Relation]struct {
		why                string
		speaksFor, against []link.Cell
	}{
		episodic.RelationCauses:     {why: "a cause without its effect; an effect may have another cause", speaksFor: []link.Cell{both}, against: []link.Cell{source}},
		episodic.RelationEnables:    {why: "what is enabled cannot be without it, but need not follow", speaksFor: []link.Cell{both}, against: []link.Cell{target}},
		episodic.RelationPrevents:   {why: "what is prevented is not there", speaksFor: []link.Cell{source}, against: []link.Cell{both}},
		episodic.RelationCorrelates: {why: "the two go together; it has no direction", speaksFor: []link.Cell{both}, against: []link.Cell{source, target}},
	}
	for _, r := range episodic.Relations() {
		c, known := cases[r]
		if !known {
			t.Errorf("%s has no case here", r)
		}
		t.Run(string(r), func(t *testing.T) {
			if diff := cmp.Diff(c.speaksFor, link.Cells(r, link.Supporting)); diff != "" {
				t.Errorf("%s: for it (-want +got):\n%s", c.why, diff)
			}
			if diff := cmp.Diff(c.against, link.Cells(r, link.Contradicting)); diff != "" {
				t.Errorf("%s: against it (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestFactorLink_EvidenceFor(t *testing.T) {
	l := link.FactorLink{
		Key: "k", Relation: episodic.RelationPrevents,
		Source: factor.Identity{Variable: "review", State: "yes"}, Target: factor.Identity{Variable: "outcome", State: "failure"},
	}
	until := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	want := link.EvidenceQuery{
		Project: "p", Link: "k", Cells: []link.Cell{{Source: true}}, Stated: true, Until: until,
		Pair: link.Pair{Source: l.Source, Target: l.Target, SourceClosed: true},
	}
	if diff := cmp.Diff(want, l.EvidenceFor("p", link.Supporting, map[string]bool{"review": true}, until)); diff != "" {
		t.Errorf("for it (-want +got):\n%s", diff)
	}
	want.Cells, want.Stated = []link.Cell{{Source: true, Target: true}}, false
	if diff := cmp.Diff(want, l.EvidenceFor("p", link.Contradicting, map[string]bool{"review": true}, until)); diff != "" {
		t.Errorf("an episode that states it does not speak against it (-want +got):\n%s", diff)
	}
}

func TestEvidence_Text(t *testing.T) {
	l := link.FactorLink{
		Source: factor.Identity{Variable: "review", State: "yes"}, Target: factor.Identity{Variable: "outage", State: factor.StateOccurred},
	}
	cases := map[string]struct {
		why string
		e   link.Evidence
	}{
		"review=yes occurred, outage did not occur":                                              {why: "the cell", e: link.Evidence{Compared: true, Cell: link.Cell{Source: true}}},
		"review=yes occurred, outage occurred; the episode states the link (temporal)":           {why: "the cell and the basis", e: link.Evidence{Compared: true, Cell: link.Cell{Source: true, Target: true}, Basis: episodic.BasisTemporal}},
		"the episode does not tell both review and outage; the episode states the link (stated)": {why: "in no cell", e: link.Evidence{Basis: episodic.BasisStated}},
	}
	for want, c := range cases {
		if got := c.e.Text(l); got != want {
			t.Errorf("%s: %q, want %q", c.why, got, want)
		}
	}
}
