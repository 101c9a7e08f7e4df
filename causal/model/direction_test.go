package model_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/episodic"
)

// TestModel_LinksBetweenEpisodes wants links from one episode to another to make no circle inside one.
func TestModel_LinksBetweenEpisodes(t *testing.T) {
	var told [][]string
	for range 10 {
		told = append(told, []string{"u=b", "v=b"}, []string{"v=a"}, []string{"u=a"})
	}
	episodes := causaltest.Recorded(told...)
	link := func(at int, source, target string) {
		episodes[at].Links = append(episodes[at].Links, causaltest.StatedLink(source, episodic.RelationCauses, target))
	}
	for i := range 10 {
		if i < 3 {
			link(3*i, "e00", "e01")
		}
		link(3*i+2, fmt.Sprintf("ep-%04d/e00", 3*i+1), "e00")
	}
	m := newProject(t)
	m.write(episodes...)
	got := m.learn("v", "u")
	if status, reason := got.Status(); status != "" || len(got.Cut()) > 0 {
		t.Errorf("%s %s, cut %v", status, reason, got.Cut())
	}
	if of, other := got.Parents("v"), got.Parents("u"); !slices.Equal(of, []string{"u"}) || len(other) > 0 {
		t.Errorf("v depends on %v, u on %v", of, other)
	}
	episodes[0].Events[0].Content, episodes[0].Events[1].Content = "v=a", "u=a"
	m.write(episodes[0])
	if got := m.learn("v", "u"); !slices.Equal(got.Parents("u"), []string{"v"}) {
		t.Errorf("an episode has both ends, and u depends on %v", got.Parents("u"))
	}
}

// TestModel_LinksAgainstTheTime reads a link the other way round if what it leads to surely came first.
func TestModel_LinksAgainstTheTime(t *testing.T) {
	for _, c := range []struct {
		why                string
		first, last        int
		links              []string
		turned             []string
		ofU, ofV, linksCut []string
	}{
		{"what it leads to came first", 12, 0, []string{"v=a causes u=a"}, []string{"v=a > u=a"}, nil, []string{"u"}, nil},
		{"in nearly all episodes", 39, 1, []string{"v=a causes u=a"}, []string{"v=a > u=a"}, nil, []string{"u"}, nil},
		{"too often it came last", 11, 1, []string{"v=a causes u=a"}, nil, []string{"v"}, nil, nil},
		{"too few tell the order", 9, 0, []string{"v=a causes u=a"}, nil, []string{"v"}, nil, nil},
		{"links lead that way too: it tells of a later time", 12, 0, []string{"v=a causes u=a", "u=a causes v=a"}, nil, nil, []string{"u"}, []string{"v=a > u=a"}},
		{"what correlates has no direction", 12, 0, []string{"v=a correlates u=a"}, nil, nil, nil, nil},
	} {
		var told [][]string
		for range c.first {
			told = append(told, []string{"u=a", "v=a"})
		}
		for range c.last {
			told = append(told, []string{"v=a", "u=a"})
		}
		m := newProject(t)
		m.record(append(told, []string{"u=b", "v=b"})...)
		m.state(c.links...)
		got := m.learn("v", "u")
		if !slices.Equal(got.Turned(), c.turned) || !slices.Equal(got.Parents("u"), c.ofU) || !slices.Equal(got.Parents("v"), c.ofV) || !slices.Equal(got.Cut(), c.linksCut) {
			t.Errorf("%s: turned %v; u depends on %v, v on %v; cut %v", c.why, got.Turned(), got.Parents("u"), got.Parents("v"), got.Cut())
		}
	}
}
