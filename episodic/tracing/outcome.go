package tracing

import (
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// labels are what evaluations call their results; others say nothing about an outcome.
func labels() map[string]episodic.Outcome {
	return map[string]episodic.Outcome{
		"pass": episodic.OutcomeSuccess, "passed": episodic.OutcomeSuccess, "success": episodic.OutcomeSuccess, "correct": episodic.OutcomeSuccess, "resolved": episodic.OutcomeSuccess,
		"fail": episodic.OutcomeFailure, "failed": episodic.OutcomeFailure, "failure": episodic.OutcomeFailure, "incorrect": episodic.OutcomeFailure, "unresolved": episodic.OutcomeFailure,
		"partial": episodic.OutcomePartial,
	}
}

// outcome is what the spans say of the outcome: what somebody stated, else what all evaluations of the whole
// agree on, else a failure if the root ended with an error. A root that ended without one says nothing.
func (t trace) outcome() agentrun.Outcome {
	stated := map[episodic.Outcome]bool{}
	for _, s := range t.steps {
		if word := episodic.Outcome(strings.ToLower(s.Outcome)); slices.Contains(episodic.Outcomes(), word) && word != episodic.OutcomeUnknown {
			stated[word] = true
		}
	}
	if len(stated) > 0 {
		return agreed(stated, "attribute causeway.outcome")
	}
	var names []string
	for _, s := range t.steps {
		for _, score := range s.Scores {
			outcome, known := labels()[strings.ToLower(strings.TrimSpace(score.Label))]
			if known && (score.Whole || t.ofRoot(s)) {
				stated[outcome], names = true, append(names, strings.TrimSpace(score.Name+" "+score.Label))
			}
		}
	}
	if len(stated) > 0 {
		return agreed(stated, line("evaluation "+strings.Join(slices.Compact(names), ", ")))
	}
	if root := t.root(); root != nil && root.Failed() {
		return agentrun.Outcome{Result: episodic.OutcomeFailure, Source: "the root span, which ended with an error"}
	}
	return agentrun.Outcome{}
}

// agreed takes an outcome if exactly one was said, and else none.
func agreed(said map[episodic.Outcome]bool, by string) agentrun.Outcome {
	if len(said) > 1 {
		return agentrun.Outcome{Source: "what says it contradicts itself: " + by}
	}
	for outcome := range said {
		return agentrun.Outcome{Result: outcome, Source: by}
	}
	return agentrun.Outcome{}
}

// ofRoot reports whether a step is the root, or a record that was written in it.
func (t trace) ofRoot(s *step) bool {
	root := t.root()
	return root != nil && (s == root || s.ID == "" && s.Parent == root.ID)
}
