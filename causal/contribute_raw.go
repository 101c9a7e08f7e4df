package causal

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
)

// The most characters of a name and a state that are taken as they are, unmasked.
const (
	maxPlainName  = 64
	maxPlainState = 40
)

// contextFactor is the factor of what was known before any decision, as it is written.
func contextFactor(variable, state string) Identity {
	i := Identity{shorten(oneLine(variable), MaxVariable), shorten(oneLine(state), MaxState)}
	if i.State == "" {
		i.State = StateOccurred
	}
	return i
}

// eventFactor is the factor that an event has by itself.
func eventFactor(v episodic.Event) Identity {
	if v.Factor != "" {
		i, _ := ownFactor(v.Factor)
		return i
	}
	if i, ok := assignment(v.Content); ok {
		return i
	}
	kind := string(v.Type)
	if v.Type == episodic.EventOther && v.ReportedType != "" {
		kind = template(v.ReportedType, MaxState)
	}
	if v.Content == "" {
		return Identity{kind, StateOccurred}
	}
	return Identity{template(kind+": "+v.Content, MaxVariable), StateOccurred}
}

// decisionFactor is the factor that a decision has by itself; none when it does not say what
// was chosen. An option is taken as it is, and so is a plain state of a plain name; other
// texts are masked.
func decisionFactor(d episodic.Decision) (i Identity, ok bool) {
	if d.Factor != "" {
		own, stated := ownFactor(d.Factor)
		if stated || d.Chosen == "" {
			return own, stated
		}
		return Identity{own.Variable, chosenState(d, true)}, true
	}
	if d.Chosen == "" {
		return Identity{}, false
	}
	if d.Context == "" || d.Context == d.Chosen {
		return loneDecision(d), true
	}
	plain := plainName(d.Context)
	if i.Variable = d.Context; !plain {
		i.Variable = template(d.Context, MaxVariable)
	}
	i.State = chosenState(d, plain)
	return i, true
}

// loneDecision is the factor of a choice that does not say what it was about. It is a variable
// of its own, like that of an event: as states of one variable, all such choices of a project
// would exclude each other, and each new one would change the counts of all the others.
func loneDecision(d episodic.Decision) Identity {
	kind := string(d.Type)
	if d.Type == episodic.DecisionOther && d.ReportedType != "" {
		kind = template(d.ReportedType, MaxState)
	}
	return Identity{template(kind+": "+d.Chosen, MaxVariable), StateOccurred}
}

func chosenState(d episodic.Decision, plain bool) string {
	if slices.Contains(d.Options, d.Chosen) || plain && plainState(d.Chosen) {
		return shorten(oneLine(d.Chosen), MaxState)
	}
	return template(d.Chosen, MaxState)
}

// ownFactor reads the writer's own name of a factor; stated says that it names a state too.
func ownFactor(name string) (i Identity, stated bool) {
	variable, state, ok := strings.Cut(oneLine(name), "=")
	variable, state = strings.TrimSpace(variable), strings.TrimSpace(state)
	if ok && variable != "" && state != "" {
		return Identity{shorten(variable, MaxVariable), shorten(state, MaxState)}, true
	}
	return Identity{shorten(oneLine(name), MaxVariable), StateOccurred}, false
}

// assignment reads a content of the form variable=state: one plain name, one plain state, and
// nothing else. Texts in which an assignment occurs are none.
func assignment(content string) (Identity, bool) {
	variable, state, ok := strings.Cut(content, "=")
	if !ok || !plainName(variable) || !plainState(state) {
		return Identity{}, false
	}
	return Identity{variable, state}, true
}

// plainName reports whether a text is an identifier: letters, digits and the marks inside
// names, beginning with a letter.
func plainName(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return (unicode.IsLetter(first) || first == '_') && plain(s, maxPlainName, "_.-")
}

// plainState reports whether a text is a short word or number.
func plainState(s string) bool { return plain(s, maxPlainState, "_.-+%") }

func plain(s string, most int, marks string) bool {
	return s != "" && len(s) <= most*utf8.UTFMax && utf8.RuneCountInString(s) <= most &&
		!strings.ContainsFunc(s, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) && !strings.ContainsRune(marks, r)
		})
}
