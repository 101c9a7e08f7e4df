package agentrun

import (
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// options gives a decision what else was tried in the run: a call of the same tool about the same
// thing that failed, right before it, and what was done to the same file and undone.
func (m *mapping) options() {
	undone := m.undone()
	for k, c := range m.calls {
		if c.decision < 0 {
			continue
		}
		tried := slices.Concat(undone[k], m.triedBefore(k))
		if len(tried) == 0 {
			continue
		}
		d := &m.episode.Decisions[c.decision]
		for _, option := range append(tried, d.Chosen) {
			if !slices.Contains(d.Options, option) {
				d.Options = append(d.Options, option)
			}
		}
	}
}

// triedBefore returns the failed calls of the same tool that lead up to a call without another call
// that changes something in between.
func (m *mapping) triedBefore(k int) []string {
	var out []string
	c := m.calls[k]
	for i := k - 1; i >= 0 && len(out) < 5; i-- {
		before := m.calls[i]
		if before.decision < 0 {
			continue
		}
		if before.Tool != c.Tool || before.label != c.label || !before.failed {
			break
		}
		out = append(out, m.episode.Decisions[before.decision].Chosen)
	}
	slices.Reverse(out)
	return out
}

// outcome tells how the run ended: what the record says, else tests after the last change, else the
// last word of a person. Without any of them it stays unknown.
func (m *mapping) outcome() {
	if r := m.run.Outcome.Result; r != "" && r != episodic.OutcomeUnknown {
		m.ended(r, m.run.Outcome.Source)
		return
	}
	if s := m.run.Outcome.Source; s != "" {
		m.episode.Notes = append(m.episode.Notes, "outcome unknown: "+clip(s, 300))
		return
	}
	if m.byTests() {
		return
	}
	m.byWord()
}

func (m *mapping) ended(o episodic.Outcome, source string) {
	m.episode.Outcome = o
	m.episode.Notes = append(m.episode.Notes, "outcome from: "+clip(source, 300))
}

// byTests takes the result of the last call that ran tests, if nothing was changed after it.
func (m *mapping) byTests() bool {
	for _, c := range slices.Backward(m.calls) {
		if c.effect == effectTests || c.tested {
			if !c.known {
				return false
			}
			o := map[bool]episodic.Outcome{true: episodic.OutcomeFailure, false: episodic.OutcomeSuccess}[c.failed]
			m.ended(o, "the last run of tests, "+c.id+": "+c.inWords(200))
			return true
		}
		if c.effect == effectChanges {
			return false
		}
	}
	return false
}

// byWord takes the last message of a person, if it is short and says how the work ended.
func (m *mapping) byWord() {
	for _, s := range slices.Backward(m.run.Steps) {
		if s.Kind != KindMessage || s.Role != RoleUser {
			continue
		}
		if word, said := saidOutcome(s.Text); said && clip(s.Text, maxTask) != m.episode.Task {
			m.ended(word, "a person's word: "+s.Text)
		}
		return
	}
}

// saidOutcome reads a short sentence that says how the work ended.
func saidOutcome(s string) (episodic.Outcome, bool) {
	words := strings.Trim(strings.ToLower(strings.Join(strings.Fields(s), " ")), " .!")
	if len(words) > 80 || strings.Contains(words, "?") {
		return "", false
	}
	starts := func(heads ...string) bool {
		return slices.ContainsFunc(heads, func(head string) bool {
			return words == head || strings.HasPrefix(words, head+",") || strings.HasPrefix(words, head+" ")
		})
	}
	switch {
	case starts("it still fails", "still fails", "that did not work", "that didn't work", "it does not work", "it doesn't work", "still broken", "that broke it", "this is wrong"):
		return episodic.OutcomeFailure, true
	case strings.Contains(words, " but ") || strings.Contains(words, " not "):
		return "", false
	case starts("it works", "that works", "works now", "that worked", "it works now", "all tests pass", "lgtm", "that fixed it", "fixed, thanks"):
		return episodic.OutcomeSuccess, true
	}
	return "", false
}

// metrics measures the run.
func (m *mapping) metrics() {
	e := &m.episode
	calls, errors, commits := int64(len(m.calls)), int64(0), int64(0)
	files := map[string]bool{}
	for _, v := range e.Events {
		if v.Type == episodic.EventCommit {
			commits++
		}
	}
	for _, c := range m.calls {
		if c.failed && c.effect != effectTests {
			errors++
		}
		if c.effect == effectChanges && c.file != "" && !c.failed {
			files[c.file] = true
		}
	}
	e.Metrics.ToolCalls, e.Metrics.Errors, e.Metrics.Commits = &calls, &errors, &commits
	if len(files) > 0 {
		n := int64(len(files))
		e.Metrics.FilesChanged = &n
	}
	if from, to := m.run.Started, m.run.Ended; !from.IsZero() && to.After(from) {
		minutes := to.Sub(from).Minutes()
		e.Metrics.DurationMinutes = &minutes
	}
	e.Tools = slices.Sorted(maps.Keys(m.tools))
}
