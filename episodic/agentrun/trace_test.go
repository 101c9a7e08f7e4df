package agentrun_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/intake"
)

func TestMap_LinksByValue(t *testing.T) {
	yes, no := true, false
	say := func(role agentrun.Role, s string) agentrun.Step {
		return agentrun.Step{Kind: agentrun.KindMessage, Role: role, Text: s}
	}
	call := func(tool, args, result string, failed *bool) agentrun.Step {
		return agentrun.Step{Kind: agentrun.KindCall, Role: agentrun.RoleAgent, Tool: tool, Arguments: args, Result: result, HasResult: true, Failed: failed}
	}
	user, agent := agentrun.RoleUser, agentrun.RoleAgent
	for _, c := range []struct {
		why   string
		steps []agentrun.Step
		want  []string
	}{
		{"a value of a result", []agentrun.Step{call("find", `{"name":"ann"}`, `{"id":"pier_4711"}`, &no), call("get", `{"id":"pier_4711"}`, "", &no)}, []string{"value-flow/1 from e001 to e002: id pier_4711"}},
		{"a value in a list in an object", []agentrun.Step{call("find", `{}`, "berth B77X1", &no), call("book", `{"berths":[{"id":"B77X1"}]}`, "", &no)}, []string{"value-flow/1 from e001 to d002: id b77x1"}},
		{"a value that the person gave", []agentrun.Step{say(user, "Look at pier_4711"), call("find", `{}`, `{"id":"pier_4711"}`, &no), call("get", `{"id":"PIER_4711"}`, "", &no)}, nil},
		{"a value that the instructions gave", []agentrun.Step{say(agentrun.RoleSystem, "Use pier_4711"), call("find", `{}`, `pier_4711`, &no), call("get", `{"id":"pier_4711"}`, "", &no)}, nil},
		{"a value that the agent made up first", []agentrun.Step{call("get", `{"id":"pier_4711"}`, "pier_4711 is new", &no), call("get", `{"id":"pier_4711","all":true}`, "", &no)}, nil},
		{"a date, a word, a short number", []agentrun.Step{call("find", `{}`, "2026-05-03 economy 375 2026-05-03T10:00:00", &no), call("get", `{"day":"2026-05-03","cabin":"economy","paid":375}`, "", &no)}, nil},
		{"a long number", []agentrun.Step{call("find", `{}`, "total 123456", &no), call("get", `{"total":123456}`, "", &no)}, []string{"value-flow/1 from e001 to e002: total 123456"}},
		{"the first of two results", []agentrun.Step{call("find", `{}`, "pier_4711", &no), call("list", `{}`, "pier_4711", &no), call("get", `{"id":"pier_4711"}`, "", &no)}, []string{"value-flow/1 from e001 to e003: id pier_4711"}},
		{"tried again", []agentrun.Step{call("fetch", `{"id":"a"}`, "no", &yes), call("fetch", `{"id":"b"}`, "", &no)}, []string{"retry/1 from e001 to e002: fetch"}},
		{"the same again is no other try", []agentrun.Step{call("fetch", `{"id":"a"}`, "no", &yes), call("fetch", `{"id":"a"}`, "", &no)}, nil},
		{"another thing, later", []agentrun.Step{call("fetch", `{"id":"a1b2c3"}`, "no", &yes), call("list", `{}`, "", &no), call("fetch", `{"id":"d4e5f6"}`, "", &no)}, nil},
		{"the same thing, later", []agentrun.Step{call("fetch", `{"id":"a1b2c3"}`, "no", &yes), call("list", `{}`, "", &no), call("fetch", `{"id":"a1b2c3","all":true}`, "", &no)}, []string{"retry/1 from e001 to e003: fetch"}},
		{"a decision that fails", []agentrun.Step{call("book", `{}`, "Error: full", nil)}, []string{"result/1 from d001 to e001: the error of the call"}},
		{"written and run", []agentrun.Step{call("Write", `{"file_path":"/srv/ferry/bell.py"}`, "ok", &no), call("Bash", `{"command":"cd /srv/ferry && python bell.py"}`, "", &no)}, []string{"file-flow/1 from d001 to e002: /srv/ferry/bell.py"}},
		{"written and read, with another written between", []agentrun.Step{call("Write", `{"file_path":"/srv/a.md"}`, "ok", &no), call("Write", `{"file_path":"/srv/b.md"}`, "ok", &no), call("Read", `{"file_path":"/srv/a.md"}`, "", &no)}, []string{"file-flow/1 from d001 to e003: /srv/a.md"}},
		{"not written, because it failed", []agentrun.Step{call("Write", `{"file_path":"/srv/a.md"}`, "no", &yes), call("Read", `{"file_path":"/srv/a.md"}`, "", &no)}, []string{"result/1 from d001 to e001: the error of the call"}},
		{"an answer", []agentrun.Step{say(agent, "Which pier?"), say(user, "The third"), call("get", `{}`, "", &no), say(agent, "Done")}, []string{"reply/1 from e001 to e002: user answers"}},
		{"the parent that the record names", []agentrun.Step{{ID: "s1", Kind: agentrun.KindCall, Tool: "plan"}, {ID: "s2", Parent: "s1", Kind: agentrun.KindCall, Tool: "get"}}, []string{"parent/1 from e001 to e002: s1"}},
	} {
		e, _ := agentrun.Map(agentrun.Run{ID: "r", Task: "t", Steps: c.steps})
		p, err := intake.Prepare(e)
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
		}
		var got []string
		for _, l := range p.Episode.Links {
			if l.Relation != episodic.RelationCorrelates || l.Basis != episodic.BasisExtracted || agentrun.RuleOf(l) == "" {
				t.Errorf("%s: %+v", c.why, l)
			}
			got = append(got, l.Note)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}

func TestRuleOf_NamesNoOtherLink(t *testing.T) {
	for _, l := range []episodic.Link{
		{Basis: episodic.BasisStated, Note: "retry/1 from a to b"}, {Basis: episodic.BasisExtracted, Note: "because of retry/1"}, {Basis: episodic.BasisExtracted, Note: "retry/0 from a to b"}, {Basis: episodic.BasisExtracted},
	} {
		if got := agentrun.RuleOf(l); got != "" {
			t.Errorf("%+v: %s", l, got)
		}
	}
}
