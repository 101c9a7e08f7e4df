package patterns

import (
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/internal/problem"
)

// The limits of a definition, in characters and in items.
const (
	// MaxName limits the characters of a name, MaxSentence those of a trigger, an action, a reason
	// or a list item, MaxText those of longer texts.
	MaxName     = 200
	MaxSentence = 2_000
	MaxText     = 20_000
	// MaxMatches limits the matches of a pattern, MaxTrigger the states of a trigger, MaxThen the
	// steps of a sequence.
	MaxMatches = 50
	MaxTrigger = 2
	MaxThen    = 10
	// MaxItems limits any other list.
	MaxItems = 100
)

// WithDefaults fills in the defaults of empty fields.
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

// Validate returns a [problem.InvalidError] with all problems that the definition has by itself,
// without looking at the rules or other patterns.
func (d Definition) Validate() error { return problem.AsError(d.Problems()) }

// Problems lists the problems that [Definition.Validate] reports.
func (d Definition) Problems() []problem.Problem {
	var c Checker
	problem.OneOf(&c.Checker, "category", d.Category, Categories())
	problem.OneOf(&c.Checker, "rule", d.Rule, SuccessRules())
	c.Text("summary", d.Summary, MaxSentence)
	c.Text("description", d.Description, MaxText)
	c.Sentence("trigger", d.Trigger)
	c.Sentence("action", d.Action)
	if trigger := BareWords(d.Trigger); trigger != "" && trigger == BareWords(d.Action) {
		c.Invalid("action", "repeats the trigger; the action says what to do when the trigger holds")
	}
	c.matches(d.Matches)
	c.Add(d.Applicability.Problems("applicability")...)
	c.content(d.Content)
	c.guidance(d.Guidance)
	c.related(d.Related)
	c.leads(d.Leads)
	return c.Problems
}

// BareWords returns a sentence for comparison: its words in lower case, without punctuation.
func BareWords(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}

// SameTerms reports whether a validation result for one state of a pattern still holds for another.
func SameTerms(a, b Pattern) bool {
	return a.Status == b.Status && a.Version == b.Version && a.CountedFrom.Equal(b.CountedFrom)
}
