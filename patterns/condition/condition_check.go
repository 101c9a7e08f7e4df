package condition

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

// The limits of a condition.
const (
	// MaxConditions limits the comparisons in one list of conditions, MaxNesting the nesting of
	// All, Any and Not, MaxValues the values of IN and of a feature.
	MaxConditions = 50
	MaxNesting    = 5
	MaxValues     = 50
)

// maxField limits the name of a context field, in characters.
const maxField = 64

// Problems lists what is wrong with the form of the condition at a path of the input. It does not
// check whether a situation can satisfy it; [Applicability.Problems] does.
func (c Condition) Problems(path string) []problem.Problem {
	var k Checker
	k.condition(path, c, 1)
	k.size(path)
	return k.Problems
}

// ProblemsOf lists what is wrong with the form of a list of conditions.
func ProblemsOf(path string, all []Condition) []problem.Problem {
	var k Checker
	for i, c := range all {
		k.condition(fmt.Sprintf("%s[%d]", path, i), c, 1)
	}
	k.size(path)
	return k.Problems
}

// Checker checks conditions and tasks and collects the problems. The zero value is ready to use.
type Checker struct {
	problem.Checker

	comparisons int
}

func (k *Checker) size(path string) {
	if k.comparisons > MaxConditions {
		k.TooLarge(path, "%d comparisons; at most %d are allowed", k.comparisons, MaxConditions)
	}
}

// condition checks the form of a condition, then its parts.
func (k *Checker) condition(path string, c Condition, depth int) {
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
		k.Invalid(path, "is empty; give a field with an operator, or one of all, any and not")
	case len(forms) > 1:
		k.Invalid(path, "is %s at once; give one of them, and combine them with all or any", strings.Join(forms, " and "))
	case depth > MaxNesting:
		k.TooLarge(path, "is nested more than %d deep", MaxNesting)
	case compares:
		k.comparison(path, c)
	case c.Not != nil:
		k.condition(path+".not", *c.Not, depth+1)
	default:
		k.parts(path+"."+forms[0], slices.Concat(c.All, c.Any), depth)
	}
}

func (k *Checker) parts(path string, parts []Condition, depth int) {
	if len(parts) == 0 {
		k.Invalid(path, "has no parts; leave it out or add some")
	}
	for i, part := range parts {
		k.condition(fmt.Sprintf("%s[%d]", path, i), part, depth+1)
	}
}

// comparison checks the field, the operator and how many values it takes.
func (k *Checker) comparison(path string, c Condition) {
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
		k.Invalid(path+".operator", "%q is not an operator; use one of %s", c.Operator, List(Operators()))
		return
	}
	if n := len(c.Values); n < least || n > most {
		k.Invalid(path+".values", "%s takes %s, not %d", c.Operator, howMany(least, most), n)
		return
	}
	k.Values(path+".values", c.Values)
	if c.Operator == OperatorAtLeast || c.Operator == OperatorAtMost {
		if _, ok := parseNumber(c.Values[0]); !ok {
			k.Invalid(path+".values[0]", "%q is not a number; %s compares decimals like 0.5", c.Values[0], c.Operator)
		}
	}
}

// name rejects fields that no situation can have.
func (k *Checker) name(path, field string) {
	name, ofContext := strings.CutPrefix(FoldField(field), FieldContext)
	switch {
	case ofContext && isName(name):
	case ofContext:
		k.Invalid(path, "%q is not the name of a context field; %s", field, nameRule)
	case slices.Contains(taskFields(), name):
	default:
		k.Invalid(path, "%q is an unknown field; use one of %s, or %sNAME for the context field of that name",
			field, List(taskFields()), FieldContext)
	}
}

// nameRule describes what isName accepts.
const nameRule = "use letters and digits, with dots, hyphens and underscores between them, at most 64 characters"

// isName reports whether a context field can have the name.
func isName(name string) bool {
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	return word(first) && word(last) && utf8.RuneCountInString(name) <= maxField &&
		!strings.ContainsFunc(name, func(r rune) bool { return !word(r) && !strings.ContainsRune("._-", r) })
}

// Values checks a list of values and each value in it.
func (k *Checker) Values(path string, values []string) {
	if len(values) > MaxValues {
		k.TooLarge(path, "%d values; at most %d are allowed", len(values), MaxValues)
		return
	}
	for i, v := range values {
		k.Value(fmt.Sprintf("%s[%d]", path, i), v)
	}
}

// Value rejects a value that is empty, too long or not UTF-8.
func (k *Checker) Value(path, v string) {
	switch n := utf8.RuneCountInString(v); {
	case !utf8.ValidString(v):
		k.Invalid(path, "is not valid UTF-8")
	case strings.TrimSpace(v) == "":
		k.Invalid(path, "is empty; give a value, or use PRESENT or ABSENT to ask whether there is one")
	case n > episodic.MaxWord:
		k.TooLarge(path, "%d characters; at most %d are allowed", n, episodic.MaxWord)
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

// List joins the members of a set with commas.
func List[T ~string](of []T) string {
	names := make([]string, len(of))
	for i, o := range of {
		names[i] = string(o)
	}
	return strings.Join(names, ", ")
}

// maxContextFields limits the fields of a context.
const maxContextFields = 100

// Context checks the names and values of a context.
func (k *Checker) Context(s TaskContext) {
	if len(s) > maxContextFields {
		k.TooLarge("context", "%d fields; at most %d are allowed", len(s), maxContextFields)
		return
	}
	seen := map[string]bool{}
	for _, name := range text.Sorted(slices.Collect(maps.Keys(s))) {
		at := "context." + name
		switch {
		case !isName(name):
			k.Invalid(at, "%q is not a field name; %s", name, nameRule)
		case strings.HasPrefix(FoldField(name), FieldContext), slices.Contains(taskFields(), FoldField(name)):
			k.Invalid(at, "%q is how a condition names the field; in the context leave out the part before the dot, and give fields of the task in the task", name)
		case seen[FoldField(name)]:
			k.Invalid(at, "%q appears twice, in different case", name)
		case utf8.RuneCountInString(s[name]) > episodic.MaxWord:
			k.TooLarge(at, "more than %d characters", episodic.MaxWord)
		}
		seen[FoldField(name)] = true
	}
}
