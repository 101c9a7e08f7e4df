package recall_test

import (
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// TestActor_roundTrip records who acts, reads it back and filters by it, in lists and in searches.
func TestActor_roundTrip(t *testing.T) {
	p := newProject(t)
	p.Record(vars{
		"id": "talk", "task": "Conversation", "events": []vars{
			{"id": "e001", "actor": " Nora ", "content": "I saw a walrus"}, {"id": "e002", "actor": "Tom", "content": "Tom: a walrus?"}, {"id": "e003", "content": "silence"},
		},
		"decisions": []vars{{"id": "d001", "actor": "planner", "chosen": "feed the walrus"}},
	})
	p.Record(vars{"id": "other", "task": "Conversation about a walrus", "events": []vars{{"id": "e001", "actor": "Tom", "content": "the walrus is back"}}})
	type acting struct {
		Key, Content string
		Actor        *string
	}
	got := harness.Get[struct {
		Episode struct{ Events, Decisions []acting }
	}](p,
		`query($project: String!) { episode(project: $project, key: "talk") { events { key content actor } decisions { key actor } } }`, nil).Episode
	if e := got.Events; len(e) != 3 || *e[0].Actor != "Nora" || *e[1].Actor != "Tom" || e[2].Actor != nil || *got.Decisions[0].Actor != "planner" {
		t.Fatalf("%+v", got)
	}
	for _, c := range []struct{ actors, want []string }{
		{[]string{"Nora"}, []string{"talk"}}, {[]string{"Tom"}, []string{"other", "talk"}}, {[]string{"planner", "nobody"}, []string{"talk"}}, {[]string{"nora"}, nil},
	} {
		filter := vars{"filter": vars{"actors": c.actors}}
		var listed []string
		for _, e := range p.Listed(filter) {
			listed = append(listed, e.Key)
		}
		found := p.find(recallQuery, vars{"text": "walrus", "filter": vars{"actors": c.actors}}).keys()
		slices.Sort(listed)
		slices.Sort(found)
		if !slices.Equal(listed, c.want) || !slices.Equal(found, append([]string{}, c.want...)) {
			t.Errorf("%v: lists %v, finds %v, want %v", c.actors, listed, found, c.want)
		}
	}
	hits := p.find(recallQuery, vars{"text": "what did Nora see?"}).Hits
	if len(hits) == 0 || hits[0].Episode.Key != "talk" || hits[0].Text != "Nora: I saw a walrus\nTom: a walrus?\nsilence" {
		t.Errorf("the name is a word of what is found: %+v", hits)
	}
}
