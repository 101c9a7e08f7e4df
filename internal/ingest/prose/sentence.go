package prose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentences cuts a line into sentences, without the marks that end them. A semicolon ends one too.
func sentences(line string) []string {
	var out []string
	start := 0
	add := func(end int) {
		if s := strings.TrimSpace(line[start:end]); s != "" {
			out = append(out, s)
		}
	}
	for i, r := range line {
		if strings.ContainsRune(".!?;", r) && ends(line, i) {
			add(i + 1)
			start = i + 1
		}
	}
	add(len(line))
	return out
}

// ends reports whether the mark at a place ends a sentence: white space follows, and then what can begin
// one, and before it is no abbreviation.
func ends(line string, at int) bool {
	rest := line[at+1:]
	next := strings.TrimLeft(rest, " \t")
	if next == rest {
		return false
	}
	if line[at] == ';' {
		return true
	}
	first, _ := utf8.DecodeRuneInString(next)
	if unicode.IsLower(first) {
		return false
	}
	word := line[:at]
	word = strings.ToLower(word[strings.LastIndexAny(word, " \t(")+1:])
	return !slices.Contains([]string{"e.g", "i.e", "vs", "etc", "cf", "no", "approx", "incl"}, word)
}

// bulleted returns the text of a line of a list, and whether it is one.
func bulleted(line string) (text string, is bool) {
	text = strings.TrimSpace(line)
	for _, mark := range []string{"- ", "* ", "+ "} {
		if rest, found := strings.CutPrefix(text, mark); found {
			return strings.TrimSpace(rest), true
		}
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if digits > 0 && digits <= 9 && len(text) > digits+1 && strings.IndexByte(".)", text[digits]) >= 0 && text[digits+1] == ' ' {
		return strings.TrimSpace(text[digits+2:]), true
	}
	return text, false
}

// low is a text in lower case of the same length: only ASCII letters change.
func low(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

// words are the words of a text in lower case, without the marks around them.
func words(s string) []string {
	return strings.FieldsFunc(low(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' })
}
