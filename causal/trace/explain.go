package trace

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

// leastNamed is the length of labels from which on an explanation also gives keys, which are not cut.
const leastNamed = 24

// Explain describes a path in fewer tokens than the budget, from [explain.LeastBudget] to
// [explain.MostBudget]: its ends and what it rests on, then each link with its basis and the episode that
// states it. It returns a [problem.InvalidError] for another budget.
func (s *Service) Explain(p Path, budget int) (explain.Explanation, error) {
	if err := problem.AsError(explain.BudgetProblems(budget)); err != nil {
		return explain.Explanation{}, err
	}
	hops := make([]explain.Sentence, len(p.Hops))
	for i, h := range p.Hops {
		hops[i] = h.inWords
	}
	return explain.Fit(s.tokens, budget, p.headline, hops)
}

// headline describes a path and what it rests on in one line.
func (p Path) headline(label int) string {
	if len(p.Hops) == 0 {
		return named(p.From, label) + " is both ends: the empty path."
	}
	var bases []string
	for _, b := range p.Bases() {
		bases = append(bases, string(b))
	}
	return fmt.Sprintf("%s leads to %s over %s, in %s; basis: %s.", named(p.From, label), named(p.To, label),
		explain.Count(len(p.Hops), "link"), explain.EpisodesIn(len(p.Episodes())), strings.Join(bases, ", "))
}

// inWords describes a link in one line.
func (h Hop) inWords(label int) string {
	words := fmt.Sprintf("%s %s %s (%s", named(h.From, label), h.Link.Relation, named(h.To, label), h.Link.Basis)
	if c := h.Link.Confidence; c != nil {
		words += ", confidence " + strconv.FormatFloat(*c, 'g', 2, 64)
	}
	if h.Link.Episode != h.From.Episode || h.Link.Episode != h.To.Episode {
		words += ", by " + text.Shorten(h.Link.Episode, max(label, leastNamed))
	}
	words += ")"
	if h.Link.Note != "" {
		words += ": " + text.Shorten(text.OneLine(h.Link.Note), label)
	}
	return words
}

// named is the label of an occurrence, with its key where there is room.
func named(o episodic.Occurrence, label int) string {
	quoted := strconv.Quote(text.Shorten(text.OneLine(o.Label), label))
	if label < leastNamed {
		return quoted
	}
	return "[" + o.Key + "] " + quoted
}
