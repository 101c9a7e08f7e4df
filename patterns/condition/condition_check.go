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

// Problems lists what is wrong with the form of a condition that stands at a place of the input.
// Whether a situation could fulfil it, [contradictions] says.
func (c Condition) Problems(path string) []problem.Problem {
	var k Checker
	k.condition(path, c, 1)
	k.size(path)
	return k.Problems
}

// ProblemsOf lists what is wrong with the form of each of a list of conditions.
func ProblemsOf(path string, all []Condition) []problem.Problem {
	var k Checker
	for i, c := range all {
		k.condition(fmt.Sprintf("%s[%d]", path, i), c, 1)
	}
	k.size(path)
	return k.Problems
}

// Checker gathers what is wrong with conditions.
type Checker struct {
	comparisons int
	Problems    []problem.Problem
}

func (k *Checker) Add(path, code, format string, args ...any) {
	k.Problems = append(k.Problems, problem.Problem{Path: path, Code: code, Message: fmt.Sprintf(format, args...)})
}

func (k *Checker) Invalid(path, format string, args ...any) {
	k.Add(path, problem.CodeInvalid, format, args...)
}

func (k *Checker) size(path string) {
	if k.comparisons > MaxConditions {
		k.Add(path, problem.CodeTooLarge, "%d comparisons; at most %d are taken", k.comparisons, MaxConditions)
	}
}

// condition checks the form, then what it is made of.
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
		k.Invalid(path, "is %s at once; give one of them, and put them together with all or any", strings.Join(forms, " and "))
	case depth > MaxNesting:
		k.Add(path, problem.CodeTooLarge, "is more than %d deep within others", MaxNesting)
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
		k.Invalid(path, "has no parts; leave it out or say what they are")
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
		k.Invalid(path+".operator", "%q is no operator; it is one of %s", c.Operator, List(Operators()))
		return
	}
	if n := len(c.Values); n < least || n > most {
		k.Invalid(path+".values", "%s takes %s, not %d", c.Operator, howMany(least, most), n)
		return
	}
	k.Values(path+".values", c.Values)
	if c.Operator == OperatorAtLeast || c.Operator == OperatorAtMost {
		if _, ok := figure(c.Values[0]); !ok {
			k.Invalid(path+".values[0]", "%q is no figure; %s compares decimals like 0.5", c.Values[0], c.Operator)
		}
	}
}

// name refuses fields that no situation can tell.
func (k *Checker) name(path, field string) {
	name, ofContext := strings.CutPrefix(FoldField(field), FieldContext)
	switch {
	case ofContext && isName(name):
	case ofContext:
		k.Invalid(path, "%q is no name of a field of the context; %s", field, nameRule)
	case slices.Contains(taskFields(), name):
	default:
		k.Invalid(path, "%q is an unknown field; it is one of %s, or %sNAME for what the context tells under that name",
			field, List(taskFields()), FieldContext)
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

// Values refuses what is empty or longer than what it is compared with.
func (k *Checker) Values(path string, values []string) {
	if len(values) > MaxValues {
		k.Add(path, problem.CodeTooLarge, "%d values; at most %d are taken", len(values), MaxValues)
		return
	}
	for i, v := range values {
		k.Value(fmt.Sprintf("%s[%d]", path, i), v)
	}
}

func (k *Checker) Value(path, v string) {
	switch n := utf8.RuneCountInString(v); {
	case !utf8.ValidString(v):
		k.Invalid(path, "is no UTF-8 text")
	case strings.TrimSpace(v) == "":
		k.Invalid(path, "is empty; say a value, or ask with PRESENT or ABSENT whether there is one")
	case n > episodic.MaxWord:
		k.Add(path, problem.CodeTooLarge, "%d characters; at most %d are taken", n, episodic.MaxWord)
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

// List names the members of a set in words.
func List[T ~string](of []T) string {
	names := make([]string, len(of))
	for i, o := range of {
		names[i] = string(o)
	}
	return strings.Join(names, ", ")
}

// maxSetting is the most fields of a context.
const maxSetting = 100

// Setting checks the names and values of a context.
func (k *Checker) Setting(s TaskContext) {
	if len(s) > maxSetting {
		k.Add("context", problem.CodeTooLarge, "%d fields; at most %d are taken", len(s), maxSetting)
		return
	}
	seen := map[string]bool{}
	for _, name := range text.Sorted(slices.Collect(maps.Keys(s))) {
		at := "context." + name
		switch {
		case !isName(name):
			k.Invalid(at, "%q is no name of a field; %s", name, nameRule)
		case strings.HasPrefix(FoldField(name), FieldContext), slices.Contains(taskFields(), FoldField(name)):
			k.Invalid(at, "%q is how a condition names a field; the context tells it without what stands before the dot, the task as one of its own", name)
		case seen[FoldField(name)]:
			k.Invalid(at, "%q is told twice, in another case", name)
		case utf8.RuneCountInString(s[name]) > episodic.MaxWord:
			k.Add(at, problem.CodeTooLarge, "more than %d characters", episodic.MaxWord)
		}
		seen[FoldField(name)] = true
	}
}
