package patterns

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// The bounds of what an author may say, in characters and in items.
const (
	// MaxName is the most characters of a name, MaxSentence of a trigger, an action, a reason or an
	// item of a list, MaxText of a whole explanation.
	MaxName     = 200
	MaxSentence = 2_000
	MaxText     = 20_000
	// MaxMatches is the most matches of a pattern, MaxTrigger the most states of a trigger, MaxThen
	// the most steps of a sequence.
	MaxMatches = 50
	MaxTrigger = 2
	MaxThen    = 10
	// MaxItems is the most of any other list.
	MaxItems = 100
)

// withDefaults fills in what has a default.
func (d Definition) withDefaults() Definition {
	if d.Rule == "" {
		d.Rule = RuleSuccess
	}
	switch {
	case d.Category != "":
	case d.AntiPattern:
		d.Category = CategoryFailure
	default:
		d.Category = CategoryStrategy
	}
	return d
}

// validate returns an [episodic.InvalidError] that names everything that is wrong with a
// definition by itself.
func (d Definition) validate() error { return refused(d.problems()) }

func (d Definition) problems() []episodic.Problem {
	var c checking
	oneOf(&c, "category", d.Category, Categories())
	oneOf(&c, "rule", d.Rule, SuccessRules())
	c.text("summary", d.Summary, MaxSentence)
	c.text("description", d.Description, MaxText)
	c.sentence("trigger", d.Trigger)
	c.sentence("action", d.Action)
	if said := bareWords(d.Trigger); said != "" && said == bareWords(d.Action) {
		c.invalid("action", "is the trigger again; a pattern says what to do when something holds")
	}
	c.matches(d.Matches)
	c.found = append(c.found, d.Applicability.problems("applicability")...)
	c.content(d.Content)
	c.guidance(d.Guidance)
	c.related(d.Related)
	c.leads(d.Leads)
	return c.found
}

// bareWords is what is compared of a sentence: its letters and digits.
func bareWords(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}

// factors refuses matches in which the trigger is the action, by what people decided about factors.
func (d Definition) factors(w World) []episodic.Problem {
	var c checking
	for i, m := range d.Matches {
		action := w.Now(m.Action())
		steps := make([]causal.Identity, len(m.Then))
		for j, step := range m.Then {
			if steps[j] = w.Now(step); slices.Contains(steps[:j], steps[j]) {
				c.invalid(fmt.Sprintf("matches[%d].then[%d]", i, j), "%q is a step already", step.Label())
			}
		}
		for j, t := range m.Trigger {
			at, now := fmt.Sprintf("matches[%d].trigger[%d]", i, j), w.Now(t)
			switch {
			case slices.Contains(steps, now):
				c.invalid(at, "%q is the action; a trigger is what holds before it", t.Label())
			case len(steps) == 1 && now.Variable == action.Variable:
				c.invalid(at, "%q and the action %q are states of one variable, so they exclude each other", t.Label(), m.Action().Label())
			case j > 0 && now == w.Now(m.Trigger[0]):
				c.invalid(at, "%q is in the trigger already", t.Label())
			}
		}
	}
	return c.found
}
