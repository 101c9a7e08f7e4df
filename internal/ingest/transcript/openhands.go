package transcript

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// handsEvent is an event of OpenHands: an action or an observation, or since version 1 one with a kind.
type handsEvent struct {
	ID        json.RawMessage `json:"id"`
	Timestamp json.RawMessage `json:"timestamp"`
	Source    string          `json:"source"`
	Kind      string          `json:"kind"`
	Message   string          `json:"message"`

	Action      json.RawMessage `json:"action"`
	Args        json.RawMessage `json:"args"`
	Observation json.RawMessage `json:"observation"`
	Content     json.RawMessage `json:"content"`
	Cause       json.RawMessage `json:"cause"`
	Extras      handsExtras     `json:"extras"`

	Thought    json.RawMessage `json:"thought"`
	Reasoning  string          `json:"reasoning_content"`
	ToolName   string          `json:"tool_name"`
	ToolCallID string          `json:"tool_call_id"`
	Error      string          `json:"error"`
	LLMMessage struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"llm_message"`
}

type handsExtras struct {
	ExitCode *int `json:"exit_code"`
	Metadata struct {
		ExitCode *int `json:"exit_code"`
	} `json:"metadata"`
}

// handsOutput is a line of the results of an evaluation.
type handsOutput struct {
	InstanceID  string            `json:"instance_id"`
	Instruction string            `json:"instruction"`
	History     []json.RawMessage `json:"history"`
	Trajectory  []json.RawMessage `json:"trajectory"`
	Resolved    json.RawMessage   `json:"resolved"`
	Report      struct {
		Resolved json.RawMessage `json:"resolved"`
	} `json:"report"`
	TestResult struct {
		Report struct {
			Resolved json.RawMessage `json:"resolved"`
		} `json:"report"`
	} `json:"test_result"`
}

type handsReading struct {
	*builder
}

// readOpenHands reads a list of events, or a line for each run of an evaluation. A folder with a file for
// each event is put together by [Find].
func readOpenHands(name string, in io.Reader, yield func(Transcript) bool) {
	buffered := bufio.NewReader(in)
	if first(buffered) != '[' {
		readHandsOutputs(name, buffered, yield)
		return
	}
	r := &handsReading{newBuilder(name)}
	if err := items(newDecoder(buffered), func(i int, raw json.RawMessage) error { r.event(i, raw); return nil }); err != nil {
		r.breaks("the file", err)
	}
	r.out.Run.Session = stem(name)
	r.out.Run.ID = "openhands-" + r.out.Run.Session
	yield(r.done(OpenHands, "trajectory of OpenHands"))
}

// readHandsOutputs reads a file with a run a line. A line may hold one event, too: then the file is one run.
func readHandsOutputs(name string, in io.Reader, yield func(Transcript) bool) {
	alone := &handsReading{newBuilder(name)}
	more := true
	records(in, alone.builder, func(number int, raw []byte) {
		if !more {
			return
		}
		var o handsOutput
		if json.Unmarshal(raw, &o) != nil || len(o.History)+len(o.Trajectory) == 0 {
			alone.event(number-1, raw)
			return
		}
		more = yield(o.transcript(name, number))
	})
	if run := &alone.out.Run; more && (len(run.Steps) > 0 || len(alone.out.Broken) > 0) {
		run.Session = stem(name)
		run.ID = "openhands-" + run.Session
		yield(alone.done(OpenHands, "trajectory of OpenHands"))
	}
}

func (o handsOutput) transcript(name string, number int) Transcript {
	r := &handsReading{newBuilder(fmt.Sprintf("%s:%d", name, number))}
	i := 0
	for _, raw := range slices.Concat(o.History, o.Trajectory) {
		var pair []json.RawMessage
		if json.Unmarshal(raw, &pair) != nil {
			pair = []json.RawMessage{raw}
		}
		for _, one := range pair {
			r.event(i, one)
			i++
		}
	}
	run := &r.out.Run
	run.Session = cmp.Or(o.InstanceID, fmt.Sprintf("%s-%d", stem(name), number))
	run.ID, run.Group, run.Task = "openhands-"+run.Session, o.InstanceID, o.Instruction
	for _, raw := range []json.RawMessage{o.Resolved, o.Report.Resolved, o.TestResult.Report.Resolved} {
		if solved, known := truth(raw); known {
			run.Outcome = resolved(solved)
			break
		}
	}
	return r.done(OpenHands, "trajectory of OpenHands")
}

// resolved is the outcome that an evaluation found.
func resolved(yes bool) agentrun.Outcome {
	if yes {
		return agentrun.Outcome{Result: episodic.OutcomeSuccess, Source: "the evaluation: resolved"}
	}
	return agentrun.Outcome{Result: episodic.OutcomeFailure, Source: "the evaluation: not resolved"}
}

// event takes one event.
func (r *handsReading) event(i int, raw json.RawMessage) {
	id := fmt.Sprint(i + 1)
	var e handsEvent
	if json.Unmarshal(raw, &e) != nil {
		r.unknown(id, "an event with a field of another type", raw)
		return
	}
	s := agentrun.Step{ID: id, At: clock(e.Timestamp), Role: agentrun.RoleAgent}
	if e.Source == "user" {
		s.Role = agentrun.RoleUser
	}
	switch {
	case e.Kind != "":
		r.kind(s, e, raw)
	case len(e.Action) > 0:
		r.action(s, e, raw)
	case len(e.Observation) > 0:
		r.observation(s, e, raw)
	default:
		r.unknown(id, "an event that is no action and no observation", raw)
	}
}

// action takes what the agent or a person did.
func (r *handsReading) action(s agentrun.Step, e handsEvent, raw json.RawMessage) {
	var args struct {
		Content json.RawMessage `json:"content"`
		Thought json.RawMessage `json:"thought"`
	}
	_ = json.Unmarshal(e.Args, &args) // what cannot be read is empty
	switch what := word(e.Action); what {
	case "message", "finish", "reject":
		s.Kind, s.Text = agentrun.KindMessage, cmp.Or(plain(args.Content), plain(args.Thought), e.Message)
	case "system":
		s.Kind, s.Role, s.Text = agentrun.KindMessage, agentrun.RoleSystem, plain(args.Content)
	case "think":
		s.Kind, s.Text = agentrun.KindReasoning, plain(args.Thought)
	case "run", "run_ipython", "read", "write", "edit", "browse", "browse_interactive", "delegate", "call_tool_mcp", "mcp", "task_tracking":
		if thought := strings.TrimSpace(plain(args.Thought)); thought != "" {
			r.add(agentrun.Step{ID: s.ID + " thought", At: s.At, Kind: agentrun.KindMessage, Role: agentrun.RoleAgent, Text: thought})
		}
		s.Kind, s.Tool, s.Call, s.Arguments = agentrun.KindCall, what, word(e.ID), handsArguments(e.Args)
	case "change_agent_state", "recall", "condensation", "condensation_request", "null", "loop_recovery", "pause", "resume":
		r.other(s.ID, "bookkeeping: "+what)
		return
	default:
		r.unknown(s.ID, "action: "+what, raw)
		return
	}
	r.add(s)
}

// handsArguments returns the arguments of an action without the thought, which is a step of its own.
func handsArguments(raw json.RawMessage) string {
	var args map[string]json.RawMessage
	if json.Unmarshal(raw, &args) != nil {
		return string(raw)
	}
	for _, key := range []string{"thought", "hidden", "confirmation_state", "blocking", "is_input", "is_static", "cwd", "security_risk", "set_hard_timeout", "timeout"} {
		delete(args, key)
	}
	out, err := json.Marshal(args)
	if err != nil {
		return string(raw)
	}
	return string(out)
}

// observation takes what came back.
func (r *handsReading) observation(s agentrun.Step, e handsEvent, raw json.RawMessage) {
	what := word(e.Observation)
	switch what {
	case "null", "agent_state_changed", "recall", "condense", "user_rejected", "loop_recovery", "think", "task_tracking":
		if what == "user_rejected" {
			break
		}
		r.other(s.ID, "bookkeeping: "+what)
		return
	case "":
		r.unknown(s.ID, "an observation without a name", raw)
		return
	}
	s.Kind, s.Role, s.Call, s.Result = agentrun.KindResult, agentrun.RoleTool, word(e.Cause), cmp.Or(plain(e.Content), e.Message)
	if s.ExitCode = e.Extras.ExitCode; s.ExitCode == nil {
		s.ExitCode = e.Extras.Metadata.ExitCode
	}
	if what == "error" || what == "user_rejected" {
		failed := true
		s.Failed = &failed
	}
	r.add(s)
}

// kind takes an event of version 1.
func (r *handsReading) kind(s agentrun.Step, e handsEvent, raw json.RawMessage) {
	switch e.Kind {
	case "MessageEvent":
		s.Kind, s.Text = agentrun.KindMessage, plain(e.LLMMessage.Content)
	case "SystemPromptEvent":
		s.Kind, s.Role, s.Text = agentrun.KindMessage, agentrun.RoleSystem, cmp.Or(plain(e.Content), "the system's prompt")
	case "ActionEvent":
		r.toolCall(s, e)
		return
	case "ObservationEvent", "AgentErrorEvent", "UserRejectObservation":
		s.Kind, s.Role, s.Call = agentrun.KindResult, agentrun.RoleTool, e.ToolCallID
		var o struct {
			handsExtras

			Content json.RawMessage `json:"content"`
			IsError *bool           `json:"is_error"`
			Error   string          `json:"error"`
			Output  string          `json:"output"`
		}
		_ = json.Unmarshal(e.Observation, &o) // what cannot be read is empty
		s.Result, s.Failed = cmp.Or(plain(o.Content), o.Output, o.Error, e.Error), o.IsError
		if s.ExitCode = o.ExitCode; s.ExitCode == nil {
			s.ExitCode = o.Metadata.ExitCode
		}
		if e.Kind != "ObservationEvent" {
			failed := true
			s.Failed = &failed
		}
	case "ConversationStateUpdateEvent", "Condensation", "CondensationRequest", "CondensationSummaryEvent", "PauseEvent", "TokenEvent", "LLMCompletionLogEvent":
		r.other(s.ID, "bookkeeping: "+e.Kind)
		return
	default:
		r.unknown(s.ID, "event: "+e.Kind, raw)
		return
	}
	r.add(s)
}

// toolCall takes a call with the thought before it.
func (r *handsReading) toolCall(s agentrun.Step, e handsEvent) {
	for _, t := range []struct {
		kind agentrun.Kind
		text string
	}{{agentrun.KindReasoning, e.Reasoning}, {agentrun.KindMessage, plain(e.Thought)}} {
		if strings.TrimSpace(t.text) != "" {
			r.add(agentrun.Step{ID: s.ID + " " + string(t.kind), At: s.At, Kind: t.kind, Role: agentrun.RoleAgent, Text: t.text})
		}
	}
	args := map[string]json.RawMessage{}
	_ = json.Unmarshal(e.Action, &args) // what cannot be read is empty
	kind := word(args["kind"])
	delete(args, "kind")
	if e.ToolName == "finish" || kind == "FinishAction" {
		s.Kind, s.Text = agentrun.KindMessage, cmp.Or(plain(args["message"]), "finished")
		r.add(s)
		return
	}
	raw, err := json.Marshal(args)
	if err != nil {
		raw = e.Action
	}
	s.Kind, s.Tool, s.Call, s.Arguments = agentrun.KindCall, cmp.Or(e.ToolName, kind), e.ToolCallID, string(raw)
	r.add(s)
}
