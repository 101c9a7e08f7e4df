package otlp

import (
	"strings"

	"github.com/causeway-memory/causeway/episodic/tracing"
)

// kindAttributes are the attributes that name the kind of a span, the most exact first, each with its words.
// A word that is not listed is kept as the operation.
func kindAttributes() []kindAttribute {
	genAI := map[string]tracing.Kind{
		"invoke_agent": tracing.KindAgent, "create_agent": tracing.KindAgent, "invoke_workflow": tracing.KindAgent,
		"execute_tool": tracing.KindTool, "plan": tracing.KindPlan, "decision": tracing.KindChoice,
		"chat": tracing.KindInference, "text_completion": tracing.KindInference, "generate_content": tracing.KindInference, "completion": tracing.KindInference, "inference": tracing.KindInference, "response": tracing.KindInference,
		"embeddings": tracing.KindRetrieval, "retrieval": tracing.KindRetrieval,
		"memory": tracing.KindMemory, "search_memory": tracing.KindMemory, "create_memory": tracing.KindMemory, "update_memory": tracing.KindMemory, "upsert_memory": tracing.KindMemory, "delete_memory": tracing.KindMemory, "create_memory_store": tracing.KindMemory, "delete_memory_store": tracing.KindMemory,
		"handoff": tracing.KindHandoff, "guardrail": tracing.KindGuardrail, "evaluate": tracing.KindScore,
	}
	others := map[string]tracing.Kind{
		"agent": tracing.KindAgent, "chain": tracing.KindOther, "workflow": tracing.KindAgent, "task": tracing.KindOther, "span": tracing.KindOther, "event": tracing.KindOther,
		"tool": tracing.KindTool, "llm": tracing.KindInference, "generation": tracing.KindInference, "decision": tracing.KindChoice, "prompt": tracing.KindOther,
		"embedding": tracing.KindRetrieval, "retriever": tracing.KindRetrieval, "reranker": tracing.KindRetrieval, "guardrail": tracing.KindGuardrail, "evaluator": tracing.KindScore, "handoff": tracing.KindHandoff,
	}
	return []kindAttribute{
		{"gen_ai.operation.name", genAI},
		{"openinference.span.kind", others},
		{"langfuse.observation.type", others},
		{"langsmith.span.kind", others},
		{"traceloop.span.kind", others},
		{"span.type", claudeSpans()},
	}
}

// kindAttribute is an attribute with the kinds of its words, which are in lower case.
type kindAttribute struct {
	name  string
	words map[string]tracing.Kind
}

// claudeSpans are the names of Claude Code's spans without their prefix.
func claudeSpans() map[string]tracing.Kind {
	return map[string]tracing.Kind{"interaction": tracing.KindAgent, "llm_request": tracing.KindInference, "tool": tracing.KindTool, "hook": tracing.KindGuardrail}
}

// claudePrefix begins the names of Claude Code's spans and events.
const claudePrefix = "claude_code."

// kind takes what kind a span is and the word for it.
func (a attributes) kind(name string) (tracing.Kind, string) {
	kind, word := tracing.KindOther, ""
	for _, by := range kindAttributes() {
		said := strings.ToLower(a.take(by.name))
		if said == "" {
			continue
		}
		if word == "" {
			word = said
		}
		if known := by.words[said]; kind == tracing.KindOther && known != "" {
			kind = known
		}
	}
	if short, is := strings.CutPrefix(name, claudePrefix); is && kind == tracing.KindOther {
		word = short
		if known := claudeSpans()[short]; known != "" {
			kind = known
		}
	}
	if kind == tracing.KindOther {
		kind = a.guessed(word)
	}
	return kind, word
}

// guessed returns the kind of a span that no word names: that of the names it has.
func (a attributes) guessed(word string) tracing.Kind {
	switch {
	case text(a["gen_ai.tool.name"]) != "" || text(a["tool.name"]) != "":
		return tracing.KindTool
	case word == "" && (text(a["gen_ai.request.model"]) != "" || text(a["llm.model_name"]) != ""):
		return tracing.KindInference
	}
	return tracing.KindOther
}

// field is something that a span says, under the name that each convention gives it.
type field int

const (
	fieldSession field = iota
	fieldAgent
	fieldTool
	fieldCall
	fieldModel
	fieldInput
	fieldOutput
)

// names returns the attributes that hold a field, the most exact first.
func (f field) names() []string {
	return [...][]string{
		fieldSession: {
			"session.id", "langfuse.session.id", "langsmith.metadata.thread_id", "langsmith.metadata.session_id", "gen_ai.conversation.id",
			"traceloop.association.properties.session_id", "conversation.id", "thread.id",
		},
		fieldAgent: {"gen_ai.agent.name", "agent.name", "gen_ai.workflow.name", "langfuse.trace.name"},
		fieldTool:  {"gen_ai.tool.name", "tool.name", "tool_name"},
		fieldCall:  {"gen_ai.tool.call.id", "tool_call.id", "tool.call.id", "tool_use_id"},
		fieldModel: {"gen_ai.response.model", "gen_ai.request.model", "llm.model_name", "embedding.model_name", "langfuse.observation.model.name", "model"},
		fieldInput: {
			"gen_ai.tool.call.arguments", "langfuse.observation.input", "input.value", "traceloop.entity.input", "tool_input", "tool_parameters",
			"gen_ai.input.messages", "gen_ai.prompt", "langfuse.trace.input", "user_prompt", "prompt",
		},
		fieldOutput: {
			"gen_ai.tool.call.result", "langfuse.observation.output", "output.value", "traceloop.entity.output",
			"gen_ai.output.messages", "gen_ai.completion", "langfuse.trace.output",
		},
	}[f]
}

// of takes a field.
func (a attributes) of(f field) string { return a.take(f.names()...) }

// listedNames returns how attributes begin whose names have a number and a field, like gen_ai.prompt.0.content,
// and make a field together.
func (f field) listedNames() []string {
	return map[field][]string{
		fieldInput:  {"gen_ai.prompt.", "llm.input_messages.", "llm.prompts."},
		fieldOutput: {"gen_ai.completion.", "llm.output_messages."},
	}[f]
}

// contentEvents are the events of a span that carry a message, with the attributes that hold it.
func contentEvents() map[string]contentEvent {
	return map[string]contentEvent{
		"gen_ai.content.prompt":                     {fieldInput, []string{"gen_ai.prompt"}},
		"gen_ai.system.message":                     {fieldInput, []string{"content"}},
		"gen_ai.user.message":                       {fieldInput, []string{"content"}},
		"gen_ai.assistant.message":                  {fieldInput, []string{"content"}},
		"gen_ai.tool.message":                       {fieldInput, []string{"content"}},
		"gen_ai.content.completion":                 {fieldOutput, []string{"gen_ai.completion"}},
		"gen_ai.choice":                             {fieldOutput, []string{"message", "content"}},
		"gen_ai.decision.questions":                 {fieldInput, []string{"gen_ai.decision.questions", "questions"}},
		"gen_ai.decision.answers":                   {fieldOutput, []string{"gen_ai.decision.answers", "answers"}},
		"gen_ai.client.inference.operation.details": {fieldInput, fieldInput.names()},
	}
}

// contentEvent says which field an event of a span holds, and in which attributes.
type contentEvent struct {
	holds field
	in    []string
}
