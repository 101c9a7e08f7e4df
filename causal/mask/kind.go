package mask

import (
	"strings"

	"github.com/causeway-memory/causeway/episodic/lexis"
)

// isHex reports whether a run is a hexadecimal number like 0x1f.
func isHex(s string) bool {
	return len(s) > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && allHex(s[2:])
}

// isSHA reports whether a run is a commit hash: it looks like one, or it has full length and only
// digits.
func isSHA(s string) bool {
	s = strings.ToLower(s)
	full := len(s) == lexis.SHA1 || len(s) == lexis.SHA256
	return lexis.IsSHA(s, lexis.SHA256) || full && strings.Trim(s, "0123456789") == ""
}

// isCommit reports whether a word that follows "commit" can be a hash. There, only digits or only
// letters are enough.
func isCommit(s string) bool { return lexis.MayBeSHA(strings.ToLower(s), lexis.SHA256) }

// saysCommit reports whether a word says that the next one names a commit.
func saysCommit(word string) bool { return word == "commit" || word == "sha" }

// shortCommit returns the form by which a commit is known: its first seven digits in lower case, or
// all of them where seven would look like a number or a word.
func shortCommit(sha string) string {
	sha = strings.ToLower(sha)
	if short := sha[:min(len(sha), lexis.ShortSHA)]; lexis.IsSHA(short, lexis.SHA1) {
		return short
	}
	return sha
}

// saysNumber reports whether two words say that the next one is the number of a pull request, an
// issue or a ticket.
func saysNumber(before, last string) bool {
	switch last {
	case "pr", "mr", "issue", "ticket", "bug":
		return true
	case "request":
		return before == "pull" || before == "merge"
	default:
		return false
	}
}

// saysOrdinal reports whether a word says that the next one, as in "attempt #2", is a count and no
// reference.
func saysOrdinal(word string) bool { return strings.Contains(ordinals, " "+word+" ") }

// ordinals are the words that count with a number sign.
const ordinals = " attempt attempts batch chunk cycle epoch example iteration lap line loop page part pass phase replica rerun retry retries " +
	"round row run sample segment shard slot stage step take test thread trial try turn wave worker "

// isNumber reports whether a text can be the number of a pull request, an issue or a ticket.
func isNumber(s string) bool {
	return s != "" && len(s) <= 9 && strings.Trim(s, "0123456789") == ""
}

// isTicket reports whether a text ends in what precedes the number of a ticket: the capital letters
// of a tracker or a series of documents, and a hyphen, as in ADR-.
func isTicket(s string) bool {
	name, found := strings.CutSuffix(s, "-")
	series := name[strings.LastIndexFunc(name, func(r rune) bool { return r < 'A' || r > 'Z' })+1:]
	if !found || len(series) < 2 {
		return false
	}
	return len(series) == len(name) || !strings.ContainsRune("-_", rune(name[len(name)-len(series)-1]))
}

// isBranch reports whether a part is the name of a branch or a repository: it begins with a letter
// and has a slash.
func isBranch(s string) bool {
	return s != "" && isLatin(rune(s[0])) && strings.Contains(s, "/") && strings.ContainsAny(s, "0123456789") && !strings.ContainsRune(s, '#')
}

// allHex reports whether a text consists of hexadecimal digits.
func allHex(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; !digit(s[i]) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return s != ""
}

// isUUID reports whether a text has the form of a UUID.
func isUUID(s string) bool {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return false
	}
	return allHex(strings.ReplaceAll(s, "-", "")) && strings.Count(s, "-") == 4
}

// isRandom reports whether a run looks machine-generated: long, with more changes between upper
// case, lower case and digits than a word has; or one letter and a long number.
func isRandom(s string) bool {
	if len(s) >= 7 && class(s[0]) != 0 && strings.Trim(s[1:], "0123456789") == "" {
		return true
	}
	const least = 12
	if len(s) < least || !strings.ContainsAny(s, "0123456789") {
		return false
	}
	turns, digitRuns := 0, 0
	for i := 1; i < len(s); i++ {
		if class(s[i]) == class(s[i-1]) {
			continue
		}
		turns++
		if digit(s[i]) {
			digitRuns++
		}
	}
	return turns*5 >= len(s)*2 || digitRuns >= 4
}

// class returns the character class: digit, lower case, upper case or other.
func class(c byte) int {
	switch {
	case digit(c):
		return 0
	case 'a' <= c && c <= 'z':
		return 1
	case 'A' <= c && c <= 'Z':
		return 2
	default:
		return 3
	}
}

// isEmail reports whether a text is an email address.
func isEmail(s string) bool {
	name, host, ok := strings.Cut(s, "@")
	return ok && name != "" && !strings.ContainsAny(s, "/:") && !strings.Contains(host, "@") &&
		strings.Index(host, ".") > 0 && !strings.HasSuffix(host, ".") && strings.ContainsFunc(host, isLatin)
}

func isLatin(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

// isTime reports whether a text is an ISO 8601 date, time of day or both.
func isTime(s string) bool {
	day := shaped(s, "0000-00-00") || shaped(s, "0000/00/00")
	switch {
	case day && len(s) == 10:
		return true
	case day:
		return (s[10] == 'T' || s[10] == 't') && len(s) > 11 && clock(s[11:])
	default:
		return clock(s)
	}
}

// clock reports whether a text is a time of day, optionally with seconds, fractions and a zone.
func clock(s string) bool {
	if !shaped(s, "00:00") {
		if !shaped(s, "0:00") {
			return false
		}
		s = "0" + s
	}
	return strings.TrimLeft(s, "0123456789:.,+-Zz") == ""
}

// shaped reports whether a text starts with a shape in which 0 stands for any digit.
func shaped(s, shape string) bool {
	if len(s) < len(shape) {
		return false
	}
	for i := range len(shape) {
		if shape[i] == '0' && !digit(s[i]) || shape[i] != '0' && s[i] != shape[i] {
			return false
		}
	}
	return true
}

// isVersion reports whether a text is a version: three or more numbers separated by points, or
// two after a v, optionally followed by a hyphen or plus and a suffix.
func isVersion(s string) bool {
	rest := strings.TrimPrefix(s, "v")
	points, i := 0, 0
	for i < len(rest) && (digit(rest[i]) || rest[i] == '.' && i+1 < len(rest) && digit(rest[i+1])) {
		if rest[i] == '.' {
			points++
		}
		i++
	}
	if i == 0 || rest[0] == '.' || points < 1 || points < 2 && len(rest) == len(s) {
		return false
	}
	return i == len(rest) || rest[i] == '-' || rest[i] == '+'
}

// IsPath reports whether a text is the path of a file or directory.
func IsPath(s string) bool {
	s = withoutLine(s)
	if strings.ContainsAny(s, "#@&^$?!") || strings.HasSuffix(s, ":") {
		return false
	}
	if strings.ContainsRune(s, '\\') {
		return strings.ContainsFunc(s, isLatin)
	}
	if strings.ContainsRune(s, ':') || !strings.ContainsFunc(s, isLatin) {
		return false
	}
	if strings.Count(s, "/") >= 2 || strings.Contains(s, "/") && (s[0] == '~' || s[0] == '.') {
		return true
	}
	return isFile(s[strings.LastIndexByte(s, '/')+1:]) || len(s) > 2 && strings.HasSuffix(s, "/")
}

// withoutLine strips the line and column from a path.
func withoutLine(s string) string {
	for range 2 {
		if i := strings.LastIndexByte(s, ':'); i > 1 && strings.Trim(s[i+1:], "0123456789-") == "" {
			s = s[:i]
		}
	}
	return s
}

// isFile reports whether the last element of a path is a file name with a known extension.
func isFile(s string) bool {
	i := strings.LastIndexByte(s, '.')
	if i < 0 || i+1 == len(s) {
		return false
	}
	return strings.Contains(fileEndings, " "+strings.ToLower(s[i+1:])+" ")
}

// fileEndings are the known file extensions. A point alone does not make a file: see os.walk.
const fileEndings = " bash bat bz2 c cc cfg clj cmd conf config cpp cs css csv cypher db diff dll doc docx editorconfig env erb ex exe " +
	"gif gitattributes gitignore gitkeep go gradle graphql graphqls gz h hpp htm html ini ipynb jar java jpeg jpg js json jsonl jsx " +
	"kt kts lock log lua md mdx mjs mod patch pdf php pid pl png proto ps1 psd1 psm1 py pyc pyi rb rs rst scala sh sql " +
	"sqlite sum svg swift tar tf tgz tmp toml ts tsv tsx txt vue whl xls xlsx xml yaml yml zip zsh "
