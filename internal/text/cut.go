package text

import "strings"

// longestWord is how far from a place at which a text is cut the beginning or the end of a word is looked for, in bytes.
const longestWord = 1024

// Head returns at most n bytes of the beginning of a text, and only whole words: half of a key is not known for one.
// A word that is longer than a text of n bytes should have, or than 1 KiB, is cut all the same.
func Head(text string, n int) string {
	if len(text) <= n {
		return text
	}
	at := n
	for at > 0 && n-at < min(longestWord, n/2) && inWord(text[at-1]) && inWord(text[at]) {
		at--
	}
	if at > 0 && inWord(text[at-1]) && inWord(text[at]) {
		at = n
	}
	return strings.ToValidUTF8(text[:at], "")
}

// Tail returns at most n bytes of the end of a text, as [Head] does of its beginning.
func Tail(text string, n int) string {
	if len(text) <= n {
		return text
	}
	from := len(text) - n
	at := from
	for at < len(text) && at-from < min(longestWord, n/2) && inWord(text[at-1]) && inWord(text[at]) {
		at++
	}
	if at < len(text) && inWord(text[at-1]) && inWord(text[at]) {
		at = from
	}
	return strings.ToValidUTF8(text[at:], "")
}

// inWord reports whether a byte may be within a word, an address, a path or a key.
func inWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80 || strings.IndexByte(`_-.+/=~@:%\`, c) >= 0
}
