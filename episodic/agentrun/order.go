package agentrun

import (
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// passedOn is how much is believed of a link that only says that the same error was recorded at both
// ends: an error that passes through looks so, and so does one that was met twice.
const passedOn = .5

// errors links an error to the next step around it that recorded the same one, and the error of the whole run
// to the failure.
func (t *tracing) errors() {
	byID := map[string]int{}
	for i, s := range t.run.Steps {
		if s.ID != "" {
			byID[s.ID] = i
		}
	}
	for i, s := range t.run.Steps {
		id := t.errorOf(i)
		switch {
		case id == "":
		case s.ID != "" && s.ID == t.run.Root:
			if t.episode.Outcome == episodic.OutcomeFailure {
				t.passOn(id, episodic.OutcomeID, "the whole run ended with this error")
			}
		case s.span().Error != "":
			t.passOn(id, t.sameError(s, byID), "the step around it recorded the same error")
		}
	}
}

// sameError returns the error of the next step around one that recorded the same error; empty if none did.
func (t *tracing) sameError(s Step, byID map[string]int) string {
	seen := map[string]bool{s.ID: true}
	for at, known := byID[s.Parent]; known && !seen[t.run.Steps[at].ID]; at, known = byID[t.run.Steps[at].Parent] {
		seen[t.run.Steps[at].ID] = true
		if id := t.errorOf(at); id != "" && t.run.Steps[at].span().Error == s.span().Error {
			return id
		}
	}
	return ""
}

// errorOf returns the event of the error of a step; empty if it did not fail.
func (t *tracing) errorOf(i int) string {
	e := t.account.Entries[i]
	if e.Fate != FateStored {
		return ""
	}
	if k, isCall := t.callAt[i]; isCall {
		switch c := t.calls[k]; {
		case !c.failed:
			return ""
		case c.decision >= 0:
			return t.errorID(i)
		}
		return e.Into
	}
	if t.run.Steps[i].reportedError() {
		return e.Into
	}
	return ""
}

func (t *tracing) passOn(source, target, why string) {
	if target == "" {
		return
	}
	confidence := passedOn
	t.episode.Links = append(t.episode.Links, episodic.Link{
		Source: source, Relation: episodic.RelationCauses, Target: target, Basis: episodic.BasisExtracted, Confidence: &confidence,
		Note: fmt.Sprintf("%s from %s to %s: %s", ruleError, source, target, why),
	})
}

// order adds links of the basis TEMPORAL where the record says when steps were over. Each occurrence follows
// the one that ended last before it began, of those in the same step; what nothing precedes there follows
// the step that it is in, unless that failed: its occurrence is the error at its end. An error follows the decision that it is of.
func (t *tracing) order() {
	if !slices.ContainsFunc(t.run.Steps, func(s Step) bool { return !s.span().End.IsZero() }) {
		return
	}
	caused := map[[2]string]bool{}
	for _, l := range t.episode.Links {
		if l.Relation == episodic.RelationCauses {
			caused[[2]string{l.Source, l.Target}] = true
		}
	}
	byID, byParent := map[string]int{}, map[string][]int{}
	for i, s := range t.run.Steps {
		e := t.account.Entries[i]
		if e.Fate != FateStored {
			continue
		}
		before, known := t.before(s, byID, byParent)
		if known && !caused[[2]string{t.account.Entries[before].Into, e.Into}] {
			t.follows(t.account.Entries[before].Into, e.Into)
		}
		if id := t.errorOf(i); id != "" && id != e.Into {
			t.follows(e.Into, id)
		}
		byParent[s.Parent] = append(byParent[s.Parent], i)
		if s.ID != "" {
			byID[s.ID] = i
		}
	}
}

// before returns what a step follows: of the steps before it, by their IDs and by what they are in.
func (t *tracing) before(s Step, byID map[string]int, byParent map[string][]int) (int, bool) {
	if before, known := t.latest(byParent[s.Parent], s); known {
		return before, true
	}
	parent, known := byID[s.Parent]
	return parent, known && t.run.Steps[parent].At.Before(s.At) && !t.isError(parent)
}

// isError reports whether the occurrence of a step is its error, which comes at the end of the step.
func (t *tracing) isError(i int) bool { return t.errorOf(i) == t.account.Entries[i].Into }

func (t *tracing) follows(source, target string) {
	t.episode.Links = append(t.episode.Links, episodic.Link{
		Source: source, Relation: episodic.RelationEnables, Target: target, Basis: episodic.BasisTemporal, Note: fmt.Sprintf("%s from %s to %s", ruleOrder, source, target),
	})
}

// latest returns the step that ended last of those that ended before a step began, by the same clock; false if there is none. It looks
// at the newest ones only, so that long runs take no longer than their length.
func (t *tracing) latest(steps []int, before Step) (out int, found bool) {
	const looked = 32
	for _, i := range slices.Backward(steps[max(0, len(steps)-looked):]) {
		s := t.run.Steps[i]
		if end := s.over(); s.span().Clock == before.span().Clock && end.Before(before.At) && s.At.Before(before.At) && (!found || end.After(t.run.Steps[out].over())) {
			out, found = i, true
		}
	}
	return out, found
}

// over is when a step was over: the time at which it began if the record says no more.
func (s Step) over() time.Time {
	if end := s.span().End; !end.IsZero() {
		return end
	}
	return s.At
}
