package tracing

import (
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// passedOn is how much is believed of a link that only says that the same error was recorded at both
// ends: an error that passes through looks so, and so does one that was met twice.
const passedOn = .5

// links adds what the spans say of each other.
func (b *builder) links() {
	for _, s := range b.steps {
		if s.id != "" {
			b.propagated(s)
		}
	}
	b.order()
}

// propagated links an error to the next span around it that recorded the same one, and the error of the root
// to the failure.
func (b *builder) propagated(s *step) {
	if !s.Failed() {
		return
	}
	if s.Root() && b.episode.Outcome == episodic.OutcomeFailure {
		b.link(s.id, episodic.RelationCauses, episodic.OutcomeID, "the root span ended with this error")
		return
	}
	seen := map[string]bool{}
	for at := b.byID[s.Parent]; at != nil && !seen[at.ID]; at = b.byID[at.Parent] {
		seen[at.ID] = true
		if at.id != "" && at.Failed() && sameError(s, at) {
			b.link(s.id, episodic.RelationCauses, at.id, "the span around it recorded the same error")
			return
		}
	}
}

// sameError reports whether two spans recorded the same error, with a text that says which.
func sameError(x, y *step) bool {
	if x.Exception != nil && y.Exception != nil {
		return *x.Exception == *y.Exception && x.Exception.Message+x.Exception.Type != ""
	}
	return x.reason() != "" && x.reason() == y.reason()
}

func (b *builder) link(source string, relation episodic.Relation, target, note string) {
	confidence := passedOn
	b.episode.Links = append(b.episode.Links, episodic.Link{
		Source: source, Relation: relation, Target: target, Basis: episodic.BasisExtracted, Confidence: &confidence, Note: note,
	})
}

// order adds links of the basis TEMPORAL. Each occurrence follows the one that ended last before it
// began; of those in the same span first, then of any. What nothing precedes follows the span that it is in.
func (b *builder) order() {
	linked := map[[2]string]bool{}
	for _, l := range b.episode.Links {
		linked[[2]string{l.Source, l.Target}] = true
	}
	byParent := map[string][]*step{}
	for _, s := range b.steps {
		if s.id == "" {
			continue
		}
		before := latest(byParent[s.Parent], s.Start)
		if parent := b.byID[s.Parent]; before == nil && parent != nil && parent.id != "" && parent.Start.Before(s.Start) {
			before = parent
		}
		byParent[s.Parent] = append(byParent[s.Parent], s)
		if before != nil && !linked[[2]string{before.id, s.id}] {
			b.episode.Links = append(b.episode.Links, episodic.Link{Source: before.id, Relation: episodic.RelationEnables, Target: s.id, Basis: episodic.BasisTemporal})
		}
	}
}

// latest returns the step that ended last of those that ended before a time; nil if there is none. It looks
// at the newest ones only, so that long traces take no longer than their length.
func latest(steps []*step, before time.Time) *step {
	const looked = 32
	var out *step
	for _, s := range slices.Backward(steps[max(0, len(steps)-looked):]) {
		if end := s.over(); end.Before(before) && s.Start.Before(before) && (out == nil || end.After(out.over())) {
			out = s
		}
	}
	return out
}

// over is when a step was over: of a record the time at which it was written.
func (s *step) over() time.Time {
	if s.End.IsZero() {
		return s.Start
	}
	return s.End
}
