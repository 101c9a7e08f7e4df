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

// The maximum lengths of a name and a state that are taken unmasked, in characters.
const (
	maxPlainName  = 64
	maxPlainState = 40
)

// contextFactor returns the factor of a context entry, unmasked.
func contextFactor(variable, state string) factor.Identity {
	i := factor.Identity{Variable: text.Shorten(text.OneLine(variable), factor.MaxVariable), State: text.Shorten(text.OneLine(state), factor.MaxState)}
	if i.State == "" {
		i.State = factor.StateOccurred
	}
	return i
}

// eventFactor returns the raw factor of an event.
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

// DecisionFactor returns the raw factor of a decision; ok is false if the decision does not say what
// was chosen. Options are taken unmasked, as is a plain state of a plain name; other texts are
// masked.
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
		return unnamedDecision(d), true
	}
	plain := plainName(d.Context)
	if i.Variable = d.Context; !plain {
		i.Variable = mask.Template(d.Context, factor.MaxVariable)
	}
	i.State = chosenState(d, plain)
	return i, true
}

// unnamedDecision returns the factor of a choice that does not say what it was about. Its options are
// the states of one variable, which is named after them. Without options it is a variable by itself,
// like an event: as states of one common variable, all such choices of a project would exclude each
// other, and each new choice would change the counts of all the others.
func unnamedDecision(d episodic.Decision) factor.Identity {
	kind := string(d.Type)
	if d.Type == episodic.DecisionOther && d.ReportedType != "" {
		kind = mask.Template(d.ReportedType, factor.MaxState)
	}
	if options := text.Sorted(append(slices.Clone(d.Options), d.Chosen)); len(options) > 1 {
		return factor.Identity{Variable: mask.Template(kind+": "+strings.Join(options, " or "), factor.MaxVariable), State: chosenState(d, true)}
	}
	return factor.Identity{Variable: mask.Template(kind+": "+d.Chosen, factor.MaxVariable), State: factor.StateOccurred}
}

func chosenState(d episodic.Decision, plain bool) string {
	if slices.Contains(d.Options, d.Chosen) || plain && PlainState(d.Chosen) {
		return text.Shorten(text.OneLine(d.Chosen), factor.MaxState)
	}
	return mask.Template(d.Chosen, factor.MaxState)
}

// ownFactor parses the factor name given by the author; stated says that it includes a state.
func ownFactor(name string) (i factor.Identity, stated bool) {
	variable, state, ok := strings.Cut(text.OneLine(name), "=")
	variable, state = strings.TrimSpace(variable), strings.TrimSpace(state)
	if ok && variable != "" && state != "" {
		return factor.Identity{Variable: text.Shorten(variable, factor.MaxVariable), State: text.Shorten(state, factor.MaxState)}, true
	}
	return factor.Identity{Variable: text.Shorten(text.OneLine(name), factor.MaxVariable), State: factor.StateOccurred}, false
}

// assignment parses content of the form variable=state: one plain name, one plain state as it is
// written, and nothing else. Text that merely contains an assignment does not match.
func assignment(content string) (factor.Identity, bool) {
	variable, state, ok := strings.Cut(content, "=")
	if !ok || !plainName(variable) || !PlainState(state) {
		return factor.Identity{}, false
	}
	return factor.Identity{Variable: variable, State: state}, true
}

// plainName reports whether a text is an identifier: it starts with a letter, followed by letters,
// digits and punctuation that names may contain.
func plainName(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return (unicode.IsLetter(first) || first == '_') && plain(s, maxPlainName, "_.-")
}

// PlainState reports whether a text is a short word or number, which may be a range or a choice: 12,
// <5, >=7.5, left/right. A path is none.
func PlainState(s string) bool {
	return plain(s, maxPlainState, "_.-+%<>=/()&≤≥") && s[0] != '=' && s[0] != '/' && !mask.IsPath(s)
}

func plain(s string, most int, marks string) bool {
	return s != "" && len(s) <= most*utf8.UTFMax && utf8.RuneCountInString(s) <= most &&
		!strings.ContainsFunc(s, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) && !strings.ContainsRune(marks, r)
		})
}
