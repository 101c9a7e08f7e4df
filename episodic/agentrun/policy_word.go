package agentrun

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
)

// policyText has a line for each of the words that rules of work are about: the beginning of the words that say it, and what
// they say. A beginning with a dot at its end is a whole word, one of two words a phrase.
//
//go:embed policy_words.txt
var policyText string

// policyWords are few and common, so that runs of one kind have them in common.
func policyWords() [][2]string {
	var out [][2]string
	for line := range strings.Lines(policyText) {
		if beginning, says, found := strings.Cut(strings.TrimSpace(line), " = "); found {
			out = append(out, [2]string{beginning, says})
		}
	}
	return out
}

// mentioned returns what of the policy words a text has, sorted.
func mentioned(words string) []string {
	if len(words) > 8_000 {
		words = words[:8_000]
	}
	tokens := strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	var out []string
	for _, w := range policyWords() {
		first, second, _ := strings.Cut(w[0], " ")
		for i, token := range tokens {
			if !begins(token, first) || second != "" && (i+1 == len(tokens) || !begins(tokens[i+1], second)) {
				continue
			}
			out = append(out, w[1])
			break
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// begins reports whether a word has a beginning and at most a common ending after it; of a whole word it may be
// the plural.
func begins(word, beginning string) bool {
	if whole, is := strings.CutSuffix(beginning, "."); is {
		return word == whole || word == whole+"s"
	}
	return strings.HasPrefix(word, beginning) && len(word) <= len(beginning)+6
}

// mentions adds the policy words of a text. Of several agents all are "agent", so that runs with others are alike.
func (a attributes) mentions(who, words string) {
	for _, w := range mentioned(words) {
		a.set(who+" mentions "+w, "")
	}
}

// message returns the further factors of a message.
func (s Step) message() []string {
	a := attributes{}
	a.message(s)
	return a.factors()
}

// message adds what the words of somebody have in common with others, beyond what a message does.
func (a attributes) message(s Step) {
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
	a.mentions(who, s.Text)
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
