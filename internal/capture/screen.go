package capture

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/privacy"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Screen keeps personal data and secrets out of what is captured. The zero Screen lets everything through.
type Screen struct {
	// Rules find them; nil finds nothing.
	Rules  *privacy.Rules
	Policy privacy.Policy
	// OnFound, when set, is called with what was found in an event.
	OnFound func(privacy.Counts)
}

// Receipt is the receipt of a captured event.
type Receipt struct {
	journal.Receipt
	// Found counts what was found in the event and kept out, by kind; nil if that is not known.
	Found privacy.Counts
}

// noted reads what the journal notes with its receipts.
func noted(all []journal.Receipt) []Receipt {
	out := make([]Receipt, len(all))
	for i, r := range all {
		out[i].Receipt = r
		if err := json.Unmarshal([]byte(r.Note), &out[i].Found); err != nil {
			out[i].Found = nil
		}
	}
	return out
}

// event returns an event as it may be kept, and what was found in it. Its id and its times stay as they are. It returns
// the problems of an event that may not be taken in; their paths begin with path.
func (s Screen) event(path string, e execution.Event) (execution.Event, privacy.Counts, []problem.Problem) {
	found := privacy.Counts{}
	if s.Rules == nil || s.Policy == privacy.PolicyOff {
		return e, found, nil
	}
	var c problem.Checker
	task, inTask := s.Rules.Text(e.Task, s.Policy)
	data, inData, err := s.Rules.JSON(e.Data, s.Policy)
	if err != nil {
		data = e.Data // it is refused for that later, with its path
	}
	_, inWorkflow := s.Rules.Redact(e.Workflow)
	for name, counts := range map[string]privacy.Counts{"taskId": inTask, "data": inData} {
		found.Add(counts)
		if s.Policy == privacy.PolicyRefuse && len(counts) > 0 {
			c.Invalid(path+"."+name, "it holds %s, which privacy.policy refuses", told(counts))
		}
	}
	if len(inWorkflow) > 0 {
		c.Invalid(path+".workflowId", "it holds %s; an id is shown and asked for as it is, so use one without", told(inWorkflow))
	}
	if s.OnFound != nil && len(found) > 0 {
		s.OnFound(found)
	}
	e.Task, e.Data = task, data
	slices.SortFunc(c.Problems, func(a, b problem.Problem) int { return strings.Compare(a.Path, b.Path) })
	return e, found, c.Problems
}

// name returns the name of a workflow that is refused as it may be noted.
func (s Screen) name(workflow string) string {
	if s.Rules == nil || s.Policy == privacy.PolicyOff {
		return workflow
	}
	kept, _ := s.Rules.Redact(workflow)
	return kept
}

// events screens the events of one call.
func (s Screen) events(given []execution.Event) ([]execution.Event, []privacy.Counts, error) {
	if len(given) > execution.MaxCall {
		return given, nil, nil // refused later
	}
	var c problem.Checker
	out, found := make([]execution.Event, len(given)), make([]privacy.Counts, len(given))
	for i, e := range given {
		var problems []problem.Problem
		out[i], found[i], problems = s.event(fmt.Sprintf("events[%d]", i), e)
		c.Add(problems...)
	}
	return out, found, c.Err()
}

// completion returns how a workflow is completed as it may be kept. Its session and its links name things, and stay.
func (s Screen) completion(given execution.Completion) (execution.Completion, error) {
	if s.Rules == nil || s.Policy == privacy.PolicyOff {
		return given, nil
	}
	var c problem.Checker
	found := privacy.Counts{}
	text := func(path, text string) string {
		kept, counts := s.Rules.Text(text, s.Policy)
		if found.Add(counts); s.Policy == privacy.PolicyRefuse && len(counts) > 0 {
			c.Invalid(path, "it holds %s, which privacy.policy refuses", told(counts))
		}
		return kept
	}
	texts := func(path string, all []string) []string {
		kept := slices.Clone(all)
		for i, one := range all {
			kept[i] = text(fmt.Sprintf("%s[%d]", path, i), one)
		}
		return kept
	}
	given.Task, given.Lessons, given.Tags = text("task", given.Task), texts("lessons", given.Lessons), texts("tags", given.Tags)
	if s.OnFound != nil && len(found) > 0 {
		s.OnFound(found)
	}
	return given, c.Err()
}

// told says what was found, without it.
func told(counts privacy.Counts) string {
	var parts []string
	for _, kind := range privacy.Kinds() {
		if n := counts[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d of kind %s", n, kind))
		}
	}
	return strings.Join(parts, ", ")
}
