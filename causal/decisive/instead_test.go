package decisive_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/episodic"
)

func TestInstead(t *testing.T) {
	run := func(id string, decided ...string) episodic.Episode {
		e := episodic.Episode{ID: id}
		for i, d := range decided {
			about, chosen, _ := strings.Cut(d, "|")
			e.Decisions = append(e.Decisions, episodic.Decision{ID: string(rune('a' + i)), Context: about, Chosen: chosen})
		}
		return e
	}
	for _, c := range []struct {
		why    string
		run    episodic.Episode
		others []episodic.Episode
		want   []string
	}{
		{"another choice about the same thing", run("x", "cancel|cancel(A)"), []episodic.Episode{run("y", "book|book(1)", "cancel|cancel(B)")}, []string{"y/b"}},
		{"each choice once, of the latest run", run("x", "cancel|cancel(A)"), []episodic.Episode{run("y", "cancel|cancel(B)"), run("z", "cancel|Cancel(B)"), run("w", "cancel|cancel(C)")}, []string{"y/a", "w/a"}},
		{"one argument of several", run("x", "book|book(cabin: basic, id: 7)"), []episodic.Episode{run("y", "book|book(cabin: business, id: 7)")}, []string{"y/a"}},
		{"several arguments", run("x", "book|book(cabin: basic, id: 7)"), []episodic.Episode{run("y", "book|book(cabin: business, id: 8)")}, nil},
		{"words, and no call", run("x", "which one|the red one"), []episodic.Episode{run("y", "which one|the blue one")}, nil},
		{"the same choice", run("x", "cancel|cancel(A)"), []episodic.Episode{run("y", "cancel|cancel(A)")}, nil},
		{"the other decided twice about it", run("x", "cancel|cancel(A)"), []episodic.Episode{run("y", "cancel|cancel(B)", "cancel|cancel(A)")}, nil},
		{"the run itself did", run("x", "cancel|cancel(A)", "cancel|cancel(C)"), []episodic.Episode{run("y", "cancel|cancel(B)")}, nil},
		{"a program says nothing", run("x", "command: rm|rm a"), []episodic.Episode{run("y", "command: rm|rm b")}, nil},
		{"nothing it is about", run("x", "|a"), []episodic.Episode{run("y", "|b")}, nil},
		{"about another thing", run("x", "book|book(1)"), []episodic.Episode{run("y", "cancel|cancel(B)")}, nil},
	} {
		if diff := cmp.Diff(c.want, decisive.Instead(c.run, "a", c.others)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
	if got := decisive.Instead(run("x", "cancel|cancel(A)"), "none", nil); got != nil {
		t.Errorf("no such decision: %v", got)
	}
}

// TestInstead_real counts what runs of tau-airline decided instead. Six of the ten were read by hand: each is another choice
// about the same thing, like which of two flights to cancel.
func TestInstead_real(t *testing.T) {
	all := causaltest.ReadAirline(t)
	decisions, with, options := 0, 0, 0
	for _, l := range all {
		var same []episodic.Episode
		byKey := map[string]episodic.Decision{}
		for _, o := range all {
			if o.Run.ID != l.Run.ID && o.Run.Context["task"] == l.Run.Context["task"] {
				same = append(same, o.Run)
				for _, d := range o.Run.Decisions {
					byKey[o.Run.ID+"/"+d.ID] = d
				}
			}
		}
		for _, d := range l.Run.Decisions {
			decisions++
			found := decisive.Instead(l.Run, d.ID, same)
			if options += len(found); len(found) > 0 {
				with++
			}
			for _, key := range found {
				t.Logf("%s/%s %s\n    %s %s", l.Run.ID, d.ID, d.Chosen, key, byKey[key].Chosen)
			}
		}
	}
	if decisions != 79 || with != 7 || options != 10 {
		t.Errorf("%d decisions, %d with options of others, %d options", decisions, with, options)
	}
}
