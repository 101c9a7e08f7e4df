package similarity

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/applicable"
	"github.com/causeway-memory/causeway/patterns/condition"
)

const (
	// DefaultSimilar is how many similar patterns are shown.
	DefaultSimilar = 10
	// MaxSimilar is the most that may be asked for.
	MaxSimilar = 50
)

// SimilarAnswer are patterns like another one, most alike first.
type SimilarAnswer struct {
	Found []Alike
	// Looked is how many the index named; Cut says that there were more.
	Looked int
	Cut    bool
}

// Alike is a pattern that is like another one.
type Alike struct {
	Pattern patterns.Pattern
	// Score is from 0 to 1: the sum of the points over the weights of the terms that are known.
	Score float64
	Terms []applicable.Term
}

// Similar returns the patterns that are like one in what they say and in where they apply,
// whatever their status but deprecated. It compares those that stand in the index under
// something that the pattern asks for, or ask for nothing. It returns ErrNotFound for an unknown
// pattern; a limit of 0 is [DefaultSimilar].
func (s *Service) Similar(ctx context.Context, project, key string, limit int) (SimilarAnswer, error) {
	if limit < 0 || limit > MaxSimilar {
		var k problem.Checker
		k.Invalid("limit", "%d is outside 1 to %d", limit, MaxSimilar)
		return SimilarAnswer{}, k.Err()
	}
	found, err := s.store.GetPatterns(ctx, project, []string{key})
	if err != nil {
		return SimilarAnswer{}, fmt.Errorf("read the pattern %s: %w", key, err)
	}
	if len(found) == 0 {
		return SimilarAnswer{}, fmt.Errorf("the pattern %s: %w", key, episodic.ErrNotFound)
	}
	statuses := []patterns.Status{patterns.StatusCandidate, patterns.StatusValidated, patterns.StatusUnderReview}
	near, more, err := s.store.Indexed(ctx, project, found[0].Applicability.Entries(), statuses, applicable.MostCandidates)
	if err != nil {
		return SimilarAnswer{}, fmt.Errorf("find patterns like %s: %w", key, err)
	}
	out := SimilarAnswer{Looked: len(near), Cut: more}
	of := outlineOf(found[0])
	for _, p := range near {
		if p.Key == key {
			continue
		}
		if alike := of.compare(outlineOf(p)); alike.Score > 0 {
			out.Found = append(out.Found, alike)
		}
	}
	slices.SortFunc(out.Found, func(a, b Alike) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Pattern.Key, b.Pattern.Key))
	})
	out.Found = out.Found[:min(len(out.Found), cmp.Or(limit, DefaultSimilar))]
	return out, nil
}

// outline is what is compared of a pattern.
type outline struct {
	pattern                                  patterns.Pattern
	words, factors                           []string
	types, domains, capabilities, conditions []string
}

func outlineOf(p patterns.Pattern) outline {
	a := p.Applicability
	o := outline{
		pattern: p, words: distinctWords(p.Name + " " + p.Trigger + " " + p.Action + " " + p.Summary),
		types: text.Sorted(condition.Folded(a.ProblemTypes)), domains: text.Sorted(condition.Folded(a.Features.Domain)), capabilities: text.Sorted(condition.Folded(a.Features.Capabilities)),
	}
	for _, m := range p.Matches {
		o.factors = append(o.factors, recognises(m))
	}
	o.factors = text.Sorted(o.factors)
	for _, c := range a.Conditions {
		o.conditions = append(o.conditions, c.Same())
	}
	for _, c := range a.AntiConditions {
		o.conditions = append(o.conditions, "none: "+c.Same())
	}
	o.conditions = text.Sorted(o.conditions)
	return o
}

// recognises is by what two matches are the same.
func recognises(m patterns.Match) string {
	var trigger, then []string
	for _, i := range m.Trigger {
		trigger = append(trigger, i.Key())
	}
	for _, i := range m.Then {
		then = append(then, i.Key())
	}
	return strings.Join(text.Sorted(trigger), "+") + ">" + strings.Join(then, ">")
}

// distinctWords are the words of a text, each once.
func distinctWords(words string) []string {
	return text.Sorted(strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}

// compare says how alike two patterns are: half by what they say (their words, the factors by which
// they are recognised, their kind), half by where they apply.
func (o outline) compare(with outline) Alike {
	p, q := o.pattern, with.pattern
	kind := shareOf(p.Category == q.Category, p.AntiPattern == q.AntiPattern, p.Rule == q.Rule, form(p.Content) == form(q.Content))
	terms := []applicable.Term{
		overlap("words", .2, o.words, with.words, "words of name, trigger, action and summary"),
		overlap("factors", .2, o.factors, with.factors, "combinations of factors by which they are recognised"),
		{Name: "kind", Weight: .1, Value: &kind, Why: "the share of category, direction, success rule and form of content that is the same"},
		overlap("problem types", .2, o.types, with.types, "problem types"),
		overlap("domains", .1, o.domains, with.domains, "domains"),
		overlap("capabilities", .05, o.capabilities, with.capabilities, "capabilities"),
		complexities(p.Applicability.Features.Complexity, q.Applicability.Features.Complexity),
		overlap("conditions", .1, o.conditions, with.conditions, "conditions and anti-conditions"),
	}
	out := Alike{Pattern: q, Terms: terms}
	weights := 0.0
	for i, t := range terms {
		if t.Value != nil {
			terms[i].Points = t.Weight * *t.Value
			out.Score, weights = out.Score+terms[i].Points, weights+t.Weight
		}
	}
	out.Score /= weights
	return out
}

func shareOf(same ...bool) float64 {
	n := 0
	for _, s := range same {
		if s {
			n++
		}
	}
	return float64(n) / float64(len(same))
}

// form names what kind of content there is.
func form(c patterns.Content) string {
	switch {
	case c.Strategy != nil:
		return "strategy"
	case c.Template != nil:
		return "template"
	case c.Heuristic != nil:
		return "heuristic"
	case c.Procedure != nil:
		return "procedure"
	default:
		return ""
	}
}

// overlap is the share of what either has that both have (Jaccard); not known when neither has any.
func overlap(name string, weight float64, a, b []string, of string) applicable.Term {
	t := applicable.Term{Name: name, Weight: weight, Why: "neither has " + of}
	if len(a)+len(b) == 0 {
		return t
	}
	common := 0
	for _, v := range a {
		if _, in := slices.BinarySearch(b, v); in {
			common++
		}
	}
	all := len(a) + len(b) - common
	t.Value, t.Why = new(float64(common)/float64(all)), fmt.Sprintf("%d of %d %s are the same", common, all, of)
	return t
}

// complexities compares two ranges; one without an end is compared by whether the other has none.
func complexities(a, b condition.Range) applicable.Term {
	t := applicable.Term{Name: "complexity", Weight: .05, Why: "neither asks for a complexity"}
	if a == (condition.Range{}) && b == (condition.Range{}) {
		return t
	}
	t.Why = "the share of both ranges together that is common to them"
	if a.Low == nil || a.High == nil || b.Low == nil || b.High == nil {
		t.Value = new(shareOf(sameEnd(a.Low, b.Low), sameEnd(a.High, b.High)))
		t.Why = "the share of the ends of their ranges that is the same"
		return t
	}
	common := max(0, math.Min(*a.High, *b.High)-math.Max(*a.Low, *b.Low))
	whole := math.Max(*a.High, *b.High) - math.Min(*a.Low, *b.Low)
	if whole == 0 {
		t.Value = new(1.0)
		return t
	}
	t.Value = new(common / whole)
	return t
}

func sameEnd(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
