package patterns

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
)

// The bounds of what is taken.
const (
	// MaxConditions is the most comparisons of one list of conditions, MaxNesting how deep All,
	// Any and Not may be within each other, MaxValues the most values of IN and of a feature.
	MaxConditions = 50
	MaxNesting    = 5
	MaxValues     = 50
)

// maxField is the most characters of the name of a field of the context.
const maxField = 64

// problems lists what is wrong with the form of a condition that stands at a place of the input.
// Whether a situation could fulfil it, [contradictions] says.
func (c Condition) problems(path string) []episodic.Problem {
	var k conditionCheck
	k.condition(path, c, 1)
	k.size(path)
	return k.problems
}

// conditionProblems lists what is wrong with the form of each of a list of conditions.
func conditionProblems(path string, all []Condition) []episodic.Problem {
	var k conditionCheck
	for i, c := range all {
		k.condition(fmt.Sprintf("%s[%d]", path, i), c, 1)
	}
	k.size(path)
	return k.problems
}

// conditionCheck gathers what is wrong with conditions.
type conditionCheck struct {
	comparisons int
	problems    []episodic.Problem
}

func (k *conditionCheck) add(path, code, format string, args ...any) {
	k.problems = append(k.problems, episodic.Problem{Path: path, Code: code, Message: fmt.Sprintf(format, args...)})
}

func (k *conditionCheck) invalid(path, format string, args ...any) {
	k.add(path, episodic.CodeInvalid, format, args...)
}

func (k *conditionCheck) size(path string) {
	if k.comparisons > MaxConditions {
		k.add(path, episodic.CodeTooLarge, "%d comparisons; at most %d are taken", k.comparisons, MaxConditions)
	}
}

// condition checks the form, then what it is made of.
func (k *conditionCheck) condition(path string, c Condition, depth int) {
	compares := c.Field != "" || c.Operator != "" || len(c.Values) > 0
	var forms []string
	for _, f := range []struct {
		name string
		is   bool
	}{{"a comparison of a field", compares}, {"all", c.All != nil}, {"any", c.Any != nil}, {"not", c.Not != nil}} {
		if f.is {
			forms = append(forms, f.name)
		}
	}
	switch {
	case len(forms) == 0:
		k.invalid(path, "is empty; give a field with an operator, or one of all, any and not")
	case len(forms) > 1:
		k.invalid(path, "is %s at once; give one of them, and put them together with all or any", strings.Join(forms, " and "))
	case depth > MaxNesting:
		k.add(path, episodic.CodeTooLarge, "is more than %d deep within others", MaxNesting)
	case compares:
		k.comparison(path, c)
	case c.Not != nil:
		k.condition(path+".not", *c.Not, depth+1)
	default:
		k.parts(path+"."+forms[0], slices.Concat(c.All, c.Any), depth)
	}
}

func (k *conditionCheck) parts(path string, parts []Condition, depth int) {
	if len(parts) == 0 {
		k.invalid(path, "has no parts; leave it out or say what they are")
	}
	for i, part := range parts {
		k.condition(fmt.Sprintf("%s[%d]", path, i), part, depth+1)
	}
}

// comparison checks the field, the operator and how many values it takes.
func (k *conditionCheck) comparison(path string, c Condition) {
	k.comparisons++
	k.name(path+".field", c.Field)
	least, most := 1, 1
	switch c.Operator {
	case OperatorPresent, OperatorAbsent:
		least, most = 0, 0
	case OperatorIn:
		most = MaxValues
	case OperatorEquals, OperatorNotEquals, OperatorContains, OperatorAtLeast, OperatorAtMost:
	default:
		k.invalid(path+".operator", "%q is no operator; it is one of %s", c.Operator, list(Operators()))
		return
	}
	if n := len(c.Values); n < least || n > most {
		k.invalid(path+".values", "%s takes %s, not %d", c.Operator, howMany(least, most), n)
		return
	}
	k.values(path+".values", c.Values)
	if c.Operator == OperatorAtLeast || c.Operator == OperatorAtMost {
		if _, ok := figure(c.Values[0]); !ok {
			k.invalid(path+".values[0]", "%q is no figure; %s compares decimals like 0.5", c.Values[0], c.Operator)
		}
	}
}

// name refuses fields that no situation can tell.
func (k *conditionCheck) name(path, field string) {
	name, ofContext := strings.CutPrefix(foldField(field), FieldContext)
	switch {
	case ofContext && isName(name):
	case ofContext:
		k.invalid(path, "%q is no name of a field of the context; %s", field, nameRule)
	case slices.Contains(taskFields(), name):
	default:
		k.invalid(path, "%q is an unknown field; it is one of %s, or %sNAME for what the context tells under that name",
			field, list(taskFields()), FieldContext)
	}
}

// nameRule says what isName takes.
const nameRule = "it is made of letters and digits, with dots, hyphens and underscores between them, at most 64"

// isName says whether a field of the context can have that name.
func isName(name string) bool {
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	return word(first) && word(last) && utf8.RuneCountInString(name) <= maxField &&
		!strings.ContainsFunc(name, func(r rune) bool { return !word(r) && !strings.ContainsRune("._-", r) })
}

// values refuses what is empty or longer than what it is compared with.
func (k *conditionCheck) values(path string, values []string) {
	if len(values) > MaxValues {
		k.add(path, episodic.CodeTooLarge, "%d values; at most %d are taken", len(values), MaxValues)
		return
	}
	for i, v := range values {
		k.value(fmt.Sprintf("%s[%d]", path, i), v)
	}
}

func (k *conditionCheck) value(path, v string) {
	switch n := utf8.RuneCountInString(v); {
	case !utf8.ValidString(v):
		k.invalid(path, "is no UTF-8 text")
	case strings.TrimSpace(v) == "":
		k.invalid(path, "is empty; say a value, or ask with PRESENT or ABSENT whether there is one")
	case n > episodic.MaxWord:
		k.add(path, episodic.CodeTooLarge, "%d characters; at most %d are taken", n, episodic.MaxWord)
	}
}

func howMany(least, most int) string {
	switch most {
	case 0:
		return "no value"
	case least:
		return "one value"
	default:
		return fmt.Sprintf("%d to %d values", least, most)
	}
}

// list names the members of a set in words.
func list[T ~string](of []T) string {
	names := make([]string, len(of))
	for i, o := range of {
		names[i] = string(o)
	}
	return strings.Join(names, ", ")
}
