package corpus

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// writer writes one episode.
type writer struct {
	r     *rand.Rand
	zipf  *rand.Zipf
	n     int
	words []string
}

func (w *writer) episode() episodic.Episode {
	at := startedAt(w.n)
	e := episodic.Episode{
		ID: ID(w.n), Session: fmt.Sprintf("session-%05d", w.n/3), StartedAt: episodic.At(at),
		Outcome: w.outcome(), Task: w.text(8, 16),
		Domain: fmt.Sprintf("domain-%02d", w.n%12), TaskType: w.one("fix feature review incident migration research"),
		Complexity: w.one("low medium high"),
		Tools:      []string{w.one("bash git editor"), w.one("browser debugger linter")},
		Tags:       []string{fmt.Sprintf("tag-%02d", w.r.IntN(40)), fmt.Sprintf("area-%02d", w.r.IntN(40))},
		Lessons:    []string{w.text(10, 25), w.text(10, 25)},
		Metrics:    w.metrics(),
	}
	e.Events = w.events(at)
	e.Decisions = w.decisions(at, len(e.Events))
	e.Links = w.links()
	return e
}

func (w *writer) outcome() episodic.Outcome {
	switch p := w.r.Float64(); {
	case p < .8:
		return episodic.OutcomeSuccess
	case p < .9:
		return episodic.OutcomePartial
	default:
		return episodic.OutcomeFailure
	}
}

// events are chained: each leads to the next. Outside of sagas one in four chains skips an
// event, which makes several paths of different lengths.
func (w *writer) events(at time.Time) []episodic.Event {
	_, saga := inSaga(w.n)
	out := make([]episodic.Event, eventCount(w.n))
	for i := range out {
		out[i] = episodic.Event{
			ID: fmt.Sprintf("e%03d", i+1), At: episodic.At(at.Add(time.Duration(i*4) * time.Minute)),
			Type:    episodic.EventTypes()[w.r.IntN(6)],
			Content: w.text(10, 30) + w.reference(),
		}
		if i > 0 {
			out[i].CausedBy = []string{out[i-1].ID}
		}
		if i > 2 && !saga && w.r.IntN(4) == 0 {
			out[i].CausedBy = append(out[i].CausedBy, out[i-3].ID)
		}
	}
	return out
}

func (w *writer) decisions(at time.Time, events int) []episodic.Decision {
	out := make([]episodic.Decision, 1+w.r.IntN(4))
	for i := range out {
		options := []string{w.text(3, 6), w.text(3, 6), w.text(3, 6)}
		out[i] = episodic.Decision{
			ID: fmt.Sprintf("d%03d", i+1), At: episodic.At(at.Add(time.Duration(i*7+1) * time.Minute)),
			Type: episodic.DecisionTypes()[w.r.IntN(5)], Context: w.text(8, 16), Options: options,
			Chosen: options[w.r.IntN(len(options))], Rationale: w.text(15, 35), Outcome: w.outcome(),
			Effects: []string{fmt.Sprintf("e%03d", 1+w.r.IntN(events))},
		}
	}
	return out
}

// links join the episode to an earlier one: the saga's one before, or any.
func (w *writer) links() []episodic.Link {
	own := "e001"
	relation := []episodic.Relation{
		episodic.RelationCauses, episodic.RelationCauses, episodic.RelationEnables, episodic.RelationPrevents,
	}[w.r.IntN(4)]
	source, ok := earlier(w.n)
	if place, saga := inSaga(w.n); saga {
		source, ok = eventKey(w.n-1, SagaEvents), place > 0
	}
	if !ok {
		return nil
	}
	return []episodic.Link{{Source: source, Relation: relation, Target: own, Basis: episodic.BasisStated}}
}

func (w *writer) metrics() episodic.Metrics {
	minutes, calls, errors := 5+w.r.Float64()*90, int64(w.r.IntN(200)), int64(w.r.IntN(6))
	return episodic.Metrics{DurationMinutes: &minutes, ToolCalls: &calls, Errors: &errors}
}

// text returns from least to most words by their frequency.
func (w *writer) text(least, most int) string {
	out := make([]string, least+w.r.IntN(most-least+1))
	for i := range out {
		out[i] = w.words[w.zipf.Uint64()]
	}
	return strings.Join(out, " ")
}

// reference returns, for one text in three, the mention of a commit, a pull request or a file.
func (w *writer) reference() string {
	near := w.n/10 + 1
	switch w.r.IntN(9) {
	case 0:
		return fmt.Sprintf(" in commit %07x%s", 0xa000000+w.r.IntN(near*20), "e")
	case 1:
		return fmt.Sprintf(" see PR #%d", 1+w.r.IntN(near*4))
	case 2:
		return fmt.Sprintf(" touches internal/%s/%s.go", w.words[100+w.r.IntN(60)], w.words[160+w.r.IntN(300)])
	default:
		return ""
	}
}

func (w *writer) one(of string) string {
	words := strings.Fields(of)
	return words[w.r.IntN(len(words))]
}
