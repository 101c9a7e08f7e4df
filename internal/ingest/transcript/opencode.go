package transcript

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// opencodeSession is what opencode says of a session.
type opencodeSession struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Directory string `json:"directory"`
	ParentID  string `json:"parentID"`
}

// opencodeMessage is a message with its parts, as `opencode export` writes it.
type opencodeMessage struct {
	Info struct {
		ID      string `json:"id"`
		Role    string `json:"role"`
		ModelID string `json:"modelID"`
		Agent   string `json:"agent"`
		Time    struct {
			Created json.RawMessage `json:"created"`
		} `json:"time"`
	} `json:"info"`
	Parts []json.RawMessage `json:"parts"`
}

// opencodePart is a part of a message.
type opencodePart struct {
	Type      string `json:"type"`
	Text      string `json:"text"`
	Synthetic bool   `json:"synthetic"`
	Tool      string `json:"tool"`
	CallID    string `json:"callID"`
	State     struct {
		Status   string          `json:"status"`
		Input    json.RawMessage `json:"input"`
		Output   string          `json:"output"`
		Error    string          `json:"error"`
		Metadata struct {
			Exit *int `json:"exit"`
		} `json:"metadata"`
		Time struct {
			Start json.RawMessage `json:"start"`
		} `json:"time"`
	} `json:"state"`
}

type opencodeReading struct {
	*builder

	session opencodeSession
}

// readOpencode reads a session as `opencode export` writes it; a folder of opencode is put together in the
// same form by [Find].
func readOpencode(name string, in io.Reader, yield func(Transcript) bool) {
	r := &opencodeReading{builder: newBuilder(name)}
	d := newDecoder(in)
	err := members(d, func(key string) (bool, error) {
		switch key {
		case "info":
			return true, lenient(d, &r.session)
		case "messages":
			return true, items(d, r.message)
		}
		return false, nil
	})
	if err != nil {
		r.breaks("the file", err)
	}
	run := &r.out.Run
	run.Session, run.Folder = r.session.ID, r.session.Directory
	if run.Session == "" {
		run.Session = stem(name)
	}
	run.ID = "opencode-" + run.Session
	if r.session.ParentID != "" {
		run.Session = r.session.ParentID
	}
	yield(r.done(Opencode, "session of opencode"))
}

func (r *opencodeReading) message(i int, raw json.RawMessage) error {
	var m opencodeMessage
	if json.Unmarshal(raw, &m) != nil {
		r.unknown(fmt.Sprintf("message %d", i+1), "a message with a field of another type", raw)
		return nil
	}
	if r.out.Run.Model == "" {
		r.out.Run.Model = m.Info.ModelID
	}
	if len(m.Parts) == 0 {
		r.other(fmt.Sprintf("message %d", i+1), "the record is empty")
	}
	for k, p := range m.Parts {
		r.part(fmt.Sprintf("message %d.%d", i+1, k+1), m, p)
	}
	return nil
}

func (r *opencodeReading) part(id string, m opencodeMessage, raw json.RawMessage) {
	var p opencodePart
	if json.Unmarshal(raw, &p) != nil {
		r.unknown(id, "a part with a field of another type", raw)
		return
	}
	s := agentrun.Step{ID: id, Parent: m.Info.ID, At: clock(m.Info.Time.Created), Role: agentrun.RoleUser}
	if m.Info.Role == "assistant" {
		s.Role = agentrun.RoleAgent
	}
	switch p.Type {
	case "text":
		if p.Synthetic {
			r.other(id, "a text of the program")
			return
		}
		s.Kind, s.Text = agentrun.KindMessage, p.Text
	case "reasoning":
		s.Kind, s.Role, s.Text = agentrun.KindReasoning, agentrun.RoleAgent, p.Text
	case "tool":
		p.call(&s)
	case "step-start", "step-finish", "snapshot", "patch", "file", "agent", "subtask", "compaction", "retry":
		r.other(id, "bookkeeping: "+p.Type)
		return
	default:
		r.unknown(id, "part: "+p.Type, raw)
		return
	}
	r.add(s)
}

// call fills a step with a call and its result.
func (p opencodePart) call(s *agentrun.Step) {
	s.Kind, s.Tool, s.Arguments, s.Call = agentrun.KindCall, p.Tool, string(p.State.Input), p.CallID
	if at := clock(p.State.Time.Start); !at.IsZero() {
		s.At = at
	}
	if p.State.Status != "completed" && p.State.Status != "error" {
		return
	}
	failed := p.State.Status == "error"
	s.HasResult, s.Failed, s.ExitCode = true, &failed, p.State.Metadata.Exit
	s.Result = p.State.Output
	if failed {
		s.Result = p.State.Error
	}
	if code := s.ExitCode; code != nil && !failed {
		failed = *code != 0
	}
	s.Result = strings.TrimSpace(s.Result)
}
