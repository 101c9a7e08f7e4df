package transcript

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// codexRecord is a line of a session of Codex. Early ones are the payload itself.
type codexRecord struct {
	Timestamp  json.RawMessage `json:"timestamp"`
	Type       string          `json:"type"`
	RecordType string          `json:"record_type"`
	Payload    json.RawMessage `json:"payload"`
}

// codexPayload is what a line says.
type codexPayload struct {
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	Cwd       string          `json:"cwd"`
	Model     string          `json:"model"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Input     json.RawMessage `json:"input"`
	CallID    string          `json:"call_id"`
	Output    json.RawMessage `json:"output"`
	Action    json.RawMessage `json:"action"`
	Summary   json.RawMessage `json:"summary"`
	Status    string          `json:"status"`
	Message   string          `json:"message"`
}

type codexReading struct {
	*builder

	id string
}

func readCodex(name string, in io.Reader, yield func(Transcript) bool) {
	r := &codexReading{builder: newBuilder(name)}
	records(in, r.builder, r.record)
	run := &r.out.Run
	run.Session = r.id
	if run.Session == "" {
		run.Session = stem(name)
	}
	run.ID = "codex-" + run.Session
	yield(r.done(Codex, "session of Codex"))
}

// unpack makes an early record, which is the payload itself, one of the later form.
func (c *codexRecord) unpack(raw []byte) {
	if len(c.Payload) > 0 {
		return
	}
	c.Payload = raw
	switch c.Type {
	case "":
		c.Type = "session_meta"
	case "session_meta", "turn_context", "event_msg":
	default:
		c.Type = "response_item"
	}
}

func (r *codexReading) record(number int, raw []byte) {
	id := fmt.Sprint(number)
	var c codexRecord
	var p codexPayload
	if json.Unmarshal(raw, &c) != nil {
		r.unknown(id, "a record with a field of another type", raw)
		return
	}
	c.unpack(raw)
	if json.Unmarshal(c.Payload, &p) != nil {
		r.unknown(id, c.Type+" with a field of another type", raw)
		return
	}
	step := agentrun.Step{ID: id, At: clock(c.Timestamp)}
	switch {
	case c.RecordType != "":
		r.other(id, "bookkeeping: "+c.RecordType)
	case c.Type == "session_meta" && (p.ID != "" || p.Cwd != ""):
		r.head(p)
		r.other(id, "bookkeeping: session_meta")
	case c.Type == "turn_context":
		r.head(codexPayload{Cwd: p.Cwd, Model: p.Model})
		r.other(id, "bookkeeping: turn_context")
	case c.Type == "compacted":
		r.other(id, "the summary of an earlier part")
	case c.Type == "event_msg":
		r.event(step, p, raw)
	case c.Type == "response_item":
		r.item(step, p, raw)
	default:
		r.unknown(id, c.Type, raw)
	}
}

func (r *codexReading) head(p codexPayload) {
	run := &r.out.Run
	if r.id == "" {
		r.id = p.ID
	}
	if run.Folder == "" {
		run.Folder = p.Cwd
	}
	if run.Model == "" {
		run.Model = p.Model
	}
}

// event takes what the program showed. Most of it repeats a response item.
func (r *codexReading) event(s agentrun.Step, p codexPayload, raw []byte) {
	switch {
	case slices.Contains([]string{"user_message", "agent_message", "agent_reasoning", "agent_reasoning_raw_content", "agent_message_delta"}, p.Type):
		r.other(s.ID, "repeats a response item")
	case slices.Contains([]string{
		"token_count", "task_started", "task_complete", "turn_started", "turn_complete", "agent_reasoning_section_break", "exec_command_begin", "exec_command_end",
		"exec_command_output_delta", "patch_apply_begin", "patch_apply_end", "turn_diff", "plan_update", "background_event", "mcp_tool_call_begin", "mcp_tool_call_end",
		"web_search_begin", "web_search_end", "view_image_tool_call", "entered_review_mode", "exited_review_mode", "context_compacted", "session_configured", "item_completed", "thread_rolled_back",
	}, p.Type):
		r.other(s.ID, "bookkeeping: "+p.Type)
	case p.Type == "turn_aborted":
		r.other(s.ID, "the person interrupted the agent")
	case p.Type == "error" || p.Type == "stream_error" || p.Type == "warning":
		r.other(s.ID, "bookkeeping: "+p.Type+": "+clipText(p.Message, 60))
	default:
		r.unknown(s.ID, "event: "+p.Type, raw)
	}
}

// item takes a message, a call or its result.
func (r *codexReading) item(s agentrun.Step, p codexPayload, raw []byte) {
	switch p.Type {
	case "message":
		s.Kind, s.Text, s.Role = agentrun.KindMessage, plain(p.Content), codexRole(p)
	case "reasoning":
		s.Kind, s.Role, s.Text = agentrun.KindReasoning, agentrun.RoleAgent, strings.TrimSpace(plain(p.Summary)+"\n"+plain(p.Content))
		if s.Text == "" {
			r.other(s.ID, "reasoning that is encrypted")
			return
		}
	case "function_call":
		s.Kind, s.Tool, s.Arguments, s.Call = agentrun.KindCall, p.Name, codexArguments(p.Arguments), p.CallID
	case "custom_tool_call":
		s.Kind, s.Tool, s.Arguments, s.Call = agentrun.KindCall, p.Name, codexArguments(p.Input), p.CallID
	case "local_shell_call", "web_search_call", "tool_search_call":
		s.Kind, s.Tool, s.Arguments, s.Call = agentrun.KindCall, strings.TrimSuffix(p.Type, "_call"), string(p.Action), p.CallID
		s.HasResult = p.Type == "web_search_call"
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
		s.Kind, s.Role, s.Call = agentrun.KindResult, agentrun.RoleTool, p.CallID
		s.Result, s.ExitCode, s.Failed = codexOutput(p.Output)
	case "ghost_snapshot", "compaction":
		r.other(s.ID, "bookkeeping: "+p.Type)
		return
	default:
		r.unknown(s.ID, "item: "+p.Type, raw)
		return
	}
	r.add(s)
}

// codexRole tells what a person said from what the program adds in the person's name.
func codexRole(p codexPayload) agentrun.Role {
	said := strings.TrimSpace(plain(p.Content))
	switch {
	case p.Role == "assistant":
		return agentrun.RoleAgent
	case p.Role != "user", strings.HasPrefix(said, "<environment_context>"), strings.HasPrefix(said, "<user_instructions>"), strings.HasPrefix(said, "# AGENTS.md instructions"),
		strings.HasPrefix(said, "<turn_aborted>"), strings.HasPrefix(said, "<permissions instructions>"), strings.HasPrefix(said, "<INSTRUCTIONS>"):
		return agentrun.RoleSystem
	default:
		return agentrun.RoleUser
	}
}

// codexArguments unpacks arguments, which are JSON in a text.
func codexArguments(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// codexOutput reads what a call returned: a text, JSON in a text with the exit code, or an object.
func codexOutput(raw json.RawMessage) (result string, code *int, failed *bool) {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		var o struct {
			Content json.RawMessage `json:"content"`
			Success *bool           `json:"success"`
		}
		if json.Unmarshal(raw, &o) != nil || len(o.Content) == 0 {
			return plain(raw), nil, nil
		}
		if o.Success != nil {
			bad := !*o.Success
			failed = &bad
		}
		s = plain(o.Content)
	}
	var packed struct {
		Output   *string `json:"output"`
		Metadata struct {
			ExitCode *int `json:"exit_code"`
		} `json:"metadata"`
	}
	if json.Unmarshal([]byte(s), &packed) == nil && packed.Output != nil {
		return *packed.Output, packed.Metadata.ExitCode, failed
	}
	return s, exitCode(s), failed
}
