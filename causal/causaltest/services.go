package causaltest

import (
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
)

// Services are the services over a project of their own.
type Services struct {
	*memory.Causes

	T testing.TB
}

// NewServices returns services whose project "p" has these episodes.
func NewServices(t testing.TB, episodes ...episodic.Episode) Services {
	t.Helper()
	return Services{NewProjectWith(t, episodes...).Service, t}
}

// Ask answers a counterfactual question about the project.
func (s Services) Ask(q counterfactual.Question) counterfactual.Counterfactual {
	s.T.Helper()
	q.Project = "p"
	a, err := s.Counterfactual.Counterfactual(s.T.Context(), q)
	if err != nil {
		s.T.Fatal(err)
	}
	return a
}

// At returns the time that many minutes after the start of an episode.
func At(minutes int) episodic.Timestamp {
	return episodic.At(time.Date(2026, time.March, 1, 9, minutes, 0, 0, time.UTC))
}

// EventAt returns a milestone at a time in minutes.
func EventAt(id string, minutes int, content string) episodic.Event {
	return episodic.Event{ID: id, Type: episodic.EventMilestone, At: At(minutes), Content: content}
}

// StatedLink returns a stated link between two occurrences.
func StatedLink(source string, r episodic.Relation, target string) episodic.Link {
	return episodic.Link{Source: source, Relation: r, Target: target, Basis: episodic.BasisStated}
}
