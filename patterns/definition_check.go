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

// Checking gathers what is wrong with what an author says.
type Checking struct{ Found []problem.Problem }

func (c *Checking) Invalid(path, format string, args ...any) {
	c.Found = append(c.Found, problem.Problem{Path: path, Code: problem.CodeInvalid, Message: fmt.Sprintf(format, args...)})
}

func (c *Checking) tooLarge(path, format string, args ...any) {
	c.Found = append(c.Found, problem.Problem{Path: path, Code: problem.CodeTooLarge, Message: fmt.Sprintf(format, args...)})
}

// OneOf refuses a word that is none of some.
func OneOf[T ~string](c *Checking, path string, word T, of []T) {
	if !slices.Contains(of, word) {
		c.Invalid(path, "%q is none of %v", word, of)
	}
}

// Text refuses a text that is too long, or no text.
func (c *Checking) Text(path, text string, most int) {
	if !utf8.ValidString(text) {
		c.Invalid(path, "is no text in UTF-8")
		return
	}
	if n := utf8.RuneCountInString(text); n > most {
		c.tooLarge(path, "%d characters; at most %d are taken", n, most)
	}
}

// Sentence wants a text that says something.
func (c *Checking) Sentence(path, text string) {
	if BareWords(text) == "" {
		c.Invalid(path, "say it in words")
		return
	}
	c.Text(path, text, MaxSentence)
}

// items wants a list of texts that say something, no longer than it may be.
func (c *Checking) items(path string, texts []string) {
	if c.Length(path, len(texts), MaxItems); len(texts) > MaxItems {
		return
	}
	for i, text := range texts {
		c.Sentence(fmt.Sprintf("%s[%d]", path, i), text)
	}
}

func (c *Checking) Length(path string, n, most int) {
	if n > most {
		c.tooLarge(path, "%d items; at most %d are taken", n, most)
	}
}

// Name wants the name of a pattern.
func (c *Checking) Name(path, name string) {
	if foldName(name) == "" {
		c.Invalid(path, "name the pattern")
		return
	}
	if strings.Join(strings.Fields(name), " ") != name {
		c.Invalid(path, "use one line, without space at its ends or twice in a row")
	}
	c.Text(path, name, MaxName)
}

// factor wants a variable and a state as derived factors have them.
func (c *Checking) factor(path string, i factor.Identity) {
	for _, part := range []struct {
		name, text string
		most       int
	}{{".variable", i.Variable, factor.MaxVariable}, {".state", i.State, factor.MaxState}} {
		switch {
		case strings.TrimSpace(part.text) == "":
			c.Invalid(path+part.name, "name the variable and its state")
		case strings.Join(strings.Fields(part.text), " ") != part.text:
			c.Invalid(path+part.name, "use one line, without space at its ends or twice in a row")
		default:
			c.Text(path+part.name, part.text, part.most)
		}
	}
}

// matches refuses matches that can tell nothing.
func (c *Checking) matches(matches []Match) {
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

// factors wants factors of which none is the outcome.
func (c *Checking) factors(path string, factors []factor.Identity) {
	for i, f := range factors {
		at := fmt.Sprintf("%s[%d]", path, i)
		if c.factor(at, f); f.Variable == factor.VariableOutcome {
			c.Invalid(at, "is how the episode ended, which is what the pattern is judged by")
		}
	}
}

// rate wants a share of 1.
func (c *Checking) rate(path string, rate *float64) {
	if rate != nil && !(*rate >= 0 && *rate <= 1) {
		c.Invalid(path, "%v is no rate; use 0 to 1", *rate)
	}
}

// Saved wants a finite figure.
func (c *Checking) Saved(path string, figure *float64) {
	if figure != nil && (math.IsNaN(*figure) || math.IsInf(*figure, 0)) {
		c.Invalid(path, "%v is no finite figure", *figure)
	}
}

// Claim refuses a rate that is none.
func (c *Checking) Claim(claim *Claim) {
	if claim == nil {
		return
	}
	c.rate("claim.rate", claim.Rate)
	if n := claim.Occurrences; n != nil && *n < 0 {
		c.Invalid("claim.occurrences", "%d is no number of occurrences", *n)
	}
	c.Text("claim.source", claim.Source, MaxSentence)
}

// related refuses relations that contradict each other.
func (c *Checking) related(related []Related) {
	c.Length("related", len(related), MaxItems)
	first := map[string]Relationship{}
	for i, r := range related {
		at := fmt.Sprintf("related[%d]", i)
		OneOf(c, at+".relationship", r.Relationship, Relationships())
		if r.Pattern == "" {
			c.Invalid(at+".pattern", "name the pattern")
			continue
		}
		old, twice := first[r.Pattern]
		switch {
		case twice && old == r.Relationship:
			c.Invalid(at, "is said already")
		case twice:
			c.Invalid(at, "%s contradicts %s of the same pattern", r.Relationship, old)
		}
		first[r.Pattern] = r.Relationship
	}
}

// leads refuses causal relations to nothing, or to two things.
func (c *Checking) leads(leads []Leads) {
	c.Length("leads", len(leads), MaxItems)
	for i, l := range leads {
		at := fmt.Sprintf("leads[%d]", i)
		OneOf(c, at+".relation", l.Relation, episodic.Relations())
		switch {
		case (l.Pattern == "") == (l.Factor == factor.Identity{}):
			c.Invalid(at, "name either a pattern or a factor")
		case l.Pattern == "":
			c.factor(at+".factor", l.Factor)
		}
		if slices.Contains(leads[:i], l) {
			c.Invalid(at, "is said already")
		}
	}
}
