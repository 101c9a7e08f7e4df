package agentrun

import (
	"slices"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic/lexis"
)

// mentions adds the policy words of a text. Of several agents all are "agent", so that runs with others are alike.
func (a attributes) mentions(who, words string, policy lexis.PolicyWords) {
	for _, w := range policy.In(words) {
		a.set(who+" mentions "+w, "")
	}
}

// message returns the further factors of a message.
func (s Step) message(policy lexis.PolicyWords) []string {
	a := attributes{}
	a.message(s, policy)
	return a.factors()
}

// message adds what the words of somebody have in common with others, beyond what a message does.
func (a attributes) message(s Step, policy lexis.PolicyWords) {
	who := "agent"
	if s.Role == RoleUser {
		who = "user"
	}
	if code, printed := exitCode(s.Text); printed {
		a.set("a program ended", map[bool]string{true: "without an error", false: "with an error"}[code == "0"])
		if code != "0" {
			a.set(classOfError, Step{Result: lastLines(s.Text)}.errorClass())
		}
		return
	}
	a.mentions(who, s.Text, policy)
	if _, after, fenced := strings.Cut(s.Text, "```"); fenced {
		language := strings.ToLower(strings.TrimSpace(firstLine(after)))
		if !isChoice(language) || strings.Contains(language, " ") {
			language = "text"
		}
		a.set(who+" writes a block", language)
	}
}

// exitCode returns the code with which a program ended, of a message that is what it printed.
func exitCode(message string) (code string, printed bool) {
	rest, printed := strings.CutPrefix(strings.ToLower(strings.TrimSpace(message)), "exitcode:")
	if !printed {
		return "", false
	}
	return strings.TrimFunc(append(strings.Fields(rest), "")[0], func(r rune) bool { return !unicode.IsDigit(r) }), true
}

// lastLines is the end of what a program printed, which says why it ended, the last line first.
func lastLines(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	lines = lines[max(0, len(lines)-3):]
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}
