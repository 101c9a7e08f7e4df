package agentrun_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// TestMap_Actors names who speaks, and of several agents the one who calls; a name that is too long or has lines fits.
func TestMap_Actors(t *testing.T) {
	yes := true
	e, _ := agentrun.Map(agentrun.Run{ID: "r", Agent: "team", Steps: []agentrun.Step{
		{Kind: agentrun.KindMessage, Role: agentrun.RoleUser, Text: "Fix the timetable"},
		{Kind: agentrun.KindCall, Role: agentrun.RoleAgent, Agent: "Coder", Tool: "Read", Arguments: `{"file_path":"/srv/pier.go"}`},
		{Kind: agentrun.KindCall, Role: agentrun.RoleAgent, Agent: "Coder", Tool: "Edit", Arguments: `{"file_path":"/srv/pier.go","old_string":"x","new_string":"y"}`, Call: "b"},
		{Kind: agentrun.KindResult, Call: "b", Result: "String to replace not found in file.", Failed: &yes},
		{Kind: agentrun.KindCall, Role: agentrun.RoleAgent, Tool: "Read", Arguments: `{"file_path":"/srv/quay.go"}`},
		{Kind: agentrun.KindMessage, Role: agentrun.RoleAgent, Agent: "Long\n" + strings.Repeat("n", 300), Text: "It is done."},
	}})
	p, err := intake.Prepare(e)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range p.Episode.Events {
		got = append(got, string(v.Type)+" "+episodic.Shorten(v.Actor, 12))
	}
	if want := []string{"tool_call Coder", "error Coder", "tool_call ", "other Long nnnnnn…"}; !slices.Equal(got, want) {
		t.Errorf("events %q, want %q", got, want)
	}
	if d := p.Episode.Decisions; len(d) != 1 || d[0].Actor != "Coder" {
		t.Errorf("%+v", d)
	}
}
