package patterns

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// refused returns an [episodic.InvalidError] when there are problems.
func refused(problems []episodic.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return &episodic.InvalidError{Problems: problems}
}

// checking gathers what is wrong with what an author says.
type checking struct{ found []episodic.Problem }

func (c *checking) invalid(path, format string, args ...any) {
	c.found = append(c.found, episodic.Problem{Path: path, Code: episodic.CodeInvalid, Message: fmt.Sprintf(format, args...)})
}

func (c *checking) tooLarge(path, format string, args ...any) {
	c.found = append(c.found, episodic.Problem{Path: path, Code: episodic.CodeTooLarge, Message: fmt.Sprintf(format, args...)})
}

// oneOf refuses a word that is none of some.
func oneOf[T ~string](c *checking, path string, word T, of []T) {
	if !slices.Contains(of, word) {
		c.invalid(path, "%q is none of %v", word, of)
	}
}

// text refuses a text that is too long, or no text.
func (c *checking) text(path, text string, most int) {
	if !utf8.ValidString(text) {
		c.invalid(path, "is no text in UTF-8")
		return
	}
	if n := utf8.RuneCountInString(text); n > most {
		c.tooLarge(path, "%d characters; at most %d are taken", n, most)
	}
}

// sentence wants a text that says something.
func (c *checking) sentence(path, text string) {
	if bareWords(text) == "" {
		c.invalid(path, "say it in words")
		return
	}
	c.text(path, text, MaxSentence)
}

// items wants a list of texts that say something, no longer than it may be.
func (c *checking) items(path string, texts []string) {
	if c.length(path, len(texts), MaxItems); len(texts) > MaxItems {
		return
	}
	for i, text := range texts {
		c.sentence(fmt.Sprintf("%s[%d]", path, i), text)
	}
}

func (c *checking) length(path string, n, most int) {
	if n > most {
		c.tooLarge(path, "%d items; at most %d are taken", n, most)
	}
}

// name wants the name of a pattern.
func (c *checking) name(path, name string) {
	if foldName(name) == "" {
		c.invalid(path, "name the pattern")
		return
	}
	if strings.Join(strings.Fields(name), " ") != name {
		c.invalid(path, "use one line, without space at its ends or twice in a row")
	}
	c.text(path, name, MaxName)
}

// factor wants a variable and a state as derived factors have them.
func (c *checking) factor(path string, i causal.Identity) {
	for _, part := range []struct {
		name, text string
		most       int
	}{{".variable", i.Variable, causal.MaxVariable}, {".state", i.State, causal.MaxState}} {
		switch {
		case strings.TrimSpace(part.text) == "":
			c.invalid(path+part.name, "name the variable and its state")
		case strings.Join(strings.Fields(part.text), " ") != part.text:
			c.invalid(path+part.name, "use one line, without space at its ends or twice in a row")
		default:
			c.text(path+part.name, part.text, part.most)
		}
	}
}

// matches refuses matches that can tell nothing.
func (c *checking) matches(matches []Match) {
	c.length("matches", len(matches), MaxMatches)
	for i, m := range matches {
		at := fmt.Sprintf("matches[%d]", i)
		if len(m.Then) == 0 {
			c.invalid(at+".then", "name the action, or the steps that end with it")
		}
		c.length(at+".then", len(m.Then), MaxThen)
		c.length(at+".trigger", len(m.Trigger), MaxTrigger)
		c.factors(at+".trigger", m.Trigger)
		c.factors(at+".then", m.Then)
	}
}

// factors wants factors of which none is the outcome.
func (c *checking) factors(path string, factors []causal.Identity) {
	for i, f := range factors {
		at := fmt.Sprintf("%s[%d]", path, i)
		if c.factor(at, f); f.Variable == causal.VariableOutcome {
			c.invalid(at, "is how the episode ended, which is what the pattern is judged by")
		}
	}
}

// rate wants a share of 1.
func (c *checking) rate(path string, rate *float64) {
	if rate != nil && !(*rate >= 0 && *rate <= 1) {
		c.invalid(path, "%v is no rate; use 0 to 1", *rate)
	}
}

// saved wants a finite figure.
func (c *checking) saved(path string, figure *float64) {
	if figure != nil && (math.IsNaN(*figure) || math.IsInf(*figure, 0)) {
		c.invalid(path, "%v is no finite figure", *figure)
	}
}

// claim refuses a rate that is none.
func (c *checking) claim(claim *Claim) {
	if claim == nil {
		return
	}
	c.rate("claim.rate", claim.Rate)
	if n := claim.Occurrences; n != nil && *n < 0 {
		c.invalid("claim.occurrences", "%d is no number of occurrences", *n)
	}
	c.text("claim.source", claim.Source, MaxSentence)
}

// related refuses relations that contradict each other.
func (c *checking) related(related []Related) {
	c.length("related", len(related), MaxItems)
	first := map[string]Relationship{}
	for i, r := range related {
		at := fmt.Sprintf("related[%d]", i)
		oneOf(c, at+".relationship", r.Relationship, Relationships())
		if r.Pattern == "" {
			c.invalid(at+".pattern", "name the pattern")
			continue
		}
		old, twice := first[r.Pattern]
		switch {
		case twice && old == r.Relationship:
			c.invalid(at, "is said already")
		case twice:
			c.invalid(at, "%s contradicts %s of the same pattern", r.Relationship, old)
		}
		first[r.Pattern] = r.Relationship
	}
}

// leads refuses causal relations to nothing, or to two things.
func (c *checking) leads(leads []Leads) {
	c.length("leads", len(leads), MaxItems)
	for i, l := range leads {
		at := fmt.Sprintf("leads[%d]", i)
		oneOf(c, at+".relation", l.Relation, episodic.Relations())
		switch {
		case (l.Pattern == "") == (l.Factor == causal.Identity{}):
			c.invalid(at, "name either a pattern or a factor")
		case l.Pattern == "":
			c.factor(at+".factor", l.Factor)
		}
		if slices.Contains(leads[:i], l) {
			c.invalid(at, "is said already")
		}
	}
}
