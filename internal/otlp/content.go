package otlp

import (
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic/tracing"
)

// withoutContents drops what conventions call content: a span without it says what was done, by whom, when, and whether it failed.
func (a attributes) withoutContents(out *tracing.Span) {
	out.Input, out.Output = "", ""
	for i := range out.Scores {
		out.Scores[i].Explanation = ""
	}
	maps.DeleteFunc(a, func(name string, _ any) bool { return isContent(name) })
}

// isContent reports whether an attribute holds content: it has one of the names, or a name below one of them.
func isContent(name string) bool {
	return slices.ContainsFunc(slices.Concat(fieldInput.names(), fieldOutput.names(), fieldInput.listedNames(), fieldOutput.listedNames(), contents()), func(of string) bool {
		of = strings.TrimSuffix(of, ".")
		return name == of || strings.HasPrefix(name, of+".")
	})
}

// contents are the further attributes that hold content, or what somebody wrote beside it, by convention.
func contents() []string {
	return slices.Concat(
		// of any: events of a span that no convention knows, and bodies of records
		[]string{"events", "body", "content", "message", "metadata"},
		// OpenTelemetry GenAI
		[]string{"gen_ai.system_instructions", "gen_ai.tool.definitions", "gen_ai.retrieval.documents", "gen_ai.retrieval.query", "gen_ai.request.extra_body", "gen_ai.request.extra_query", "gen_ai.evaluation.explanation", "gen_ai.serialized"},
		// OpenInference
		[]string{
			"input.documents", "input.images", "output.documents", "output.images", "retrieval.documents", "document", "embedding", "reranker", "llm.tools", "llm.choices", "llm.function_call", "llm.invocation_parameters",
			"llm.prompt_template", "prompt.text", "message_content", "tool.parameters", "tool_call.function", "completion", "audio", "image", "video", "annotations", "trace.annotations", "session.annotations",
		},
		// Claude Code
		[]string{"new_context", "system_prompt_preview", "response.model_output", "tool_result"},
		// Langfuse
		[]string{"langfuse.trace.metadata", "langfuse.observation.metadata", "langfuse.observation.model.parameters", "langfuse.experiment.metadata", "langfuse.experiment.item"},
		// LangSmith
		[]string{"langsmith.metadata", "langsmith.request.headers"},
		// OpenLLMetry
		[]string{"traceloop.association.properties", "traceloop.prompt"},
	)
}
