package transcript

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// claudeRecord is a line of a transcript of Claude Code.
type claudeRecord struct {
	Type             string          `json:"type"`
	Subtype          string          `json:"subtype"`
	UUID             string          `json:"uuid"`
	ParentUUID       string          `json:"parentUuid"`
	Timestamp        json.RawMessage `json:"timestamp"`
	SessionID        string          `json:"sessionId"`
	StreamSession    string          `json:"session_id"`
	AgentID          string          `json:"agentId"`
	Cwd              string          `json:"cwd"`
	IsSidechain      bool            `json:"isSidechain"`
	IsMeta           bool            `json:"isMeta"`
	IsCompactSummary bool            `json:"isCompactSummary"`
	IsError          *bool           `json:"is_error"`
	Result           string          `json:"result"`
	Message          struct {
		Role    string          `json:"role"`
		Model   string          `json:"model"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// claudeReading is the state while a transcript of Claude Code is read.
type claudeReading struct {
	*builder

	sessions []string
	seen     map[string]bool
	// onlySide says that every record is of a subagent, agentID which.
	onlySide bool
	agentID  string
}

func readClaudeCode(name string, in io.Reader, yield func(Transcript) bool) {
	r := &claudeReading{builder: newBuilder(name), seen: map[string]bool{}, onlySide: true}
	records(in, r.builder, r.record)
	run := &r.out.Run
	run.Session = stem(name)
	if len(r.sessions) > 0 && !slices.Contains(r.sessions, run.Session) {
		run.Session = r.sessions[0]
	}
	run.ID = "claude-code-" + run.Session
	if r.onlySide && r.agentID != "" {
		run.ID += "-agent-" + r.agentID
	}
	yield(r.done(ClaudeCode, "transcript of Claude Code"))
}

// bookkeeping are records that say nothing of the work.
func bookkeeping() []string {
	return []string{
		"summary", "system", "file-history-snapshot", "queue-operation", "progress", "attachment", "custom-title", "ai-title", "last-prompt",
		"permission-mode", "agent-name", "agent-color", "tag", "pr-link", "mode", "stream_event", "rate_limit_event",
	}
}

func (r *claudeReading) record(number int, raw []byte) {
	id := fmt.Sprint(number)
	var c claudeRecord
	if err := json.Unmarshal(raw, &c); err != nil {
		r.unknown(id, "a record with a field of another type", raw)
		return
	}
	r.head(c)
	switch {
	case c.UUID != "" && r.seen[c.UUID]:
		r.other(id, "the record is there twice")
	case c.Type == "user" || c.Type == "assistant":
		r.seen[c.UUID] = true
		r.message(id, c, raw)
	case c.Type == "result":
		r.ended(id, c)
	case slices.Contains(bookkeeping(), c.Type):
		r.other(id, "bookkeeping: "+c.Type)
	default:
		r.unknown(id, c.Type, raw)
	}
}

// head takes what a record says of the session.
func (r *claudeReading) head(c claudeRecord) {
	for _, s := range []string{c.SessionID, c.StreamSession} {
		if s != "" && len(r.sessions) < 100 && !slices.Contains(r.sessions, s) {
			r.sessions = append(r.sessions, s)
		}
	}
	if c.Type == "user" || c.Type == "assistant" {
		r.onlySide = r.onlySide && c.IsSidechain
	}
	if r.agentID == "" {
		r.agentID = c.AgentID
	}
	run := &r.out.Run
	if run.Folder == "" {
		run.Folder = c.Cwd
	}
	if run.Model == "" && !strings.HasPrefix(c.Message.Model, "<") {
		run.Model = c.Message.Model
	}
}

// ended takes the last record of a session without a terminal. That it ended well says nothing of the work;
// that it failed does.
func (r *claudeReading) ended(id string, c claudeRecord) {
	if c.IsError != nil && *c.IsError {
		r.out.Run.Outcome = agentrun.Outcome{Result: episodic.OutcomeFailure, Source: "the session ended with an error: " + c.Subtype}
	}
	r.other(id, "how the session ended: "+c.Subtype)
}

func (r *claudeReading) message(id string, c claudeRecord, raw []byte) {
	list, is := blocks(c.Message.Content)
	if !is {
		r.unknown(id, c.Type+" without content", raw)
		return
	}
	if len(list) == 0 {
		r.other(id, "the record is empty")
	}
	for i, b := range list {
		part := id
		if i > 0 {
			part = fmt.Sprintf("%s.%d", id, i+1)
		}
		s := agentrun.Step{ID: part, Parent: c.ParentUUID, At: clock(c.Timestamp), Role: agentrun.RoleUser}
		if c.Type == "assistant" {
			s.Role = agentrun.RoleAgent
		}
		if c.IsSidechain && !r.onlySide {
			s.Agent = "subagent"
		}
		r.block(s, c, b)
	}
}

// block takes one part of a message.
func (r *claudeReading) block(s agentrun.Step, c claudeRecord, b block) {
	switch b.Type {
	case "text":
		if reason := notSaid(c, b.Text); reason != "" {
			r.other(s.ID, reason)
			return
		}
		if s.Agent != "" {
			s.Role = agentrun.RoleAgent // who speaks to a subagent is an agent
		}
		s.Kind, s.Text = agentrun.KindMessage, b.Text
	case "thinking":
		s.Kind, s.Text = agentrun.KindReasoning, b.Thinking
	case "tool_use", "server_tool_use":
		s.Kind, s.Tool, s.Arguments, s.Call = agentrun.KindCall, b.Name, string(b.Input), b.ID
	case "tool_result", "web_search_tool_result":
		s.Kind, s.Role, s.Call, s.Result = agentrun.KindResult, agentrun.RoleTool, b.ToolUseID, plain(b.Content)
		failed := b.IsError != nil && *b.IsError
		s.Failed = &failed
		if failed {
			s.ExitCode = exitCode(s.Result)
		}
	case "redacted_thinking", "image", "document":
		r.other(s.ID, "a part without text: "+b.Type)
		return
	default:
		raw, _ := json.Marshal(b) // it was JSON before
		r.unknown(s.ID, "part: "+b.Type, raw)
		return
	}
	r.add(s)
}

// notSaid returns why a text of a user is nothing that a person said; empty if it is.
func notSaid(c claudeRecord, text string) string {
	text = strings.TrimSpace(text)
	switch {
	case c.Type != "user":
	case c.IsMeta:
		return "a text of the program"
	case c.IsCompactSummary:
		return "the summary of an earlier part"
	case strings.HasPrefix(text, "<command-") || strings.HasPrefix(text, "<local-command-") || strings.HasPrefix(text, "<bash-"):
		return "a command of the interface"
	case strings.HasPrefix(text, "<system-reminder>") && strings.HasSuffix(text, "</system-reminder>"):
		return "a text of the program"
	case strings.HasPrefix(text, "[Request interrupted by user"):
		return "the person interrupted the agent"
	}
	return ""
}
