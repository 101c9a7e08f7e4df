package tracing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// labels are what evaluations call their results; others say nothing about an outcome.
func labels() map[string]episodic.Outcome {
	return map[string]episodic.Outcome{
		"pass": episodic.OutcomeSuccess, "passed": episodic.OutcomeSuccess, "success": episodic.OutcomeSuccess, "correct": episodic.OutcomeSuccess, "resolved": episodic.OutcomeSuccess,
		"fail": episodic.OutcomeFailure, "failed": episodic.OutcomeFailure, "failure": episodic.OutcomeFailure, "incorrect": episodic.OutcomeFailure, "unresolved": episodic.OutcomeFailure,
		"partial": episodic.OutcomePartial,
	}
}

// judge decides the outcome: what somebody stated, else what all evaluations of the whole agree on,
// else a failure if the root ended with an error. A root that ended without one says nothing. The notes
// tell what it rests on.
func (b *builder) judge() {
	stated := map[episodic.Outcome]bool{}
	for _, s := range b.steps {
		if word := episodic.Outcome(strings.ToLower(s.Outcome)); slices.Contains(episodic.Outcomes(), word) && word != episodic.OutcomeUnknown {
			stated[word] = true
		}
	}
	if b.agreed(stated, "attribute causeway.outcome") {
		return
	}
	var names []string
	for _, s := range b.steps {
		for _, score := range s.Scores {
			outcome, known := labels()[strings.ToLower(strings.TrimSpace(score.Label))]
			if known && (score.Whole || b.ofRoot(s)) {
				stated[outcome], names = true, append(names, strings.TrimSpace(score.Name+" "+score.Label))
			}
		}
	}
	if b.agreed(stated, "evaluation "+strings.Join(slices.Compact(names), ", ")) {
		return
	}
	b.episode.Outcome = episodic.OutcomeUnknown
	if root := b.root(); root != nil && root.Failed() {
		b.episode.Outcome = episodic.OutcomeFailure
		b.note("the outcome is that of the root span, which ended with an error")
	}
}

// agreed takes an outcome if exactly one was said. If there are several it says so, and takes none.
func (b *builder) agreed(said map[episodic.Outcome]bool, by string) bool {
	switch len(said) {
	case 0:
		return false
	case 1:
		for outcome := range said {
			b.episode.Outcome = outcome
		}
		b.note("the outcome is that of the %s", line(by, maxWord))
	default:
		b.episode.Outcome = episodic.OutcomeUnknown
		b.note("the outcome is unknown: what says it contradicts itself (%s)", line(by, maxWord))
	}
	return true
}

// ofRoot reports whether a step is the root, or a record that was written in it.
func (b *builder) ofRoot(s *step) bool {
	root := b.root()
	return root != nil && (s == root || s.ID == "" && s.Parent == root.ID)
}

func (b *builder) note(format string, args ...any) {
	b.episode.Notes = append(b.episode.Notes, fmt.Sprintf(format, args...))
}
