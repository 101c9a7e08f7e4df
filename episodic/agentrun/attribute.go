package agentrun

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/internal/text"
)

// The most that is told of one occurrence.
const (
	// maxAttributes is the number of further factors of an occurrence, maxStates that of the different values
	// that one of them joins.
	maxAttributes = 16
	maxStates     = 3
	// maxFactor is the length of the name of a factor, in characters.
	maxFactor = 200
	// maxParsed is the longest result that is read, in bytes, and maxDepth how deep it is read.
	maxParsed = 256 << 10
	maxDepth  = 4
)

// attributes are variables with their states, of which each occurrence of a run may tell several: what runs of
// one kind have in common beyond the tool that was called.
type attributes map[string]map[string]bool

// set says that a variable was seen in a state. An empty state says only that it occurred.
func (a attributes) set(variable, state string) {
	if a[variable] == nil {
		a[variable] = map[string]bool{}
	}
	a[variable][state] = true
}

// factors returns the names of factors in order. A variable that was seen in several states has them joined, one
// that was seen in more than maxStates is left out.
func (a attributes) factors() []string {
	var out []string
	for _, variable := range slices.Sorted(maps.Keys(a)) {
		states := slices.Sorted(maps.Keys(a[variable]))
		name := strings.ReplaceAll(text.OneLine(strings.ToValidUTF8(variable, "")), "=", "-")
		if state := strings.Join(states, "+"); state != "" {
			name += "=" + text.OneLine(state)
		}
		if len(states) <= maxStates && len([]rune(name)) <= maxFactor && len(out) < maxAttributes {
			out = append(out, name)
		}
	}
	return out
}

// attributes returns what a call has in common with others: its arguments, and the flags of a command.
func (c call) attributes() attributes {
	out := attributes{}
	switch {
	case len(c.programs) > 0:
		for _, flag := range c.flags() {
			out.set(c.label+" "+flag, "")
		}
	case isEditor(strings.ToLower(c.Tool)):
	default:
		for name, value := range c.args.named {
			out.read(c.label+" "+name, name, value, true, 0)
		}
	}
	if c.effect == effectChanges && strings.Contains(strings.ToLower(c.file), "test") {
		out.set("change of a file of tests", "")
	}
	return out
}

// flags returns the flags of the program that a command is named after.
func (c call) flags() []string {
	var out []string
	for _, p := range c.programs {
		if "command: "+p.name() != c.label {
			continue
		}
		for _, w := range p.words[1:] {
			w, _, _ = strings.Cut(w, "=")
			if strings.HasPrefix(w, "-") && len(w) > 1 && len(w) <= 24 && !strings.ContainsFunc(w, func(r rune) bool { return r != '-' && !unicode.IsLetter(r) }) {
				out = append(out, w)
			}
		}
		break
	}
	return out
}

// returned adds what a call that changes nothing returned, if that is JSON: values that come from few, and how
// long lists are.
func (a attributes) returned(label, result string) {
	if strings.TrimSpace(result) == "" {
		a.set(label+" returns", "nothing")
		return
	}
	var value any
	if len(result) > maxParsed || json.Unmarshal([]byte(result), &value) != nil {
		return
	}
	switch v := value.(type) {
	case []any:
		a.set(label+" returns", count(len(v)))
		for _, one := range v[:min(len(v), 100)] {
			a.members(label+" returns", one, 1)
		}
	case map[string]any:
		if len(v) == 0 {
			a.set(label+" returns", "nothing")
		}
		a.members(label+" returns", v, 0)
	}
}

// members adds what the members of an object say, under their own names.
func (a attributes) members(prefix string, value any, depth int) {
	object, is := value.(map[string]any)
	if !is || depth > maxDepth {
		return
	}
	for name, inner := range object {
		a.read(prefix+" "+name, name, inner, false, depth)
	}
}

// read adds what one value says. Numbers count only where an agent chose them.
func (a attributes) read(variable, name string, value any, chosen bool, depth int) {
	if depth > maxDepth || !isPlain(name) {
		return
	}
	switch v := value.(type) {
	case bool:
		a.set(variable, strconv.FormatBool(v))
	case float64:
		if chosen {
			a.set(variable, size(v))
		}
	case string:
		if state := kindOf(name, v); state != "" {
			a.set(variable, state)
		}
	case []any:
		a.set("number of "+variable, count(len(v)))
		for _, one := range v[:min(len(v), 100)] {
			if inner, is := one.(map[string]any); is {
				a.inner(variable, inner, chosen, depth)
			} else if _, isList := one.([]any); !isList {
				a.read(variable, name, one, chosen, depth+1)
			}
		}
	case map[string]any:
		a.inner(variable, v, chosen, depth)
	}
}

// inner adds what the members of an object in a value say.
func (a attributes) inner(variable string, object map[string]any, chosen bool, depth int) {
	if len(object) > 40 { // a table by names, like payment methods by their ids
		return
	}
	for name, value := range object {
		a.read(variable+" "+name, name, value, chosen, depth+1)
	}
}

// isPlain reports whether the name of an argument is a word of the tool and not a value: names made of digits
// and long ones come from the data.
func isPlain(name string) bool {
	return name != "" && len(name) <= 40 && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '-' && r != ' ' })
}

// freeTexts are names of arguments whose values are words of somebody's own.
func freeTexts() []string {
	return []string{
		"query", "q", "text", "message", "content", "prompt", "pattern", "thought", "summary", "description", "title", "command", "expression", "question", "answer",
		"old_string", "new_string", "note", "comment", "subject", "body", "search", "city", "street", "state", "country",
	}
}

// isPersonal reports whether an argument names a person or an account, which is no kind of anything.
func isPersonal(name string) bool {
	low := strings.ToLower(name)
	return slices.ContainsFunc([]string{"user", "name", "customer", "account", "author", "owner", "login", "person", "mail"}, func(w string) bool { return strings.Contains(low, w) })
}

// kindOf returns what a text has in common with those of other runs: the text itself if it comes from few words,
// the kind of a file, or an identifier without its number. It is empty for any other text.
func kindOf(name, value string) string {
	if slices.Contains(freeTexts(), strings.ToLower(name)) || isPersonal(name) {
		return ""
	}
	if isChoice(value) {
		return value
	}
	if i := strings.LastIndexAny(value, "_-"); i > 0 && i < len(value)-3 && strings.Trim(value[i+1:], "0123456789") == "" && isChoice(value[:i]) {
		return value[:i]
	}
	if kind := fileKind(value); strings.ContainsAny(value, `/\`) && strings.HasPrefix(kind, ".") && !strings.ContainsFunc(value, unicode.IsSpace) {
		return kind
	}
	return ""
}

// count says how many, one by one up to five.
func count(n int) string {
	switch {
	case n == 0:
		return "none"
	case n <= 5:
		return strconv.Itoa(n)
	default:
		return "more than 5"
	}
}

// size says how large a number is: whole numbers below ten as they are, others by their number of digits.
func size(v float64) string {
	switch {
	case v < 0:
		return "below 0"
	case v < 10 && v == math.Trunc(v):
		return strconv.Itoa(int(v))
	case v < 1:
		return "0 to 1"
	}
	for low := 1.0; low < 1e15; low *= 10 {
		if v < low*10 {
			return strconv.FormatFloat(low, 'f', 0, 64) + " to " + strconv.FormatFloat(low*10, 'f', 0, 64)
		}
	}
	return "very large"
}

// told returns the further factors of a call, with those of its result, if the occurrence has that too.
func (c placed) told(why string, withResult bool, policy lexis.PolicyWords) []string {
	out := c.attributes()
	out.mentions("agent", why, policy)
	switch {
	case c.failed && withResult:
		out.set(classOfError, c.errorClass())
	case c.failed: // its error is an event of its own
	case withResult && c.HasResult && len(c.programs) == 0 && c.file == "":
		out.returned(c.label, c.Result)
	}
	return out.factors()
}

// classOfError is the variable of what went wrong, whichever tool said so.
const classOfError = "class of error"

// errorKind returns the class of an error as a factor.
func (s Step) errorKind() []string {
	out := attributes{}
	out.set(classOfError, s.errorClass())
	return out.factors()
}
