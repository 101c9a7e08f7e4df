package contribution

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/mask"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// The most characters of a name and a state that are taken as they are, unmasked.
const (
	maxPlainName  = 64
	maxPlainState = 40
)

// contextFactor is the factor of what was known before any decision, as it is written.
func contextFactor(variable, state string) factor.Identity {
	i := factor.Identity{Variable: text.Shorten(text.OneLine(variable), factor.MaxVariable), State: text.Shorten(text.OneLine(state), factor.MaxState)}
	if i.State == "" {
		i.State = factor.StateOccurred
	}
	return i
}

// eventFactor is the factor that an event has by itself.
func eventFactor(v episodic.Event) factor.Identity {
	if v.Factor != "" {
		i, _ := ownFactor(v.Factor)
		return i
	}
	if i, ok := assignment(v.Content); ok {
		return i
	}
	kind := string(v.Type)
	if v.Type == episodic.EventOther && v.ReportedType != "" {
		kind = mask.Template(v.ReportedType, factor.MaxState)
	}
	if v.Content == "" {
		return factor.Identity{Variable: kind, State: factor.StateOccurred}
	}
	return factor.Identity{Variable: mask.Template(kind+": "+v.Content, factor.MaxVariable), State: factor.StateOccurred}
}

// DecisionFactor is the factor that a decision has by itself; none when it does not say what
// was chosen. An option is taken as it is, and so is a plain state of a plain name; other
// texts are masked.
func DecisionFactor(d episodic.Decision) (i factor.Identity, ok bool) {
	if d.Factor != "" {
		own, stated := ownFactor(d.Factor)
		if stated || d.Chosen == "" {
			return own, stated
		}
		return factor.Identity{Variable: own.Variable, State: chosenState(d, true)}, true
	}
	if d.Chosen == "" {
		return factor.Identity{}, false
	}
	if d.Context == "" || d.Context == d.Chosen {
		return loneDecision(d), true
	}
	plain := plainName(d.Context)
	if i.Variable = d.Context; !plain {
		i.Variable = mask.Template(d.Context, factor.MaxVariable)
	}
	i.State = chosenState(d, plain)
	return i, true
}

// loneDecision is the factor of a choice that does not say what it was about. It is a variable
// of its own, like that of an event: as states of one variable, all such choices of a project
// would exclude each other, and each new one would change the counts of all the others.
func loneDecision(d episodic.Decision) factor.Identity {
	kind := string(d.Type)
	if d.Type == episodic.DecisionOther && d.ReportedType != "" {
		kind = mask.Template(d.ReportedType, factor.MaxState)
	}
	return factor.Identity{Variable: mask.Template(kind+": "+d.Chosen, factor.MaxVariable), State: factor.StateOccurred}
}

func chosenState(d episodic.Decision, plain bool) string {
	if slices.Contains(d.Options, d.Chosen) || plain && PlainState(d.Chosen) {
		return text.Shorten(text.OneLine(d.Chosen), factor.MaxState)
	}
	return mask.Template(d.Chosen, factor.MaxState)
}

// ownFactor reads the writer's own name of a factor; stated says that it names a state too.
func ownFactor(name string) (i factor.Identity, stated bool) {
	variable, state, ok := strings.Cut(text.OneLine(name), "=")
	variable, state = strings.TrimSpace(variable), strings.TrimSpace(state)
	if ok && variable != "" && state != "" {
		return factor.Identity{Variable: text.Shorten(variable, factor.MaxVariable), State: text.Shorten(state, factor.MaxState)}, true
	}
	return factor.Identity{Variable: text.Shorten(text.OneLine(name), factor.MaxVariable), State: factor.StateOccurred}, false
}

// assignment reads a content of the form variable=state: one plain name, one plain state, and
// nothing else. Texts in which an assignment occurs are none.
func assignment(content string) (factor.Identity, bool) {
	variable, state, ok := strings.Cut(content, "=")
	if !ok || !plainName(variable) || !PlainState(state) {
		return factor.Identity{}, false
	}
	return factor.Identity{Variable: variable, State: state}, true
}

// plainName reports whether a text is an identifier: letters, digits and the marks inside
// names, beginning with a letter.
func plainName(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return (unicode.IsLetter(first) || first == '_') && plain(s, maxPlainName, "_.-")
}

// PlainState reports whether a text is a short word or number.
func PlainState(s string) bool { return plain(s, maxPlainState, "_.-+%") }

func plain(s string, most int, marks string) bool {
	return s != "" && len(s) <= most*utf8.UTFMax && utf8.RuneCountInString(s) <= most &&
		!strings.ContainsFunc(s, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) && !strings.ContainsRune(marks, r)
		})
}
