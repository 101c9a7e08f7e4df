package transcript

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/internal/lazy"
)

// sweStep is a step of a trajectory of SWE-agent.
type sweStep struct {
	Action      string          `json:"action"`
	Observation json.RawMessage `json:"observation"`
	Thought     string          `json:"thought"`
	Response    string          `json:"response"`
}

// sweInfo says how a run ended.
type sweInfo struct {
	ExitStatus string          `json:"exit_status"`
	Submission *string         `json:"submission"`
	Resolved   json.RawMessage `json:"resolved"`
}

// sweMessage is a message of the history, or of the small form that has nothing else.
type sweMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type sweReading struct {
	*builder

	info sweInfo
	// told says that the file ended with how the run ended.
	told bool
}

// readSWEAgent reads a trajectory. The history of a trajectory repeats its steps; only the task is taken
// from it.
func readSWEAgent(name string, in io.Reader, yield func(Transcript) bool) {
	r := &sweReading{builder: newBuilder(name)}
	run := &r.out.Run
	d := newDecoder(in)
	err := members(d, func(key string) (bool, error) {
		switch key {
		case "trajectory":
			return true, items(d, r.step)
		case "history":
			return true, items(d, r.history)
		case "messages":
			return true, items(d, r.message)
		case "info":
			r.told = true
			return true, lenient(d, &r.info)
		case "instance_id":
			return true, lenient(d, &run.Group)
		case "environment", "replay_config", "trajectory_format":
			r.other(key, "bookkeeping: "+key)
		}
		return false, nil
	})
	if err != nil {
		r.breaks("the file", err)
	}
	run.Session = stem(name)
	run.ID = "swe-agent-" + run.Session
	run.Group = cmp.Or(run.Group, run.Session)
	run.Outcome = r.outcome()
	yield(r.done(SWEAgent, "trajectory of SWE-agent"))
}

// outcome is what the record tells of the end. That something was submitted does not say that it is right.
func (r *sweReading) outcome() agentrun.Outcome {
	if solved, known := truth(r.info.Resolved); known {
		return resolved(solved)
	}
	if none := r.info.Submission == nil || strings.TrimSpace(*r.info.Submission) == ""; r.told && none && r.info.ExitStatus != "" {
		return agentrun.Outcome{Result: episodic.OutcomeFailure, Source: "the run ended without a submission: " + r.info.ExitStatus}
	}
	return agentrun.Outcome{}
}

func (r *sweReading) step(i int, raw json.RawMessage) error {
	id := fmt.Sprint(i + 1)
	var s sweStep
	if json.Unmarshal(raw, &s) != nil {
		r.unknown(id, "a step with a field of another type", raw)
		return nil
	}
	if said := strings.TrimSpace(s.Thought); said != "" {
		r.add(agentrun.Step{ID: id + " thought", Kind: agentrun.KindMessage, Role: agentrun.RoleAgent, Text: said})
	}
	if strings.TrimSpace(s.Action) == "" {
		r.other(id, "a step without an action")
		return nil
	}
	tool, args := sweCall(s.Action)
	r.add(agentrun.Step{ID: id, Kind: agentrun.KindCall, Role: agentrun.RoleAgent, Tool: tool, Arguments: args, Result: plain(s.Observation), HasResult: true})
	return nil
}

// sweCall reads an action: one of SWE-agent's own tools, or a line for a shell.
func sweCall(action string) (tool, arguments string) {
	line, rest, _ := strings.Cut(strings.TrimSpace(action), "\n")
	words := strings.Fields(line)
	named := map[string]string{}
	switch words[0] {
	case "str_replace_editor":
		if len(words) > 2 {
			named["command"], named["path"] = words[1], words[2]
			named["text"] = strings.TrimSpace(strings.Join(words[3:], " ") + "\n" + rest)
		}
	case "edit", "insert", "create":
		named["text"] = strings.TrimSpace(strings.Join(words[1:], " ") + "\n" + rest)
		if words[0] == "create" && len(words) > 1 {
			named["path"] = words[1]
		}
	case "open", "goto", "scroll_up", "scroll_down", "search_dir", "search_file", "find_file", "submit", "view_image", "filemap":
		named["text"] = strings.Join(words[1:], " ")
	default:
		words[0], named["command"] = "bash", action
	}
	raw, _ := json.Marshal(named) // texts have a JSON form
	return words[0], string(raw)
}

// history takes the task from the first messages of a user.
func (r *sweReading) history(i int, raw json.RawMessage) error {
	var m sweMessage
	if json.Unmarshal(raw, &m) == nil && m.Role == "user" && r.out.Run.Task == "" {
		r.out.Run.Task = plain(m.Content)
	}
	if i == 0 {
		r.other("history", "repeats the trajectory")
	}
	return nil
}

var shellBlock = lazy.Pattern("(?s)```(?:bash|sh|mswea_bash_command)\\n(.*?)\\n```")

// message takes a message of the small form, where an action is a block of code.
func (r *sweReading) message(i int, raw json.RawMessage) error {
	id := "message " + fmt.Sprint(i+1)
	var m sweMessage
	if json.Unmarshal(raw, &m) != nil {
		r.unknown(id, "a message with a field of another type", raw)
		return nil
	}
	said := plain(m.Content)
	s := agentrun.Step{ID: id, Kind: agentrun.KindMessage, Role: agentrun.RoleUser, Text: said}
	block := shellBlock().FindStringSubmatch(said)
	switch {
	case m.Role == "system":
		s.Role = agentrun.RoleSystem
	case m.Role == "assistant":
		s.Role = agentrun.RoleAgent
		if block != nil {
			s.Text = strings.TrimSpace(strings.Replace(said, block[0], "", 1))
			r.add(s)
			command, _ := json.Marshal(map[string]string{"command": block[1]}) // a text has a JSON form
			s = agentrun.Step{ID: id + " action", Kind: agentrun.KindCall, Role: agentrun.RoleAgent, Tool: "bash", Arguments: string(command)}
		}
	case strings.Contains(clipText(said, 400), "<returncode>"):
		s.Kind, s.Role, s.Text, s.Result, s.ExitCode = agentrun.KindResult, agentrun.RoleTool, "", said, exitCode(said)
	}
	r.add(s)
	return nil
}
