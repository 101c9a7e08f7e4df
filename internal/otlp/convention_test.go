package otlp_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	logs "go.opentelemetry.io/proto/otlp/logs/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/tracing"
	"github.com/causeway-memory/causeway/internal/journal"
)

// said is what a convention is to have said.
type said struct {
	Type                               execution.Type
	Kind                               tracing.Kind
	Task, Tool, Agent, Model, Session  string
	Input, Output, Call, Status, Chose string
}

func (e event) said() said {
	out := said{
		Type: e.Type, Kind: e.Span.Kind, Task: e.Task, Tool: e.Span.Tool, Agent: e.Span.Agent, Model: e.Span.Model, Session: e.Span.Session,
		Input: e.Span.Input, Output: e.Span.Output, Call: e.Span.Call, Status: e.Span.Status,
	}
	if e.parts.Result != nil {
		out.Output = e.parts.Result.Output
	}
	if e.Span.Choice != nil {
		out.Chose = e.Span.Choice.Chosen
	}
	return out
}

func TestConventions_spans(t *testing.T) {
	failed := &trace.Status{Code: trace.Status_STATUS_CODE_ERROR, Message: "no seat"}
	for _, c := range []struct {
		why    string
		name   string
		a      attrs
		status *trace.Status
		events []*trace.Span_Event
		want   said
	}{
		{why: "GenAI: a tool", name: "execute_tool search", a: attrs{
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search", "gen_ai.tool.call.id": "c1", "gen_ai.tool.call.arguments": attrs{"q": "x"}, "gen_ai.tool.call.result": "found", "gen_ai.conversation.id": "talk",
		}, want: said{Type: execution.TypeTaskComplete, Kind: tracing.KindTool, Task: "search", Tool: "search", Call: "c1", Input: `{"q":"x"}`, Output: "found", Session: "talk"}},
		{
			why: "GenAI: a tool that failed", name: "execute_tool book", a: attrs{"gen_ai.operation.name": "execute_tool"}, status: failed,
			want: said{Type: execution.TypeTaskComplete, Kind: tracing.KindTool, Task: "book", Tool: "book", Status: "error"},
		},
		{
			why: "GenAI: an agent, contents off", name: "invoke_agent planner", a: attrs{"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "planner"},
			want: said{Type: execution.TypeOther, Kind: tracing.KindAgent, Agent: "planner"},
		},
		{why: "GenAI: an inference with messages", name: "chat m", a: attrs{
			"gen_ai.operation.name": "chat", "gen_ai.request.model": "m", "gen_ai.response.model": "m-2",
			"gen_ai.input.messages":  `[{"role":"system","parts":[{"type":"text","content":"be brief"}]},{"role":"user","parts":[{"type":"text","content":"book it"}]}]`,
			"gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"book","arguments":{"seat":3}}],"finish_reason":"tool_call"}]`,
		}, want: said{Type: execution.TypeOther, Kind: tracing.KindInference, Model: "m-2", Input: "system: be brief\nuser: book it", Output: `assistant: calls book {"seat":3}`}},
		{
			why: "GenAI: a plan is a choice", name: "plan", a: attrs{"gen_ai.operation.name": "plan", "gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"ask first"}]}]`},
			want: said{Type: execution.TypeAILDecision, Kind: tracing.KindPlan, Output: "assistant: ask first", Chose: "assistant: ask first"},
		},
		{why: "GenAI: a plan without contents is none", name: "plan", a: attrs{"gen_ai.operation.name": "plan"}, want: said{Type: execution.TypeOther, Kind: tracing.KindPlan}},
		{why: "GenAI: memory", name: "search_memory", a: attrs{"gen_ai.operation.name": "search_memory"}, want: said{Type: execution.TypeOther, Kind: tracing.KindMemory}},
		{
			why: "older names of GenAI", name: "openai.chat", a: attrs{"gen_ai.system": "openai", "gen_ai.request.model": "m", "gen_ai.prompt": "hello", "gen_ai.completion": "hi"},
			want: said{Type: execution.TypeOther, Kind: tracing.KindInference, Model: "m", Input: "hello", Output: "hi"},
		},
		{why: "older names with numbers", name: "openai.chat", a: attrs{
			"gen_ai.request.model": "m", "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "hello", "gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "hi", "gen_ai.completion.0.finish_reason": "stop",
		}, want: said{Type: execution.TypeOther, Kind: tracing.KindInference, Model: "m", Input: "hello", Output: "assistant: hi"}},
		{why: "older events of spans", name: "chat", a: attrs{"gen_ai.operation.name": "chat"}, events: []*trace.Span_Event{
			{Name: "gen_ai.user.message", Attributes: attrs{"content": "hello"}.list()}, {Name: "gen_ai.choice", Attributes: attrs{"message": `{"role":"assistant","content":"hi"}`}.list()},
		}, want: said{Type: execution.TypeOther, Kind: tracing.KindInference, Input: "hello", Output: "assistant: hi"}},
		{
			why: "OpenInference: a tool", name: "lookup", a: attrs{"openinference.span.kind": "TOOL", "tool.name": "lookup", "tool.parameters": `{"id":1}`, "input.value": `{"id":1}`, "output.value": "none", "session.id": "s"},
			want: said{Type: execution.TypeTaskComplete, Kind: tracing.KindTool, Task: "lookup", Tool: "lookup", Input: `{"id":1}`, Output: "none", Session: "s"},
		},
		{why: "OpenInference: a model", name: "ChatCompletion", a: attrs{
			"openinference.span.kind": "LLM", "llm.model_name": "m", "llm.input_messages.0.message.role": "user", "llm.input_messages.0.message.content": "hello",
			"llm.output_messages.0.message.role": "assistant", "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "lookup",
		}, want: said{Type: execution.TypeOther, Kind: tracing.KindInference, Model: "m", Input: "hello", Output: "assistant: calls lookup"}},
		{
			why: "OpenInference: a decision", name: "route", a: attrs{"openinference.span.kind": "DECISION", "input.value": "which desk", "output.value": "refunds"},
			want: said{Type: execution.TypeAILDecision, Kind: tracing.KindChoice, Input: "which desk", Output: "refunds", Chose: "refunds"},
		},
		{why: "Langfuse", name: "ask", a: attrs{
			"langfuse.observation.type": "generation", "langfuse.observation.model.name": "m", "langfuse.observation.input": `[{"role":"user","content":"hello"}]`, "langfuse.observation.output": "hi", "langfuse.observation.level": "ERROR", "langfuse.session.id": "s",
		}, want: said{Type: execution.TypeOther, Kind: tracing.KindInference, Model: "m", Input: "hello", Output: "hi", Session: "s", Status: "error"}},
		{
			why: "LangSmith", name: "search", a: attrs{"langsmith.span.kind": "tool", "gen_ai.prompt": "x", "gen_ai.completion": "y", "langsmith.metadata.thread_id": "t"},
			want: said{Type: execution.TypeTaskComplete, Kind: tracing.KindTool, Task: "search", Tool: "search", Input: "x", Output: "y", Session: "t"},
		},
		{
			why: "Claude Code", name: "claude_code.tool", a: attrs{"session.id": "s", "tool_name": "Bash", "tool_use_id": "u"},
			want: said{Type: execution.TypeTaskComplete, Kind: tracing.KindTool, Task: "Bash", Tool: "Bash", Call: "u", Session: "s"},
		},
		{
			why: "a choice that the agent states", name: "pick", a: attrs{"causeway.decision.chosen": "retry", "causeway.decision.options": []string{"retry", "give up"}, "causeway.decision.by": "person"},
			want: said{Type: execution.TypeHILDecision, Kind: tracing.KindOther, Chose: "retry"},
		},
		{why: "unknown", name: "GET /seats", a: attrs{"http.route": "/seats"}, want: said{Type: execution.TypeOther, Kind: tracing.KindOther}},
	} {
		r := newReceived(t, journal.Options{})
		s := span(2, 1, c.name, c.a)
		s.Status, s.Events = c.status, c.events
		answer, err := r.Spans(t.Context(), from("p"), spans(nil, s))
		if err != nil || answer.Stored != 1 || answer.Rejected() > 0 {
			t.Errorf("%s: %+v, %v", c.why, answer, err)
			continue
		}
		if diff := cmp.Diff(c.want, r.kept()["p"][0].said()); diff != "" {
			t.Errorf("%s: %s", c.why, diff)
		}
	}
}

func TestConventions_records(t *testing.T) {
	for _, c := range []struct {
		why  string
		name string
		body string
		a    attrs
		want said
	}{
		{why: "a prompt that is left out", name: "user_prompt", a: attrs{"session.id": "s", "prompt": "<REDACTED>", "prompt_length": 12}, want: said{Type: execution.TypeOther, Kind: tracing.KindPrompt, Session: "s"}},
		{why: "a prompt", body: "claude_code.user_prompt", a: attrs{"event.name": "user_prompt", "session.id": "s", "prompt": "mend it"}, want: said{Type: execution.TypeOther, Kind: tracing.KindPrompt, Session: "s", Input: "mend it"}},
		{
			why: "a tool", name: "claude_code.tool_result", a: attrs{"session.id": "s", "tool_name": "Bash", "success": "true", "duration_ms": "120", "tool_parameters": `{"bash_command":"ls"}`},
			want: said{Type: execution.TypeTaskComplete, Kind: tracing.KindTool, Task: "Bash", Tool: "Bash", Session: "s", Input: `{"bash_command":"ls"}`, Status: "ok"},
		},
		{
			why: "a tool that failed", name: "claude_code.tool_result", a: attrs{"session.id": "s", "tool_name": "Edit", "success": "false", "error": "no such text"},
			want: said{Type: execution.TypeTaskComplete, Kind: tracing.KindTool, Task: "Edit", Tool: "Edit", Session: "s", Status: "error"},
		},
		{why: "an error of the model", name: "claude_code.api_error", a: attrs{"session.id": "s", "model": "m", "error": "overloaded", "status_code": 529}, want: said{Type: execution.TypeOther, Kind: tracing.KindInference, Session: "s", Model: "m", Status: "error"}},
		{
			why: "a person refuses", name: "claude_code.tool_decision", a: attrs{"session.id": "s", "tool_name": "Bash", "decision": "reject", "source": "user_reject"},
			want: said{Type: execution.TypeHILDecision, Kind: tracing.KindChoice, Session: "s", Tool: "Bash", Chose: "reject"},
		},
		{
			why: "the settings allow", name: "claude_code.tool_decision", a: attrs{"session.id": "s", "tool_name": "Read", "decision": "accept", "source": "config"},
			want: said{Type: execution.TypeOther, Kind: tracing.KindOther, Session: "s", Tool: "Read"},
		},
		{why: "an end", name: "session.end", a: attrs{"session.id": "s"}, want: said{Type: execution.TypeWorkflowComplete, Kind: tracing.KindEnd, Session: "s"}},
		{why: "an unknown event", name: "claude_code.compaction", a: attrs{"session.id": "s"}, want: said{Type: execution.TypeOther, Kind: tracing.KindOther, Session: "s"}},
	} {
		r := newReceived(t, journal.Options{})
		l := record(c.name, c.a)
		if c.body != "" {
			l.Body = value2(c.body)
		}
		answer, err := r.Records(t.Context(), from("p"), records(attrs{"service.name": "claude-code"}, l))
		if err != nil || answer.Stored != 1 || answer.Rejected() > 0 {
			t.Errorf("%s: %+v, %v", c.why, answer, err)
			continue
		}
		e := r.kept()["p"][0]
		if diff := cmp.Diff(c.want, e.said()); diff != "" {
			t.Errorf("%s: %s", c.why, diff)
		}
		if e.Workflow != "s" {
			t.Errorf("%s: workflow %q", c.why, e.Workflow)
		}
	}
}

func TestReceiver_accountsForAll(t *testing.T) {
	r := newReceived(t, journal.Options{})
	own := spans(nil, span(4, 0, "POST /graphql", nil))
	own.ResourceSpans[0].ScopeSpans[0].Scope.Name = "github.com/causeway-memory/causeway"
	noID, noTime := span(5, 0, "x", nil), span(6, 0, "x", nil)
	noID.SpanId, noTime.StartTimeUnixNano = nil, 0
	in := spans(attrs{"service.name": "Shop front/eu"}, span(1, 0, "a", nil), span(2, 1, "b", nil), span(2, 1, "b", nil), span(3, 1, "c", nil), noID, noTime)
	in.ResourceSpans = append(in.ResourceSpans, own.ResourceSpans...)
	answer, err := r.Spans(t.Context(), from(""), in)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]int{"no_id": 1, "invalid": 1, "own": 1}, answer.Refused); diff != "" || answer.Stored != 3 || answer.Merged != 1 {
		t.Errorf("%+v %s", answer, diff)
	}
	changed := spans(attrs{"service.name": "Shop front/eu"}, span(1, 0, "a", nil), span(3, 1, "another", nil))
	if answer, err = r.Spans(t.Context(), from(""), changed); err != nil || answer.Merged != 1 || answer.Refused["conflict"] != 1 {
		t.Errorf("a span with another content: %+v, %v", answer, err)
	}
	found, err := r.journal.Traces(t.Context(), "Shop-front-eu", 0, 10)
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	if f := found[0]; f.Stored != 3 || f.Merged != 2 || f.Refused != 3 || !f.Ended {
		t.Errorf("the report says %+v", f)
	}
	lines, err := r.Records(t.Context(), from("p"), records(nil, &logs.LogRecord{TimeUnixNano: began, Body: value2("listening on :80")}, record("an.event", nil)))
	if err != nil || lines.Refused["plain_log"] != 1 || lines.Refused["no_trace"] != 1 {
		t.Errorf("lines of a log: %+v, %v", lines, err)
	}
}

func TestReceiver_projects(t *testing.T) {
	sees := func(project string) bool { return project == "mine" || project == "shop" }
	for _, c := range []struct {
		why  string
		from fromWhom
		of   attrs
		want string
	}{
		{"the request goes first", fromWhom{Project: "p", Only: "mine"}, attrs{"causeway.project": "q"}, "p"},
		{"then the attribute", fromWhom{Only: "mine"}, attrs{"causeway.project": "q"}, "q"},
		{"then the only one of the token", fromWhom{Only: "mine", Sees: sees}, attrs{"service.name": "shop"}, "mine"},
		{"then the service", fromWhom{Sees: sees}, attrs{"service.name": "shop"}, "shop"},
		{"without any name", fromWhom{}, nil, "traces"},
		{"nothing of the name is left", fromWhom{}, attrs{"service.name": "§§"}, "traces"},
		{"not seen", fromWhom{Sees: sees}, attrs{"causeway.project": "theirs"}, ""},
		{"not a name", fromWhom{Project: "a/b"}, nil, ""},
	} {
		r := newReceived(t, journal.Options{})
		answer, err := r.Spans(t.Context(), c.from, spans(c.of, span(1, 0, "a", nil)))
		kept := r.kept()
		if err != nil || c.want != "" && len(kept[c.want]) != 1 || c.want == "" && (len(kept) > 0 || answer.Refused["project"] != 1) {
			t.Errorf("%s: %v, %+v, %v", c.why, kept, answer, err)
		}
	}
}
