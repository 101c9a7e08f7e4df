package patterns

import (
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/internal/problem"
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

// WithDefaults fills in what has a default.
func (d Definition) WithDefaults() Definition {
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

// Validate returns an [problem.InvalidError] that names everything that is wrong with a
// definition by itself.
func (d Definition) Validate() error { return problem.AsError(d.Problems()) }

func (d Definition) Problems() []problem.Problem {
	var c Checker
	problem.OneOf(&c.Checker, "category", d.Category, Categories())
	problem.OneOf(&c.Checker, "rule", d.Rule, SuccessRules())
	c.Text("summary", d.Summary, MaxSentence)
	c.Text("description", d.Description, MaxText)
	c.Sentence("trigger", d.Trigger)
	c.Sentence("action", d.Action)
	if said := BareWords(d.Trigger); said != "" && said == BareWords(d.Action) {
		c.Invalid("action", "is the trigger again; a pattern says what to do when something holds")
	}
	c.matches(d.Matches)
	c.Add(d.Applicability.Problems("applicability")...)
	c.content(d.Content)
	c.guidance(d.Guidance)
	c.related(d.Related)
	c.leads(d.Leads)
	return c.Problems
}

// BareWords is what is compared of a sentence: its letters and digits.
func BareWords(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}

// SameTerms reports whether a result for one holds for the other.
func SameTerms(a, b Pattern) bool {
	return a.Status == b.Status && a.Version == b.Version && a.CountedFrom.Equal(b.CountedFrom)
}
