package agentrun_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// furtherOf maps a run of one step and returns the further factors of what it became.
func furtherOf(t *testing.T, s agentrun.Step) []string {
	t.Helper()
	e, _ := agentrun.Map(agentrun.Run{ID: "r", Task: "t", Steps: []agentrun.Step{s}})
	var out []string
	for _, d := range e.Decisions {
		out = append(out, d.Factors...)
	}
	for _, v := range e.Events {
		out = append(out, v.Factors...)
	}
	return out
}

func TestMap_TellsWhatCallsHaveInCommon(t *testing.T) {
	yes := true
	call := func(tool, arguments, result string) agentrun.Step {
		return agentrun.Step{Kind: agentrun.KindCall, Role: agentrun.RoleAgent, Tool: tool, Arguments: arguments, HasResult: true, Result: result}
	}
	failed := call("get_order", `{"order_id":"#W12"}`, "Error: order W12 not found")
	failed.Failed = &yes
	for _, c := range []struct {
		why  string
		step agentrun.Step
		want []string
	}{
		{"arguments from few words, switches and sizes", call("book_trip", `{"cabin":"economy","insured":true,"bags":2,"amount":512,"city":"oslo","trip_id":"ab12","note":"window"}`, `{"cabin":"first"}`), []string{
			"book_trip amount=100 to 1000", "book_trip bags=2", "book_trip cabin=economy", "book_trip insured=true",
		}},
		{"lists and what their entries say", call("book_trip", `{"payments":[{"payment_id":"gift_card_101"},{"payment_id":"credit_card_202"}],"flights":[]}`, ""), []string{
			"book_trip payments payment_id=credit_card+gift_card", "number of book_trip flights=none", "number of book_trip payments=2",
		}},
		{"persons are no kinds", call("get_user", `{"user_id":"mia_li_3668","owner":"mia"}`, `{"name":"mia","tier":"gold"}`), []string{"get_user returns tier=gold"}},
		{"values that differ too much", call("list_flights", `{}`, `[{"status":"late"},{"status":"early"},{"status":"gone"},{"status":"full"}]`), []string{"list_flights returns=4"}},
		{"nothing came back", call("list_flights", `{}`, ` `), []string{"list_flights returns=nothing"}},
		{"words came back", call("list_flights", `{}`, `none today`), nil},
		{"an error", failed, []string{"class of error=Error: order <n> not found"}},
		{"flags of a command", call("Bash", `{"command":"cd /srv && git push --force-with-lease=main -u origin main"}`, ""), []string{"command: git push --force-with-lease", "command: git push -u"}},
		{"a file of tests", call("Edit", `{"file_path":"/srv/pier_test.go","old_string":"a","new_string":"b"}`, ""), []string{"change of a file of tests"}},
		{"policy words of a person", agentrun.Step{Kind: agentrun.KindMessage, Role: agentrun.RoleUser, Text: "Please refund it, feel free to use my Gift Card. I am insured."}, []string{"user mentions gift card", "user mentions insurance", "user mentions refund"}},
		{"a program ended", agentrun.Step{Kind: agentrun.KindMessage, Role: agentrun.RoleAgent, Agent: "terminal", Text: "exitcode: 1 (execution failed)\nNameError: name 'x' is not defined"}, []string{
			"a program ended=with an error", "class of error=NameError: name 'x' is not defined",
		}},
		{"code in a message", agentrun.Step{Kind: agentrun.KindMessage, Role: agentrun.RoleAgent, Text: "Run this:\n```python\nprint(1)\n```"}, []string{"agent writes a block=python"}},
	} {
		if got := furtherOf(t, c.step); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.why, got, c.want)
		}
	}
}

// TestMap_FactorsFit maps what could make names too long or too many.
func TestMap_FactorsFit(t *testing.T) {
	var members []string
	for i := range 200 {
		members = append(members, `"`+strings.Repeat(string(rune('a'+i%26)), 1+i/26)+`":true`)
	}
	long := strings.Repeat("tool", 60)
	for _, s := range []agentrun.Step{
		{Kind: agentrun.KindCall, Tool: "get", Arguments: "{" + strings.Join(members, ",") + "}"},
		{Kind: agentrun.KindCall, Tool: "get", Arguments: "{}", HasResult: true, Result: "{" + strings.Join(members[:30], ",") + "}"},
		{Kind: agentrun.KindCall, Tool: long, Arguments: `{"a":"b"}`},
	} {
		for _, name := range furtherOf(t, s) {
			if n := len([]rune(name)); n > 200 {
				t.Errorf("%s: %d characters", name, n)
			}
		}
		if n := len(furtherOf(t, s)); n > 16 {
			t.Errorf("%d further factors", n)
		}
	}
}
