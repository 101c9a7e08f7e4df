package lexis

// The number of digits of a commit's SHA.
const (
	// ShortSHA is the shortest form that identifies a commit.
	ShortSHA = 7
	// SHA1 and SHA256 are the full lengths.
	SHA1   = 40
	SHA256 = 64
)

// MayBeSHA reports whether a lower-case word has the form of a commit's SHA: 7 to longest
// hexadecimal digits. Numbers and words like "defaced" have that form too; see [IsSHA].
func MayBeSHA(word string, longest int) bool {
	letters, digits := countHex(word)
	return letters+digits == len(word) && len(word) >= ShortSHA && len(word) <= longest
}

// IsSHA reports whether a lower-case word looks like a commit's SHA without any context: it may
// be one and has both letters and digits.
func IsSHA(word string, longest int) bool {
	letters, digits := countHex(word)
	return letters > 0 && digits > 0 && MayBeSHA(word, longest)
}

// countHex counts the bytes of a word that are hexadecimal digits in lower case.
func countHex(word string) (letters, digits int) {
	for i := range len(word) {
		switch c := word[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'a' && c <= 'f':
			letters++
		}
	}
	return letters, digits
}
