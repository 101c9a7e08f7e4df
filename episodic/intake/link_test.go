package intake_test

import (
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/google/go-cmp/cmp"
)

// linked is an episode of two decisions and two events with those links.
func linked(links ...episodic.Link) episodic.Episode {
	return episodic.Episode{
		ID: "x", Links: links,
		Decisions: []episodic.Decision{{ID: "d1"}, {ID: "d2"}}, Events: []episodic.Event{{ID: "e1"}, {ID: "e2"}},
	}
}

func TestPrepare_OrderOfLinksSaysNothing(t *testing.T) {
	var links []episodic.Link
	for _, source := range []string{"d1", "d2"} {
		for _, relation := range []episodic.Relation{episodic.RelationCauses, episodic.RelationPrevents} {
			for _, target := range []string{"e1", "e2", "outcome", "other/e1"} {
				for _, basis := range episodic.Bases() {
					links = append(links, episodic.Link{Source: source, Relation: relation, Target: target, Basis: basis})
				}
			}
		}
	}
	want := episodictest.MustPrepare(t, linked(links...))
	if len(want.Episode.Links) != len(links) {
		t.Fatalf("%d links became %d", len(links), len(want.Episode.Links))
	}
	random := rand.New(rand.NewPCG(9, 10))
	for range 20 {
		random.Shuffle(len(links), func(i, j int) { links[i], links[j] = links[j], links[i] })
		if got := episodictest.MustPrepare(t, linked(links...)); got.Hash != want.Hash {
			t.Fatalf("another order gives another hash:\n%s", cmp.Diff(want.Episode.Links, got.Episode.Links))
		}
	}
}

func TestPrepare_FoldsWhatDoublesSay(t *testing.T) {
	link := func(confidence *float64, note string) episodic.Link {
		return episodic.Link{
			Source: "d1", Relation: episodic.RelationCauses, Target: "e1", Basis: episodic.BasisStated,
			Confidence: confidence, Note: note,
		}
	}
	half, both := episodictest.Ptr(0.5), link(episodictest.Ptr(0.5), "n")
	tests := map[string]struct {
		why   string
		links []episodic.Link
		want  episodic.Link
	}{
		"first says all":   {"the second adds nothing", []episodic.Link{both, link(nil, "")}, both},
		"second says all":  {"nothing is lost", []episodic.Link{link(nil, ""), both}, both},
		"each says a part": {"the parts are joined", []episodic.Link{link(half, ""), link(nil, "n")}, both},
		"the other way":    {"in any order", []episodic.Link{link(nil, "n"), link(half, "")}, both},
		"agreeing":         {"saying it twice is no contradiction", []episodic.Link{both, link(episodictest.Ptr(0.5), " n ")}, both},
		"zero":             {"a confidence of 0 is one", []episodic.Link{link(nil, ""), link(episodictest.Ptr(0.0), "")}, link(episodictest.Ptr(0.0), "")},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := episodictest.MustPrepare(t, linked(tt.links...)).Episode.Links
			if diff := cmp.Diff([]episodic.Link{tt.want}, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
		})
	}
}

func TestPrepare_LinksThatDifferStayApart(t *testing.T) {
	one := episodic.Link{Source: "d1", Relation: episodic.RelationCauses, Target: "e1", Basis: episodic.BasisStated}
	for why, change := range map[string]func(*episodic.Link){
		"a cause is not its effect":       func(l *episodic.Link) { l.Source, l.Target = l.Target, l.Source },
		"another claim":                   func(l *episodic.Link) { l.Relation = episodic.RelationEnables },
		"another reason to believe it":    func(l *episodic.Link) { l.Basis = episodic.BasisTemporal },
		"an occurrence of the same name":  func(l *episodic.Link) { l.Target = "y/e1" },
		"an id that begins like this one": func(l *episodic.Link) { l.Target = "xx/e1" },
	} {
		other := one
		change(&other)
		if got := episodictest.MustPrepare(t, linked(one, other)).Episode.Links; len(got) != 2 {
			t.Errorf("%s: %+v", why, got)
		}
	}
}

func TestPrepare_TheVersionDecidesTheBasis(t *testing.T) {
	for version, want := range map[int]episodic.Basis{0: episodic.BasisStated, 1: episodic.BasisTemporal, 2: episodic.BasisTemporal} {
		e := linked()
		e.CausalOrderVersion = version
		e.Decisions[1].At, e.Events[0].At = minute(0), minute(1)
		e.Decisions[0].Effects, e.Events[0].CausedBy, e.Events[1].LeadsTo = []string{"e1"}, []string{"d2"}, []string{"outcome"}
		got := map[string]episodic.Basis{}
		for _, l := range episodictest.MustPrepare(t, e).Episode.Links {
			got[l.Source+">"+l.Target] = l.Basis
		}
		if diff := cmp.Diff(map[string]episodic.Basis{"d1>e1": episodic.BasisStated, "d2>e1": want, "e2>outcome": want}, got); diff != "" {
			t.Errorf("version %d (-want +got):\n%s", version, diff)
		}
	}
}

func TestPrepare_ForeignEnds(t *testing.T) {
	e := linked(
		episodic.Link{Source: "a/d1", Relation: episodic.RelationCauses, Target: "d1"},
		episodic.Link{Source: "d1", Relation: episodic.RelationEnables, Target: "b/d1"},
		episodic.Link{Source: "d2", Relation: episodic.RelationEnables, Target: "a/d1"},
		episodic.Link{Source: "d2", Relation: episodic.RelationEnables, Target: "x/e1"},
	)
	e.Decisions[1].Effects = []string{"e1", "c/outcome"}
	e.Events[0].CausedBy, e.Events[1].LeadsTo = []string{"b/d1", "d/e5"}, []string{"f/e1"}
	want := map[string]string{
		"a/d1": "links[0].source", "b/d1": "links[1].target", "c/outcome": "decisions[1].effects[1]",
		"d/e5": "events[0].caused_by[1]", "f/e1": "events[1].leads_to[0]",
	}
	if diff := cmp.Diff(want, episodictest.MustPrepare(t, e).Foreign); diff != "" {
		t.Errorf("each end elsewhere has the place that names it first (-want +got):\n%s", diff)
	}
}
