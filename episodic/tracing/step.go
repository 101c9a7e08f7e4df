package tracing

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// step makes the step of a run of a span or record.
func (s *step) step() agentrun.Step {
	of := agentrun.Span{End: s.End, Key: ShortID(s.event.Event), Error: s.reason(), Links: s.linked()}
	if s.Exception != nil {
		of.ErrorType = s.Exception.Type
	}
	out := agentrun.Step{
		ID: s.ID, Parent: s.Parent, At: s.Start, Role: agentrun.RoleAgent, Agent: line(s.Agent), Call: s.Call, Result: s.output, HasResult: s.output != "", Span: &of,
	}
	if failed := s.Failed(); failed { // a status of OK says nothing of what the tool found
		out.Failed = &failed
	}
	switch {
	case s.Kind == KindEnd:
		out.Kind, out.Reason = agentrun.KindOther, "the end of the session"
	case s.Choice != nil && s.Choice.Chosen != "":
		out.Kind = agentrun.KindChoice
		of.Choice = &agentrun.Choice{
			About: cmp.Or(s.Choice.About, s.Name), Options: s.Choice.Options, Chosen: s.Choice.Chosen, Rationale: s.Choice.Rationale, Person: s.Choice.Person, Plan: s.Kind == KindPlan,
		}
	case s.Kind == KindTool:
		out.Kind, out.Tool, out.Arguments = agentrun.KindCall, line(cmp.Or(s.Tool, s.Name)), unwrapped(s.Input)
	case s.Kind == KindPrompt && strings.TrimSpace(s.Input) != "":
		out.Kind, out.Role, out.Text = agentrun.KindMessage, agentrun.RoleUser, s.Input
	default:
		s.activity(&out)
	}
	return out
}

// unwrapped returns the arguments of a call of a function in Python that are in "kwargs", as instrumentations record them; those in "args" stay, if there
// are some. Any other input stays as it is.
func unwrapped(input string) string {
	var call struct {
		Args   *[]any         `json:"args"`
		Kwargs map[string]any `json:"kwargs"`
	}
	if json.Unmarshal([]byte(input), &call) != nil || call.Args == nil || call.Kwargs == nil {
		return input
	}
	if len(*call.Args) > 0 {
		call.Kwargs["args"] = *call.Args
	}
	out, err := json.Marshal(call.Kwargs)
	if err != nil {
		return input
	}
	return string(out)
}

// activity makes the step of what is neither a call, nor a choice, nor a message.
func (s *step) activity(out *agentrun.Step) {
	of := out.Span
	out.Kind, out.Text, out.Role = agentrun.KindActivity, s.Input, ""
	of.Label, of.Word = s.Name, cmp.Or(s.Operation, s.Name)
	switch s.Kind {
	case KindAgent:
		of.Event, of.Label = episodic.EventMilestone, "agent "+cmp.Or(s.Agent, s.Name)
	case KindHandoff:
		of.Event = episodic.EventHandoff
	case KindInference:
		out.Role, out.Result = agentrun.RoleAgent, words(s.output)
		if s.Model != "" {
			of.Label = "inference by " + s.Model
		}
	case KindRetrieval, KindMemory:
		out.Role = agentrun.RoleTool
	}
}

// words returns what a model said, without the calls that it asked for: those have spans of their own.
func words(said string) string {
	lines := strings.Split(said, "\n")
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(lines, func(l string) bool {
		return strings.HasPrefix(strings.TrimPrefix(l, "assistant: "), "calls ")
	}), "\n"))
}

// linked returns the spans of the same trace that a span links to.
func (s *step) linked() []string {
	var out []string
	for _, l := range s.Links {
		if id, same := strings.CutPrefix(l, s.Trace+"/"); same {
			out = append(out, id)
		}
	}
	return out
}

// reason says why a span failed; empty if it did not.
func (s *step) reason() string {
	switch x := s.Exception; {
	case !s.Failed():
		return ""
	case x != nil:
		return strings.TrimSuffix(strings.TrimPrefix(x.Type+": "+x.Message, ": "), ": ")
	}
	return s.Message
}
