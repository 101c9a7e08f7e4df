package recall

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// outstanding is the number of standard deviations from which on a hit without the question's words stands out.
const outstanding = 3.5

// features is the number of features of a rule.
const features = 8

// Features returns what a rule weighs: 1, the coverage and its square, what is missed and absent, the cosine, how far it stands
// above the others, and how far it stands out for a hit without the words.
func (e Evidence) Features() []float64 {
	return []float64{
		1, e.Coverage, e.Coverage * e.Coverage, e.Missed, e.Absent, e.Cosine, e.Above, max(e.Above-outstanding, 0) * (1 - e.Coverage),
	}
}

// rule turns evidence into a probability by a logistic function.
type rule struct {
	weights [features]float64
	// least is the probability from which on a hit probably answers.
	least float64
}

// ruleFor returns the rule for the vectors of a provider, words alone if empty; ok is false if their numbers are not calibrated.
// `go run ./tests/bench -calibrate` makes the numbers from one half of the labeled questions and scores them on the other
// (docs/recall.md). A test fits them again to what they were fitted to.
func ruleFor(provider string) (r rule, ok bool) {
	switch provider {
	case "":
		return rule{[features]float64{-3.034, 3.148, 2.257, -3.412, -3.752, 0, 0, 0}, .082}, true
	case "learned":
		return rule{[features]float64{-5.918, 1.956, 1.830, -1.368, -4.561, 3.515, .854, -1.520}, .355}, true
	case "static":
		return rule{[features]float64{-3.115, .918, 3.618, -2.896, -1.782, -.229, .596, 1.810}, .167}, true
	case "local":
		return rule{[features]float64{-4.423, .342, 4.625, -2.200, -1.337, 2.577, .516, 2.407}, .077}, true
	default:
		return rule{}, false
	}
}

// probability returns the probability of that evidence.
func (r rule) probability(e Evidence) float64 {
	sum := 0.0
	for i, f := range e.Features() {
		sum += r.weights[i] * f
	}
	return 1 / (1 + math.Exp(-sum))
}

// rank gives the hits of an answer their probabilities and puts them in their final order.
func (s *Service) rank(ctx context.Context, q Question, a *Answer) error {
	if q.Ranking != RankByRelevance {
		return a.judge(q)
	}
	compared := a.Hits[:min(max(relevancePool, q.Offset+q.Limit), len(a.Hits))]
	switch err := s.setCosines(ctx, a.evidence.vector, compared, q.EachPassage); {
	case errors.Is(err, episodic.ErrUnavailable):
		a.Degraded, a.Reason = true, episodic.IndexReason(err)+", so hits found by words are ranked by them"
	case err != nil:
		return err
	}
	if q.MinRelevance > 0 {
		err := a.judge(q)
		rankByRelevance(a.Hits, q.Domain, s.now())
		return err
	}
	for i, h := range compared {
		if h.Terms.Similarity == nil {
			coverage := a.evidence.of(h, q.dated).Coverage
			compared[i].Terms.Coverage = &coverage
		}
	}
	rankByRelevance(a.Hits, q.Domain, s.now())
	return a.judge(q)
}

// judge gives the hits that may be shown their probabilities, all hits where some are dropped by them, drops those below the least
// wanted, and says whether the question is answered.
func (a *Answer) judge(q Question) error {
	judged := max(q.Offset+q.Limit, answering)
	if q.MinRelevance > 0 {
		judged = len(a.Hits)
	}
	by, known := ruleFor(a.evidence.provider)
	known = known && q.Like == ""
	if !known && q.MinRelevance > 0 {
		return problem.AsError([]problem.Problem{problem.Invalid("minRelevance",
			"needs probabilities, which are calibrated for words and for the vectors %q, %q and %q, and not for %q",
			"static", "learned", "local", a.evidence.provider)})
	}
	best := 0.0
	for i := range a.Hits {
		h := &a.Hits[i]
		if i >= judged && h.place >= answering {
			continue
		}
		e := a.evidence.of(*h, q.dated)
		h.Terms.Coverage = &e.Coverage
		if known {
			p := by.probability(e)
			h.Probability, h.Evidence = &p, &e
			if h.place < answering {
				best = max(best, p)
			}
		}
	}
	if known {
		answered := best >= by.least
		a.Answered = &answered
		a.drop(q.MinRelevance)
		a.Note = a.leadsNote(q.MinRelevance, best)
	}
	return nil
}

// drop removes the hits that answer with a lower probability.
func (a *Answer) drop(least float64) {
	if least == 0 {
		return
	}
	kept := a.Hits[:0]
	for _, h := range a.Hits {
		if *h.Probability >= least {
			kept = append(kept, h)
		}
	}
	a.dropped, a.Hits = len(a.Hits)-len(kept), kept
}

// leadsNote says that no hit probably answers, or that none is left.
func (a *Answer) leadsNote(least, best float64) string {
	switch {
	case len(a.Hits) == 0 && a.dropped > 0:
		return fmt.Sprintf("nothing here answers this with a probability of %v or more: the best of %d hits has %.2f", least, a.dropped, best)
	case len(a.Hits) > 0 && !*a.Answered:
		return fmt.Sprintf("nothing here seems to answer this: the best hit does with a probability of %.2f, so take the hits as leads", best)
	default:
		return ""
	}
}
