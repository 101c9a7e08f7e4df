package patterns

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Checker checks the values of a pattern and collects the problems. The zero value is ready to use.
type Checker struct{ problem.Checker }

// Text rejects a text that is too long or not UTF-8.
func (c *Checker) Text(path, text string, most int) {
	if !utf8.ValidString(text) {
		c.Invalid(path, "is not valid UTF-8")
		return
	}
	if n := utf8.RuneCountInString(text); n > most {
		c.TooLarge(path, "%d characters; at most %d are allowed", n, most)
	}
}

// Sentence rejects a text without a letter or digit, and one that is too long.
func (c *Checker) Sentence(path, text string) {
	if BareWords(text) == "" {
		c.Invalid(path, "is empty; write it in words")
		return
	}
	c.Text(path, text, MaxSentence)
}

// items checks the length of a list and each sentence in it.
func (c *Checker) items(path string, texts []string) {
	if c.Length(path, len(texts), MaxItems); len(texts) > MaxItems {
		return
	}
	for i, text := range texts {
		c.Sentence(fmt.Sprintf("%s[%d]", path, i), text)
	}
}

// Length rejects a list of n items if at most fewer are allowed.
func (c *Checker) Length(path string, n, most int) {
	if n > most {
		c.TooLarge(path, "%d items; at most %d are allowed", n, most)
	}
}

// Name checks the name of a pattern: one line without surplus space, not too long.
func (c *Checker) Name(path, name string) {
	if foldName(name) == "" {
		c.Invalid(path, "name the pattern")
		return
	}
	if strings.Join(strings.Fields(name), " ") != name {
		c.Invalid(path, "use one line, without leading, trailing or repeated spaces")
	}
	c.Text(path, name, MaxName)
}

// factor checks that a variable and a state are written as in derived factors.
func (c *Checker) factor(path string, i factor.Identity) {
	for _, part := range []struct {
		name, text string
		most       int
	}{{".variable", i.Variable, factor.MaxVariable}, {".state", i.State, factor.MaxState}} {
		switch {
		case strings.TrimSpace(part.text) == "":
			c.Invalid(path+part.name, "name the variable and its state")
		case strings.Join(strings.Fields(part.text), " ") != part.text:
			c.Invalid(path+part.name, "use one line, without leading, trailing or repeated spaces")
		default:
			c.Text(path+part.name, part.text, part.most)
		}
	}
}

// matches rejects matches without an action and lists that are too long.
func (c *Checker) matches(matches []Match) {
	c.Length("matches", len(matches), MaxMatches)
	for i, m := range matches {
		at := fmt.Sprintf("matches[%d]", i)
		if len(m.Then) == 0 {
			c.Invalid(at+".then", "name the action, or the steps that end with it")
		}
		c.Length(at+".then", len(m.Then), MaxThen)
		c.Length(at+".trigger", len(m.Trigger), MaxTrigger)
		c.factors(at+".trigger", m.Trigger)
		c.factors(at+".then", m.Then)
	}
}

// factors checks factors and rejects the outcome.
func (c *Checker) factors(path string, factors []factor.Identity) {
	for i, f := range factors {
		at := fmt.Sprintf("%s[%d]", path, i)
		if c.factor(at, f); f.Variable == factor.VariableOutcome {
			c.Invalid(at, "is the outcome of the episode, by which the pattern is judged")
		}
	}
}

// rate checks that a rate is from 0 to 1.
func (c *Checker) rate(path string, rate *float64) {
	if rate != nil && !(*rate >= 0 && *rate <= 1) {
		c.Invalid(path, "%v is not a rate; use 0 to 1", *rate)
	}
}

// Saved rejects NaN and infinities.
func (c *Checker) Saved(path string, figure *float64) {
	if figure != nil && (math.IsNaN(*figure) || math.IsInf(*figure, 0)) {
		c.Invalid(path, "%v is not a finite number", *figure)
	}
}

// Claim checks a claim; nil is fine.
func (c *Checker) Claim(claim *Claim) {
	if claim == nil {
		return
	}
	c.rate("claim.rate", claim.Rate)
	if n := claim.Occurrences; n != nil && *n < 0 {
		c.Invalid("claim.occurrences", "%d is not a number of occurrences; use 0 or more", *n)
	}
	c.Text("claim.source", claim.Source, MaxSentence)
}

// related rejects relations that repeat or contradict each other.
func (c *Checker) related(related []Related) {
	c.Length("related", len(related), MaxItems)
	first := map[string]Relationship{}
	for i, r := range related {
		at := fmt.Sprintf("related[%d]", i)
		problem.OneOf(&c.Checker, at+".relationship", r.Relationship, Relationships())
		if r.Pattern == "" {
			c.Invalid(at+".pattern", "name the pattern")
			continue
		}
		old, repeated := first[r.Pattern]
		switch {
		case repeated && old == r.Relationship:
			c.Invalid(at, "is a duplicate")
		case repeated:
			c.Invalid(at, "%s contradicts %s for the same pattern", r.Relationship, old)
		}
		first[r.Pattern] = r.Relationship
	}
}

// leads rejects causal relations that repeat or do not name exactly one pattern or factor.
func (c *Checker) leads(leads []Leads) {
	c.Length("leads", len(leads), MaxItems)
	for i, l := range leads {
		at := fmt.Sprintf("leads[%d]", i)
		problem.OneOf(&c.Checker, at+".relation", l.Relation, episodic.Relations())
		switch {
		case (l.Pattern == "") == (l.Factor == factor.Identity{}), l.Name != "" && KeyOf(l.Name) != l.Pattern:
			c.Invalid(at, "name either a pattern or a factor")
		case l.Pattern == "":
			c.factor(at+".factor", l.Factor)
		}
		if l.Name != "" {
			c.Name(at+".pattern", l.Name)
		}
		if slices.ContainsFunc(leads[:i], l.Same) {
			c.Invalid(at, "is a duplicate")
		}
	}
}
