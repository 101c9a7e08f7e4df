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
	maskURL     = "<url>"
	maskEmail   = "<email>"
	maskUUID    = "<uuid>"
	maskSHA     = "<sha>"
	maskTime    = "<time>"
	maskPath    = "<path>"
	maskVersion = "<version>"
	maskHex     = "<hex>"
	maskID      = "<id>"
	maskNumber  = "<n>"
)

// maskNames returns the names of the masks, without brackets.
func maskNames() []string {
	return []string{"url", "email", "uuid", "sha", "time", "path", "version", "hex", "id", "n"}
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
// distinguishes one occurrence from another of the same kind: addresses, commits, paths, times,
// versions, numbers. Template is idempotent.
//
// Drain (He et al. 2017) preprocesses lines with such masks. Its tree is left out on purpose: the
// lines that it groups depend on their order, so a rebuild would produce a different graph than
// the writes did. What it would group is suggested for merging instead.
func Template(words string, limit int) string {
	for {
		masked := text.Shorten(maskOnce(words, limit), limit)
		if masked == words {
			return masked
		}
		words = masked
	}
}

// maskOnce masks the words of a text until they fill limit characters.
func maskOnce(text string, limit int) string {
	var out strings.Builder
	out.Grow(min(len(text), limit*utf8.UTFMax))
	commit := false
	for i, word := 0, ""; i < len(text) && (out.Len() <= limit || utf8.RuneCountInString(out.String()) <= limit); {
		word, i = nextWord(text, i)
		if word == "" {
			break
		}
		if out.Len() > 0 {
			out.WriteByte(' ')
		}
		if commit {
			if name := strings.TrimRight(word, ".,;:!?)"); isCommit(name) {
				out.WriteString(maskSHA)
				word = word[len(name):]
			}
		}
		commit = saysCommit(word)
		maskWord(&out, word)
	}
	return out.String()
}

// saysCommit reports whether the next word probably names a commit.
func saysCommit(word string) bool {
	word = strings.TrimSuffix(word, ":")
	return strings.EqualFold(word, "commit") || strings.EqualFold(word, "sha")
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

// maskWord writes a word with its parts masked. Brackets, quotes and similar characters separate
// the parts.
func maskWord(out *strings.Builder, word string) {
	if nothingToMask(word) {
		out.WriteString(word)
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
			maskRuns(out, part)
		default:
			maskPart(out, part)
		}
		out.WriteString(separator)
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

// maskPart writes a part of a word masked and keeps the punctuation around it.
func maskPart(out *strings.Builder, part string) {
	core := strings.TrimLeft(part, ":!?&^$")
	out.WriteString(part[:len(part)-len(core)])
	trailing := len(core) - len(strings.TrimRight(core, ".:!?&^$"))
	core, rest := core[:len(core)-trailing], core[len(core)-trailing:]
	file, member, deep := strings.Cut(core, "::")
	if mask := wholeMask(core); mask != "" {
		out.WriteString(mask)
	} else if deep && wholeMask(file) == maskPath {
		out.WriteString(maskPath + "::")
		maskRuns(out, member)
	} else {
		maskRuns(out, core)
	}
	out.WriteString(rest)
}

// wholeMask returns the mask for a part that is one thing as a whole; empty if it is not.
func wholeMask(s string) string {
	switch {
	case len(s) < 2:
		return ""
	case address(s):
		return maskURL
	case isEmail(s):
		return maskEmail
	case isUUID(s):
		return maskUUID
	case isTime(s):
		return maskTime
	case isVersion(s):
		return maskVersion
	case isPath(s):
		return maskPath
	default:
		return ""
	}
}

// maskRuns masks the runs of letters and digits in a part that are not words.
func maskRuns(out *strings.Builder, s string) {
	if s == "" {
		return
	}
	start := 0
	if (s[0] == '-' || s[0] == '+') && len(s) > 1 && digit(s[1]) {
		start = 1
	}
	for i := start; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !Wordy(r) {
			out.WriteString(s[i : i+size])
			i += size
			continue
		}
		end := i
		for end < len(s) {
			r, size = utf8.DecodeRuneInString(s[end:])
			if !Wordy(r) {
				break
			}
			end += size
		}
		i = maskRun(out, s, i, end)
	}
}

// maskRun writes one run of letters and digits masked, and returns where to continue: after the
// decimals of a number.
func maskRun(out *strings.Builder, s string, i, end int) int {
	run := s[i:end]
	switch {
	case isHex(run):
		out.WriteString(maskHex)
	case isSHA(run):
		out.WriteString(maskSHA)
	case isRandom(run):
		out.WriteString(maskID)
	case digit(run[0]):
		end = i + numberLength(s[i:])
		out.WriteString(maskNumber)
		for end < len(s) {
			r, size := utf8.DecodeRuneInString(s[end:])
			if !Wordy(r) {
				break
			}
			out.WriteString(s[end : end+size])
			end += size
		}
	default:
		out.WriteString(run)
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
