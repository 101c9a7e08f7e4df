package prose

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Rule names the words by which a cause was found, with the version of the rule.
type Rule string

// The rules. A rule that finds something else gets another version.
const (
	// RuleBecause finds "E because C", "E because of C" and "Because C, E".
	RuleBecause Rule = "because/1"
	// RuleDueTo finds "E due to C", and a list after "E due to:".
	RuleDueTo Rule = "due-to/1"
	// RuleCausedBy finds "E was caused by C".
	RuleCausedBy Rule = "caused-by/1"
	// RuleCaused finds "C caused E".
	RuleCaused Rule = "caused/1"
	// RuleLedTo finds "C led to E" and "C resulted in E".
	RuleLedTo Rule = "led-to/1"
	// RuleRootCause finds "Root cause of E: C"; "Root cause: C" does not say of what.
	RuleRootCause Rule = "root-cause/1"
	// RuleSince finds "E since C" and "Since C, E" where C is why, and not from when on.
	RuleSince Rule = "since/1"
	// RuleSoThat finds "C, so that E" and "C was so large that E" where E happened; what was only wanted is no effect.
	RuleSoThat Rule = "so-that/1"
	// RuleSo finds "C, so E".
	RuleSo Rule = "so/1"
)

// Rules lists the rules.
func Rules() []Rule {
	return []Rule{RuleBecause, RuleDueTo, RuleCausedBy, RuleCaused, RuleLedTo, RuleRootCause, RuleSince, RuleSoThat, RuleSo}
}

// Doubt says why a sentence with the words of a rule states no cause; empty if it does.
type Doubt string

// The doubts.
const (
	DoubtDenied      Doubt = "it is denied"
	DoubtAsked       Doubt = "it is a question"
	DoubtConditional Doubt = "it is conditional"
	DoubtNoEffect    Doubt = "the sentence does not say of what"
	DoubtNoCause     Doubt = "the sentence does not say what"
	DoubtTooLong     Doubt = "the sentence is too long"
)

// maxClause is the longest cause or effect that is taken, in characters.
const maxClause = 500

// Cause is a cause that a sentence states.
type Cause struct {
	Rule Rule
	// Sentence is the whole sentence, Cause and Effect are its parts; the effect may be the sentence before.
	Sentence, Cause, Effect string
	// First means that the text begins with the sentence.
	First bool
	// Hedged means that the sentence says "likely" or the like.
	Hedged bool
	Doubt  Doubt
}

// Causes returns the causes that a text states, in its order, those in doubt included. Lines are read on
// their own, as items of lists are. It is a pure function.
func Causes(text string) []Cause {
	var out []Cause
	lines := strings.Split(strings.ToValidUTF8(text, "\uFFFD"), "\n")
	first := true
	for i, line := range lines {
		content, _ := bulleted(line)
		before := ""
		for _, s := range sentences(content) {
			c, found := stated(s)
			if found {
				c.First = first
				out = append(out, c.complete(before, itemsAfter(lines[i+1:]))...)
			}
			first = false
			before = s
		}
	}
	return out
}

// itemsAfter returns the items of the list that begins at once.
func itemsAfter(lines []string) []string {
	var out []string
	for _, line := range lines {
		text, is := bulleted(line)
		if !is {
			if text == "" && len(out) == 0 {
				continue
			}
			break
		}
		out = append(out, text)
	}
	return out
}

// complete fills in what the sentence leaves to its surroundings, and judges it.
func (c Cause) complete(before string, items []string) []Cause {
	if refersBack(c.Effect) {
		c.Effect = trim(before)
	}
	if refersBack(c.Cause) {
		c.Cause = trim(before)
	}
	causes := []string{c.Cause}
	if c.Cause == "" && c.Effect != "" && strings.HasSuffix(c.Sentence, ":") && len(items) > 0 {
		causes = items
	}
	var out []Cause
	for _, one := range causes {
		c.Cause = trim(one)
		out = append(out, c.judged())
	}
	return out
}

// judged returns the cause with what is in doubt about it.
func (c Cause) judged() Cause {
	all := words(c.Sentence)
	has := func(list ...string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return slices.Contains(all, w) })
	}
	c.Hedged = c.Hedged || has("likely", "probably", "possibly", "presumably", "perhaps", "apparently", "suspected", "seems", "appears")
	switch {
	case c.Doubt != "":
	case strings.HasSuffix(c.Sentence, "?"):
		c.Doubt = DoubtAsked
	case has("if", "unless", "when", "whenever", "whether", "would", "might", "may", "should") || has("could") && !strings.Contains(low(c.Sentence), "could not"):
		c.Doubt = DoubtConditional
	case len(words(c.Cause)) == 0:
		c.Doubt = DoubtNoCause
	case len(words(c.Effect)) < 2 && !(c.First && c.Rule == RuleBecause && c.Effect == ""):
		c.Doubt = DoubtNoEffect
	case utf8.RuneCountInString(c.Cause) > maxClause || utf8.RuneCountInString(c.Effect) > maxClause:
		c.Doubt = DoubtTooLong
	}
	return c
}

// marker are words between the two parts of a sentence.
type marker struct {
	words string
	rule  Rule
	// forward means that the cause is before the words, and not after them.
	forward bool
	// means reports whether the words state a cause between these parts of a sentence; nil means always.
	means func(before, after string) bool
}

// markers are those of one meaning, and those that may also say when, or what for. The latter are looked for where there is none of the former.
func markers() [][]marker {
	return [][]marker{{
		{"because of", RuleBecause, false, nil},
		{"because", RuleBecause, false, nil},
		{"due to", RuleDueTo, false, nil},
		{"caused by", RuleCausedBy, false, nil},
		{"caused", RuleCaused, true, nil},
		{"led to", RuleLedTo, true, nil},
		{"resulted in", RuleLedTo, true, nil},
	}, {
		{"since", RuleSince, false, sinceIsWhy},
		{"so that", RuleSoThat, true, func(_, after string) bool { return happened(after) }},
		{"that", RuleSoThat, true, soMuchThat},
		{"so", RuleSo, true, soIsWhy},
	}}
}

// stated finds the first words of a rule in a sentence.
func stated(s string) (Cause, bool) {
	if c, found := rootCause(s); found {
		return c, true
	}
	at, by := marked(low(s))
	if by.words == "" {
		return Cause{}, false
	}
	c := Cause{Rule: by.rule, Sentence: s}
	left, right := trimBefore(s[:at]), s[at+len(by.words):]
	if left == "" && !by.forward { // "Because C, E"
		if cause, effect, found := strings.Cut(right, ", "); found {
			left, right = effect, cause
		}
	}
	left, c.Hedged, c.Doubt = adverbs(left)
	if open := openBracket(left); open >= 0 { // "E (since C)": the effect is before the bracket; "(C, so E)" is whole in it
		if left = left[:open]; by.rule == RuleSo {
			left = s[open+1 : at]
		}
		right, _, _ = strings.Cut(right, ")")
	}
	c.Cause, c.Effect = by.parts(left, right)
	return c, true
}

// marked returns the first words of a rule in a sentence in lower case, and where they are; those that may mean something else come last.
func marked(lower string) (at int, by marker) {
	at = len(lower)
	for _, of := range markers() {
		for _, m := range of {
			i := wordsAt(lower, m.words)
			if i >= 0 && i < at && (m.means == nil || m.means(lower[:i], lower[i+len(m.words):])) {
				at, by = i, m
			}
		}
		if by.words != "" {
			break
		}
	}
	return at, by
}

// parts returns the cause and the effect of what is before and after the words of a rule.
func (by marker) parts(left, right string) (cause, effect string) {
	switch {
	case by.rule == RuleSo || by.rule == RuleSoThat:
		return trim(lastPart(lastSentence(left))), trim(firstPart(firstSentence(right)))
	case by.forward:
		return trim(unjoined(left)), trim(right)
	}
	cause, effect = trim(firstPart(right)), trim(lastPart(left))
	if by.rule == RuleCausedBy || by.rule == RuleDueTo {
		effect = trim(withoutCopula(effect))
	}
	if by.rule == RuleSince {
		cause, effect = trim(firstSentence(cause)), trim(lastSentence(effect))
	}
	return cause, effect
}

// firstSentence ends a part where another sentence begins with a small letter, as one with the name of a program may.
func firstSentence(part string) string {
	first, _, _ := strings.Cut(part, ". ")
	return first
}

// lastSentence is what firstSentence is, for the part before the words.
func lastSentence(part string) string {
	if i := strings.LastIndex(part, ". "); i >= 0 && !strings.HasSuffix(low(part[:i]), "e.g") && !strings.HasSuffix(low(part[:i]), "i.e") {
		return part[i+2:]
	}
	return part
}

// wordsAt returns where whole words are in a text, or -1.
func wordsAt(lower, find string) int {
	for from := 0; ; {
		i := strings.Index(lower[from:], find)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(find)
		if (i == 0 || strings.IndexByte(" (,*\"'", lower[i-1]) >= 0) && (end == len(lower) || strings.IndexByte(" :,", lower[end]) >= 0) {
			return i
		}
		from = end
	}
}

// adverbs takes the adverbs off the end of the part before the words.
func adverbs(left string) (rest string, hedged bool, doubt Doubt) {
	for {
		left = trimBefore(left)
		cut := strings.LastIndexAny(left, " \t") + 1
		switch word := low(strings.Trim(left[cut:], "*_`,")); {
		case slices.Contains([]string{"likely", "probably", "possibly", "presumably", "perhaps", "apparently"}, word):
			hedged = true
		case word == "not" || word == "never" || strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t"):
			return left, hedged, DoubtDenied
		case slices.Contains([]string{"only", "just", "simply", "mainly", "mostly", "largely", "partly", "primarily", "directly"}, word):
		default:
			return left, hedged, ""
		}
		left = left[:cut]
	}
}

// unjoined takes off the word that joins a cause to the verb after it: "C, which caused E".
func unjoined(left string) string {
	left = trimBefore(left)
	for _, word := range []string{", which", ", that", " which", " that", ", and", " and", " has", " have", " had"} {
		if strings.HasSuffix(low(left), word) {
			return left[:len(left)-len(word)]
		}
	}
	return left
}

// withoutCopula takes "was", "have been" and the like off the end.
func withoutCopula(effect string) string {
	for _, words := range []string{" have been", " has been", " had been", " was", " were", " is", " are", " being", " be"} {
		if strings.HasSuffix(low(effect), words) {
			return effect[:len(effect)-len(words)]
		}
	}
	return effect
}

// firstPart ends a cause where the sentence goes on to something else.
func firstPart(cause string) string {
	lower := low(cause)
	end := len(cause)
	for _, words := range []string{", not ", ", so ", ", but ", " - ", " – ", " — "} {
		if i := strings.Index(lower, words); i > 0 && i < end {
			end = i
		}
	}
	return cause[:end]
}

// lastPart begins an effect after what only introduces it: "Note: E", "The heading - E".
func lastPart(effect string) string {
	for _, mark := range []string{": ", " - ", " – ", " — "} {
		before, after, found := strings.Cut(effect, mark)
		if found && len(words(after)) >= 3 && (mark != ": " || len(words(before)) <= 3) {
			effect = after
		}
	}
	return effect
}

// openBracket returns where a bracket opens that the text does not close, or -1.
func openBracket(s string) int {
	open := strings.LastIndexByte(s, '(')
	if open < 0 || strings.IndexByte(s[open:], ')') >= 0 {
		return -1
	}
	return open
}

// refersBack reports whether a part is a word for what was said before.
func refersBack(part string) bool {
	return slices.Contains([]string{"this", "that", "it", "these", "those", "which", "they", "both"}, strings.Join(words(part), " "))
}

// rootCause finds "root cause" at the beginning of a sentence, with a colon or "is" after it.
func rootCause(s string) (Cause, bool) {
	lower := low(s)
	at := strings.Index(lower, "root cause")
	if at < 0 || !slices.Contains([]string{"", "the", "identified", "identified the", "found the", "confirmed", "confirmed the"}, strings.Join(words(s[:at]), " ")) {
		return Cause{}, false
	}
	c := Cause{Rule: RuleRootCause, Sentence: s}
	rest := strings.TrimPrefix(s[at+len("root cause"):], "s")
	if of, found := strings.CutPrefix(rest, " of "); found {
		effect, cause, told := cutAtVerb(of)
		c.Effect, c.Cause = trim(effect), trim(cause)
		return c, told
	}
	about, cause, told := cutAtVerb(rest)
	if !told || !slices.Contains([]string{"", "identified", "found", "confirmed"}, strings.Join(words(about), " ")) {
		return Cause{}, false
	}
	c.Cause = trim(cause)
	return c, true
}

// cutAtVerb cuts at the first colon, "is" or "was".
func cutAtVerb(s string) (before, after string, found bool) {
	at, size := len(s), 0
	for _, mark := range []string{":", " is ", " was "} {
		if i := strings.Index(low(s), mark); i >= 0 && i < at {
			at, size = i, len(mark)
		}
	}
	if size == 0 {
		return s, "", false
	}
	return s[:at], s[at+size:], true
}

// trim takes white space and the marks of emphasis and of ends off both ends of a part.
func trim(s string) string { return strings.Trim(s, " \t*_,:;.!(") }

// trimBefore takes white space and marks off the end of what is before the words.
func trimBefore(s string) string { return strings.TrimRight(s, " \t*_,(") }
