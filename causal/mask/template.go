package mask

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/internal/text"
)

// The masks.
const (
	maskEmail   = "<email>"
	maskUUID    = "<uuid>"
	maskTime    = "<time>"
	maskVersion = "<version>"
	maskHex     = "<hex>"
	maskID      = "<id>"
	maskNumber  = "<n>"
	// maskReference is in no template, which keeps its references.
	maskReference = "<reference>"
)

// maskNames returns the names of the masks, without brackets.
func maskNames() []string {
	return []string{"email", "uuid", "time", "version", "hex", "id", "n"}
}

// EachPart calls yield for the parts of a template in order: the masks and the texts between them.
func EachPart(text string, yield func(part string, mask bool)) {
	for from := 0; from < len(text); {
		at := strings.IndexByte(text[from:], '<')
		if at < 0 {
			break
		}
		at += from
		name, _, closed := strings.Cut(text[at+1:], ">")
		if from = at + 1; closed && slices.Contains(maskNames(), name) {
			yield(text[:at], false)
			yield(text[at:at+len(name)+2], true)
			text, from = text[at+len(name)+2:], 0
		}
	}
	yield(text, false)
}

// Template returns the text in one line of at most limit characters, with everything masked that
// distinguishes one occurrence from another of the same kind: times, versions, numbers, machine-made
// names. References are not masked, because each names one thing: commits (as their first seven
// digits), pull requests, issues, tickets, files and addresses. Template is idempotent.
//
// Drain (He et al. 2017) preprocesses lines with such masks. Its tree is left out on purpose: the
// lines that it groups depend on their order, so a rebuild would produce a different graph than
// the writes did. What it would group is suggested for merging instead.
func Template(words string, limit int) string {
	for {
		masked := text.Shorten(maskOnce(words, limit).String(), limit)
		if masked == words {
			return masked
		}
		words = masked
	}
}

// References returns the references in a template, in order. Two templates with different
// references are about different things.
func References(template string) []string { return maskOnce(template, len(template)).references }

// Unreferenced returns a template with every reference masked: what texts have in common that differ
// only in what they refer to.
func Unreferenced(template string) string {
	var out strings.Builder
	for _, reference := range References(template) {
		before, after, found := strings.Cut(template, reference)
		if !found {
			continue
		}
		out.WriteString(before + maskReference)
		template = after
	}
	return out.String() + template
}

// masker builds a template.
type masker struct {
	strings.Builder

	references []string
}

// keep writes a reference.
func (m *masker) keep(reference string) {
	m.WriteString(reference)
	m.references = append(m.references, reference)
}

// maskOnce masks the words of a text until they fill limit characters.
func maskOnce(text string, limit int) *masker {
	out := &masker{}
	out.Grow(min(len(text), limit*utf8.UTFMax))
	before, last := "", ""
	for i, word := 0, ""; i < len(text) && (out.Len() <= limit || utf8.RuneCountInString(out.String()) <= limit); {
		word, i = nextWord(text, i)
		if word == "" {
			break
		}
		if out.Len() > 0 {
			out.WriteByte(' ')
		}
		rest := word
		if name := strings.TrimRight(word, ".,;:!?)"); saysCommit(last) && isCommit(name) {
			out.keep(shortCommit(name))
			rest = word[len(name):]
		} else if saysNumber(before, last) && isNumber(name) {
			out.keep(name)
			rest = word[len(name):]
		} else if saysOrdinal(last) && strings.HasPrefix(name, "#") && isNumber(name[1:]) {
			out.WriteString("#" + maskNumber)
			rest = word[len(name):]
		}
		out.word(rest)
		before, last = last, strings.ToLower(strings.TrimSuffix(word, ":"))
	}
	return out
}

// nextWord returns the word that starts at or after i, and where it ends.
func nextWord(words string, i int) (word string, end int) {
	i += len(words[i:]) - len(strings.TrimLeftFunc(words[i:], text.Blank))
	if at := strings.IndexFunc(words[i:], text.Blank); at >= 0 {
		return words[i : i+at], i + at
	}
	return words[i:], len(words)
}

// nothingToMask reports whether a word lacks every sign of something to mask: a digit, a slash, an
// at sign, or a point inside. Most words do.
func nothingToMask(word string) bool {
	for i := range len(word) {
		switch c := word[i]; {
		case digit(c), c == '/', c == '\\', c == '@', c == '.' && i+1 < len(word) && word[i+1] != '.':
			return false
		}
	}
	return true
}

// word writes a word with its parts masked. Brackets, quotes and similar characters separate
// the parts.
func (m *masker) word(word string) {
	if nothingToMask(word) {
		m.WriteString(word)
		return
	}
	before := ""
	for word != "" {
		part, separator := word, ""
		if i := firstSeparator(word); i >= 0 && !address(word) {
			_, size := utf8.DecodeRuneInString(word[i:])
			part, separator, word = word[:i], word[i:i+size], word[i+size:]
		} else {
			word = ""
		}
		switch {
		case part == "":
		case before == ">" || separator == "<": // the rest of a word next to a mask
			m.runs(part)
		default:
			m.part(part)
		}
		m.WriteString(separator)
		before = separator
	}
}

// firstSeparator returns the index of the first character that separates parts, -1 if there is
// none.
func firstSeparator(word string) int {
	for i, r := range word {
		if separates(r) && !thousands(word, i) {
			return i
		}
	}
	return -1
}

// thousands reports whether the comma at i is a thousands separator: after a digit and before
// three of them.
func thousands(s string, i int) bool {
	if i == 0 || i+3 >= len(s) || s[i] != ',' || !digit(s[i-1]) {
		return false
	}
	return digit(s[i+1]) && digit(s[i+2]) && digit(s[i+3]) && (i+4 == len(s) || !digit(s[i+4]))
}

// separates reports whether a character separates parts that are masked individually.
func separates(r rune) bool {
	return strings.ContainsRune("<>()[]{}\"'`,;|=*…", r) || r > unicode.MaxLatin1 && unicode.IsPunct(r)
}

// address reports whether a word starts with a URL, which may contain most characters.
func address(word string) bool {
	i := strings.Index(word, "://")
	return i > 0 && !strings.ContainsFunc(word[:i], func(r rune) bool { return !Wordy(r) })
}

// part writes a part of a word masked and keeps the punctuation around it.
func (m *masker) part(part string) {
	core := strings.TrimLeft(part, ":!?&^$")
	m.WriteString(part[:len(part)-len(core)])
	trailing := len(core) - len(strings.TrimRight(core, ".:!?&^$"))
	core, rest := core[:len(core)-trailing], core[len(core)-trailing:]
	file, member, deep := strings.Cut(core, "::")
	switch mask := wholeMask(core); {
	case mask != "":
		m.WriteString(mask)
	case address(core):
		page, _, _ := strings.Cut(core, "?")
		page, _, _ = strings.Cut(page, "#")
		m.keep(page)
	case IsPath(core):
		m.keep(withoutLine(core))
	case deep && IsPath(file):
		m.keep(file)
		m.WriteString("::")
		m.runs(member)
	case isBranch(core):
		m.keep(core)
	default:
		m.runs(core)
	}
	m.WriteString(rest)
}

// wholeMask returns the mask for a part that is one thing as a whole; empty if it is not.
func wholeMask(s string) string {
	switch {
	case len(s) < 2 || address(s):
		return ""
	case isEmail(s):
		return maskEmail
	case isUUID(s):
		return maskUUID
	case isTime(s):
		return maskTime
	case isVersion(s):
		return maskVersion
	default:
		return ""
	}
}

// runs masks the runs of letters and digits in a part that are not words.
func (m *masker) runs(s string) {
	if s == "" {
		return
	}
	start := 0
	if (s[0] == '-' || s[0] == '+') && len(s) > 1 && digit(s[1]) {
		start = 1
	}
	for i := start; i < len(s); {
		end := i + wordyLength(s[i:])
		if end == i {
			_, size := utf8.DecodeRuneInString(s[i:])
			m.WriteString(s[i : i+size])
			i += size
			continue
		}
		i = m.run(s, i, end)
	}
}

// wordyLength returns the length of the run of letters and digits at the start of a text.
func wordyLength(s string) int {
	for i, r := range s {
		if !Wordy(r) {
			return i
		}
	}
	return len(s)
}

// run writes one run of letters and digits masked, and returns where to continue: after the
// decimals of a number.
func (m *masker) run(s string, i, end int) int {
	run := s[i:end]
	switch {
	case isHex(run):
		m.WriteString(maskHex)
	case isSHA(run):
		m.keep(shortCommit(run))
	case isNumber(run) && (i > 0 && s[i-1] == '#' || isTicket(s[:i])):
		m.keep(run)
	case isRandom(run):
		m.WriteString(maskID)
	case digit(run[0]):
		end = i + numberLength(s[i:])
		m.WriteString(maskNumber)
		unit := wordyLength(s[end:])
		m.WriteString(s[end : end+unit])
		end += unit
	default:
		m.WriteString(run)
	}
	return end
}

// numberLength returns the length of the number at the start of a text, including thousands
// separators and decimals.
func numberLength(s string) int {
	i := 0
	for i < len(s) && (digit(s[i]) || thousands(s, i)) {
		i++
	}
	for i+1 < len(s) && s[i] == '.' && digit(s[i+1]) {
		for i++; i < len(s) && digit(s[i]); {
			i++
		}
	}
	return i
}

// Wordy reports whether a character is part of a word.
func Wordy(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || unicode.Is(unicode.M, r)
}

func digit(c byte) bool { return '0' <= c && c <= '9' }
