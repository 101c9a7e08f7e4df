package otlp_test

import (
	"fmt"
	"strings"
	"testing"

	trace "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/causeway-memory/causeway/internal/journal"
)

// conveyed is a span or record of a convention with everything that it may say of contents: each of those texts has the word "said".
type conveyed struct {
	convention string
	// name is that of the span, or of the record.
	name string
	// plain is what is no content, contents what is.
	plain, contents attrs
	events          []*trace.Span_Event
	// stays are words that stay without contents.
	stays []string
}

// conventions are the attributes with contents that the conventions of docs/traces.md publish, as of opentelemetry-semantic-conventions 0.66b2,
// openinference-semantic-conventions 0.1.42, langfuse 5.0.4 and langsmith 0.15.1.
func conventions() []conveyed {
	return []conveyed{
		{"OpenTelemetry GenAI, a tool", "execute_tool book", attrs{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "book", "gen_ai.tool.call.id": "c1"}, attrs{
			"gen_ai.tool.call.arguments": attrs{"to": "said in"}, "gen_ai.tool.call.result": "said out",
		}, nil, []string{"book", "c1"}},
		{"OpenTelemetry GenAI, an inference", "chat m", attrs{"gen_ai.operation.name": "chat", "gen_ai.request.model": "m-7", "gen_ai.usage.input_tokens": 12}, attrs{
			"gen_ai.input.messages": `[{"role":"user","parts":[{"type":"text","content":"said in"}]}]`, "gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"said out"}]}]`,
			"gen_ai.system_instructions": "said", "gen_ai.tool.definitions": "said", "gen_ai.evaluation.explanation": "said", "gen_ai.evaluation.score.label": "pass",
			"gen_ai.retrieval.documents": "said", "gen_ai.retrieval.query.text": "said", "gen_ai.request.extra_body": "said",
		}, nil, []string{"m-7", "12", "pass"}},
		{"OpenTelemetry GenAI, older", "chat m", attrs{"gen_ai.system": "openai", "gen_ai.request.model": "m-7"}, attrs{
			"gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "said in", "gen_ai.completion.0.content": "said out",
		}, []*trace.Span_Event{
			{Name: "gen_ai.user.message", Attributes: attrs{"content": "said in"}.list()},
			{Name: "gen_ai.choice", Attributes: attrs{"message": "said out"}.list()},
			{Name: "gen_ai.evaluation.result", Attributes: attrs{"gen_ai.evaluation.score.label": "pass", "gen_ai.evaluation.explanation": "said"}.list()},
			{Name: "of a kind that nobody knows", Attributes: attrs{"x": "said"}.list()},
		}, []string{"m-7", "pass"}},
		{"OpenInference, a tool", "SimpleTool", attrs{"openinference.span.kind": "TOOL", "tool.name": "book"}, attrs{
			"input.value": "said in", "output.value": "said out", "tool.parameters": "said", "metadata": "said", "input.documents.0.document.content": "said", "output.images.0.image.url": "said", "tool_call.function.arguments": "said",
		}, nil, []string{"book"}},
		{"OpenInference, an inference", "generate", attrs{"openinference.span.kind": "LLM", "llm.model_name": "m-7", "llm.token_count.total": 12}, attrs{
			"llm.input_messages.0.message.role": "user", "llm.input_messages.0.message.content": "said in", "llm.output_messages.0.message.content": "said out", "llm.input_messages.0.message.contents.0.message_content.text": "said",
			"llm.prompts.0.prompt.text": "said", "llm.choices.0.completion.text": "said", "llm.function_call": "said", "llm.invocation_parameters": "said", "llm.prompt_template.template": "said", "llm.prompt_template.variables": "said",
			"llm.tools.0.tool.json_schema": "said", "prompt.text": "said",
		}, nil, []string{"m-7", "12"}},
		{"OpenInference, a search", "search", attrs{"openinference.span.kind": "RETRIEVER"}, attrs{
			"input.value": "said in", "output.value": "said out", "retrieval.documents.0.document.content": "said", "document.content": "said", "embedding.embeddings.0.embedding.text": "said", "embedding.text": "said",
			"reranker.query": "said", "reranker.input_documents.0.document.content": "said", "reranker.output_documents.0.document.content": "said", "audio.transcript": "said",
		}, nil, []string{"search"}},
		{"Claude Code, a span", "claude_code.tool", attrs{"span.type": "tool", "tool_name": "Bash"}, attrs{"tool_input": "said in", "user_prompt": "said", "new_context": "said", "system_prompt_preview": "said", "response.model_output": "said"}, []*trace.Span_Event{
			{Name: "tool.output", Attributes: attrs{"output": "said"}.list()},
		}, []string{"Bash"}},
		{"Claude Code, a prompt", "claude_code.user_prompt", attrs{"session.id": "s-9"}, attrs{"prompt": "said in"}, nil, []string{"s-9"}},
		{"Claude Code, a result", "claude_code.tool_result", attrs{"session.id": "s-9", "tool_name": "Bash", "success": "true"}, attrs{"tool_parameters": "said in", "tool_input": "said in"}, nil, []string{"s-9", "Bash", "ok"}},
		{"Langfuse", "book", attrs{"langfuse.observation.type": "tool", "langfuse.session.id": "s-9"}, attrs{
			"langfuse.observation.input": "said in", "langfuse.observation.output": "said out", "langfuse.trace.input": "said", "langfuse.trace.output": "said", "langfuse.trace.metadata.a": "said", "langfuse.trace.metadata": "said",
			"langfuse.observation.metadata": "said", "langfuse.observation.metadata.a": "said", "langfuse.observation.model.parameters": "said", "langfuse.experiment.item.expected_output": "said", "langfuse.experiment.item.metadata": "said", "langfuse.experiment.metadata": "said",
		}, nil, []string{"s-9", "book"}},
		{"LangSmith", "book", attrs{"langsmith.span.kind": "tool", "langsmith.metadata.thread_id": "s-9", "gen_ai.tool.name": "book"}, attrs{
			"gen_ai.prompt": "said in", "gen_ai.completion": "said out", "langsmith.metadata.customer": "said", "langsmith.request.headers": "said", "gen_ai.serialized.doc": "said",
		}, []*trace.Span_Event{{Name: "gen_ai.user.message", Attributes: attrs{"content": "said"}.list()}}, []string{"s-9", "book"}},
		{"OpenLLMetry", "book", attrs{"traceloop.span.kind": "tool", "traceloop.entity.name": "book"}, attrs{
			"traceloop.entity.input": "said in", "traceloop.entity.output": "said out", "traceloop.association.properties.customer": "said", "traceloop.prompt.template": "said",
		}, nil, []string{"book"}},
	}
}

// isRecord reports whether it is a record of a session, and no span.
func (c conveyed) isRecord() bool { return c.plain["session.id"] != nil }

// kept takes a span or record in, with or without its contents, and returns what is stored of it.
func (c conveyed) kept(t *testing.T, sent, bare bool) string {
	t.Helper()
	a := attrs{}
	for name, value := range c.plain {
		a[name] = value
	}
	for name, value := range c.contents {
		if sent {
			a[name] = value
		}
	}
	r := newReceived(t, journal.Options{})
	r.WithoutContents = bare
	var err error
	if c.isRecord() {
		_, err = r.Records(t.Context(), from("p"), records(attrs{}, record(c.name, a)))
	} else {
		s := span(1, 2, c.name, a)
		if sent {
			s.Events = c.events
		}
		_, err = r.Spans(t.Context(), from("p"), spans(attrs{}, s))
	}
	events := r.kept()["p"]
	if err != nil || len(events) != 1 {
		t.Fatalf("%s: %d events, %v", c.convention, len(events), err)
	}
	return fmt.Sprintf("%s %s", events[0].Task, events[0].Data)
}

// TestReceiver_contentsByConvention checks what docs/traces.md says of each convention: what the instrumentation sends of contents is kept, nothing is
// made up where it sends none, and with otlp.contents off nothing of them is kept, while all the rest stays.
func TestReceiver_contentsByConvention(t *testing.T) {
	for _, c := range conventions() {
		sent, off, none := c.kept(t, true, false), c.kept(t, true, true), c.kept(t, false, false)
		for name, value := range c.contents {
			for _, words := range []string{"said in", "said out"} {
				if text, is := value.(string); is && strings.Contains(text, words) && !strings.Contains(sent, words) {
					t.Errorf("%s: sent is %s, and kept is %s", c.convention, name, sent)
				}
			}
		}
		if strings.Contains(off, "said") {
			t.Errorf("%s: with contents off %s is kept", c.convention, off)
		}
		for _, word := range c.stays {
			if !strings.Contains(off, word) || !strings.Contains(sent, word) {
				t.Errorf("%s: %q is gone: %s", c.convention, word, off)
			}
		}
		if strings.Contains(none, "said") || strings.Contains(none, `"input"`) {
			t.Errorf("%s: nothing was sent, and kept is %s", c.convention, none)
		}
	}
}

// TestReceiver_statedWithoutContents keeps a choice that the agent states by itself, and none that is the output of a plan.
func TestReceiver_statedWithoutContents(t *testing.T) {
	r := newReceived(t, journal.Options{})
	r.WithoutContents = true
	all := spans(attrs{}, span(2, 1, "plan", attrs{"gen_ai.operation.name": "plan", "gen_ai.output.messages": "said"}), span(3, 1, "stated", attrs{"causeway.decision.chosen": "stated"}))
	if a, err := r.Spans(t.Context(), from("p"), all); err != nil || a.Stored != 2 {
		t.Fatalf("%+v, %v", a, err)
	}
	for _, e := range r.kept()["p"] {
		if stated := e.Span.Name == "stated"; stated != (e.Span.Choice != nil && e.Span.Choice.Chosen == "stated") {
			t.Errorf("the choice of %s is %+v", e.Span.Name, e.Span.Choice)
		}
	}
}
