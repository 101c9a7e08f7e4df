package transcript

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// chat is a log of a chat, in the forms of tau-bench and of logs like it. Messages are under one of the
// names.
type chat struct {
	ID          json.RawMessage `json:"id"`
	TaskID      json.RawMessage `json:"task_id"`
	QuestionID  json.RawMessage `json:"question_ID"`
	Task        json.RawMessage `json:"task"`
	Trial       json.RawMessage `json:"trial"`
	Instruction string          `json:"instruction"`
	Question    string          `json:"question"`
	Model       string          `json:"model"`
	Reward      json.RawMessage `json:"reward"`
	RewardInfo  struct {
		Reward json.RawMessage `json:"reward"`
	} `json:"reward_info"`
	IsCorrect json.RawMessage   `json:"is_correct"`
	Steps     []json.RawMessage `json:"steps"`
	History   []json.RawMessage `json:"history"`
	Traj      []json.RawMessage `json:"traj"`
	Messages  []json.RawMessage `json:"messages"`
	// Simulations are several runs in one value.
	Simulations []json.RawMessage `json:"simulations"`
}

// chatMessage is a message of a chat.
type chatMessage struct {
	Step       json.RawMessage `json:"step"`
	Role       string          `json:"role"`
	Name       string          `json:"name"`
	Content    json.RawMessage `json:"content"`
	ToolCallID string          `json:"tool_call_id"`
	Timestamp  json.RawMessage `json:"timestamp"`
	Error      *bool           `json:"error"`
	Reasoning  string          `json:"reasoning_content"`
	ToolCalls  []chatCall      `json:"tool_calls"`
}

// chatCall is a call of a tool, with its parts at the top or in a function.
type chatCall struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Function  struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// readChats reads the runs of a file: a line each, the entries of a list, or one value.
func readChats(name string, in io.Reader, yield func(Transcript) bool) {
	buffered := bufio.NewReader(in)
	if first(buffered) == '[' {
		readChatList(name, buffered, yield)
		return
	}
	if isLines(name) {
		lines(buffered, func(number int, raw []byte, err error) bool {
			place := fmt.Sprintf("%s:%d", name, number)
			if err != nil {
				return yield(Transcript{Name: place, Err: err})
			}
			return readChat(place, raw, yield)
		})
		return
	}
	d := newDecoder(buffered)
	for number := 1; ; number++ {
		var raw json.RawMessage
		err := d.Decode(&raw)
		if errors.Is(err, io.EOF) && number > 1 {
			return
		}
		place := fmt.Sprintf("%s:%d", name, number)
		if err != nil {
			yield(Transcript{Name: place, Err: fmt.Errorf("read value %d of the file: %w", number, err)})
			return
		}
		if !readChat(place, raw, yield) {
			return
		}
	}
}

// isLines reports whether a name says that each line of the file is a value.
func isLines(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	return strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".ndjson")
}

var errEnough = errors.New("no further run is wanted")

func readChatList(name string, in io.Reader, yield func(Transcript) bool) {
	err := items(newDecoder(in), func(i int, raw json.RawMessage) error {
		if !readChat(fmt.Sprintf("%s[%d]", name, i), raw, yield) {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		yield(Transcript{Name: name, Err: err})
	}
}

// readChat yields the run of a value, or those of its simulations.
func readChat(name string, raw json.RawMessage, yield func(Transcript) bool) bool {
	var c chat
	if err := json.Unmarshal(raw, &c); err != nil {
		return yield(Transcript{Name: name, Err: fmt.Errorf("this is no log of a chat: %w", err)})
	}
	for i, one := range c.Simulations {
		var s chat
		if err := json.Unmarshal(one, &s); err != nil {
			err = fmt.Errorf("this is no log of a chat: %w", err)
			if !yield(Transcript{Name: fmt.Sprintf("%s[%d]", name, i), Err: err}) {
				return false
			}
			continue
		}
		if !yield(s.transcript(fmt.Sprintf("%s[%d]", name, i))) {
			return false
		}
	}
	return len(c.Simulations) > 0 || yield(c.transcript(name))
}

func (c chat) transcript(name string) Transcript {
	b := newBuilder(name)
	run := &b.out.Run
	task, trial := cmp.Or(word(c.TaskID), word(c.Task)), word(c.Trial)
	run.ID = cmp.Or(word(c.ID), word(c.QuestionID))
	if run.ID == "" && task != "" {
		run.ID = "task-" + strings.Trim(task+"-"+trial, "-")
	}
	run.ID = cmp.Or(run.ID, strings.NewReplacer(":", "-", "[", "-", "]", "").Replace(stem(name)))
	run.Session, run.Group, run.Model = run.ID, task, c.Model
	run.Task = cmp.Or(c.Instruction, c.Question)
	run.Outcome = c.outcome()
	several := c.several()
	for _, list := range [][]json.RawMessage{c.Steps, c.History, c.Traj, c.Messages} {
		for i, raw := range list {
			b.chatMessage(i, raw, several)
		}
	}
	return b.done(Tau, "log of a chat")
}

// outcome is the score, if the log has one: 1 is a success, 0 a failure, between them a part.
func (c chat) outcome() agentrun.Outcome {
	for _, raw := range []json.RawMessage{c.Reward, c.RewardInfo.Reward} {
		var score float64
		if len(raw) == 0 || string(raw) == "null" || json.Unmarshal(raw, &score) != nil {
			continue
		}
		o := agentrun.Outcome{Result: episodic.OutcomePartial, Source: "score " + string(raw)}
		if score >= 1 {
			o.Result = episodic.OutcomeSuccess
		} else if score <= 0 {
			o.Result = episodic.OutcomeFailure
		}
		return o
	}
	if right, known := truth(c.IsCorrect); known {
		o := agentrun.Outcome{Result: episodic.OutcomeFailure, Source: "the answer was judged: not correct"}
		if right {
			o = agentrun.Outcome{Result: episodic.OutcomeSuccess, Source: "the answer was judged: correct"}
		}
		return o
	}
	return agentrun.Outcome{}
}

// several reports whether the messages of a log are of several agents: their names or roles are others than
// those of a person, an assistant and tools.
func (c chat) several() bool {
	for _, raw := range c.History {
		var m chatMessage
		if json.Unmarshal(raw, &m) != nil {
			continue
		}
		if plainRole(m.Role) == "" || m.Name != "" && m.Role != "tool" {
			return true
		}
	}
	return false
}

func plainRole(role string) agentrun.Role {
	return map[string]agentrun.Role{
		"user": agentrun.RoleUser, "human": agentrun.RoleUser, "assistant": agentrun.RoleAgent, "ai": agentrun.RoleAgent,
		"system": agentrun.RoleSystem, "developer": agentrun.RoleSystem, "tool": agentrun.RoleTool, "function": agentrun.RoleTool,
	}[strings.ToLower(role)]
}

// chatMessage takes a message, the calls in it, or the result of one.
func (b *builder) chatMessage(i int, raw json.RawMessage, several bool) {
	id := fmt.Sprint(i)
	var m chatMessage
	if json.Unmarshal(raw, &m) != nil {
		b.unknown(id, "a message with a field of another type", raw)
		return
	}
	id = cmp.Or(word(m.Step), id)
	s := agentrun.Step{ID: id, Kind: agentrun.KindMessage, Role: plainRole(m.Role), At: clock(m.Timestamp), Text: plain(m.Content)}
	switch {
	case s.Role == agentrun.RoleTool:
		s.Kind, s.Call, s.Result, s.Text, s.Failed = agentrun.KindResult, m.ToolCallID, s.Text, "", m.Error
		b.add(s)
		return
	case several && (m.Name != "" || s.Role == ""):
		s.Role, s.Agent = agentrun.RoleAgent, speaker(m)
	case s.Role == "":
		b.unknown(id, "role: "+m.Role, raw)
		return
	}
	if m.Reasoning != "" {
		b.add(agentrun.Step{ID: id + " reasoning", Kind: agentrun.KindReasoning, Role: agentrun.RoleAgent, At: s.At, Text: m.Reasoning})
	}
	if strings.TrimSpace(s.Text) != "" || len(m.ToolCalls) == 0 {
		b.add(s)
	}
	for k, c := range m.ToolCalls {
		b.add(c.step(fmt.Sprintf("%s call %d", id, k+1), s))
	}
}

// speaker names the agent of a message: "Orchestrator (-> WebSurfer)" is of the orchestrator.
func speaker(m chatMessage) string {
	who, _, _ := strings.Cut(cmp.Or(m.Name, m.Role), " (")
	return who
}

// step returns the step of a call.
func (c chatCall) step(id string, of agentrun.Step) agentrun.Step {
	raw := c.Arguments
	if len(raw) == 0 {
		raw = c.Function.Arguments
	}
	return agentrun.Step{
		ID: id, Parent: of.ID, Kind: agentrun.KindCall, Role: of.Role, Agent: of.Agent, At: of.At,
		Tool: cmp.Or(c.Name, c.Function.Name), Arguments: codexArguments(raw), Call: c.ID,
	}
}
