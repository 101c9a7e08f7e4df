package ingest

import (
	"slices"

	"github.com/causeway-memory/causeway/internal/ingest/transcript"
)

// other is a format that a document has which is no episode, with what it is.
type other struct {
	format Format
	is     string
}

// resembles tells by the names in a document of which other format it is; false if nothing tells. A chat of an agent has a task too,
// and would become an episode of nothing.
func (n *node) resembles() (other, bool) {
	hands := other{Format(transcript.OpenHands), "what OpenHands did"}
	for _, of := range []struct {
		is  other
		has bool
	}{
		{other{FormatOTLP, "a request of OpenTelemetry"}, n.has("resourceSpans") || n.has("resourceLogs")},
		{other{FormatCausalGraph, "a causal graph"}, n.has("nodes", "edges")},
		{other{FormatLangfuse, "an export of Langfuse"}, n.has("traceId", "startTime") || n.listOf("observations", "traceId")},
		{other{Format(transcript.Codex), "a session of Codex"}, n.has("type", "payload")},
		{other{Format(transcript.ClaudeCode), "a transcript of Claude Code"}, n.has("type", "sessionId") || n.has("summary", "leafUuid") || n.has("type", "messageId", "snapshot")},
		{hands, n.has("source", "action") || n.has("source", "observation") || n.has("source", "kind") || n.has("instance_id", "history")},
		{other{Format(transcript.SWEAgent), "a trajectory of SWE-agent"}, n.listOf("trajectory", "action") || n.has("info", "messages", "trajectory_format")},
		{other{Format(transcript.Opencode), "a session of opencode"}, n.listOf("messages", "info")},
		{other{Format(transcript.Tau), "a chat of an agent"}, n.isChat()},
	} {
		if of.has {
			return of.is, true
		}
	}
	return other{}, false
}

// isChat reports whether a document is a message or has a list of messages.
func (n *node) isChat() bool {
	if n.has("role", "content") || n.has("role", "tool_calls") || n.listOf("simulations", "messages") {
		return true
	}
	return slices.ContainsFunc([]string{"traj", "messages", "history", "steps"}, func(name string) bool { return n.listOf(name, "role") })
}

// strange returns the lists and objects of a document that has nothing of an episode but its head: it is something else that has a task.
func (n *node) strange() (out []string) {
	for _, key := range n.keys {
		switch key {
		case "id", "task", "session", "timestamp", "startedAt", "domain", "task_type", "taskType", "complexity":
		case "tools", "strategies", "tags", "goals", "constraints", "insights", "lessons", "notes", "context", "metrics", "links", "references", "extra", "sources":
			return nil
		default:
			if k := n.members[key].kind; k == kindList || k == kindObject {
				out = append(out, key)
			}
		}
	}
	return out
}

// has reports whether an object has all members of those names.
func (n *node) has(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return n.members[name] == nil })
}

// listOf reports whether a member is a list of objects that have a member.
func (n *node) listOf(name, member string) bool {
	list := n.members[name]
	return list != nil && len(list.items) > 0 && list.items[0].has(member)
}
