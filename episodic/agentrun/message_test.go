package agentrun_test

import (
	"testing"

	"github.com/causeway-memory/causeway/episodic/agentrun"
)

func TestMap_WhatMessagesDo(t *testing.T) {
	for message, want := range map[string]string{
		"Yes, please go ahead. Will I get a mail?": "user confirms", "No, thank you": "user declines", "Nothing else": "user tells", "Where is pier 3?": "user asks", "é?": "user asks", "...": "user tells",
	} {
		e, _ := agentrun.Map(agentrun.Run{ID: "r", Task: "t", Steps: []agentrun.Step{{Kind: agentrun.KindMessage, Role: agentrun.RoleUser, Text: message}}})
		if got := e.Events[0].Factor; got != want {
			t.Errorf("%s: %q, want %q", message, got, want)
		}
	}
	e, _ := agentrun.Map(agentrun.Run{ID: "r", Task: "t", Steps: []agentrun.Step{{Kind: agentrun.KindMessage, Role: agentrun.RoleAgent, Agent: "Web=Surfer", Text: "Yes. Shall I?"}}})
	if got := e.Events[0].Factor; got != "Web-Surfer asks" {
		t.Errorf("an agent: %q", got)
	}
}
