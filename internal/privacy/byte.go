package privacy

// set is a set of classes of bytes.
type set uint16

const (
	lower set = 1 << iota
	upper
	digit
	dash
	under
	dot
	// more are the signs + / = of base 64.
	more
	tilde
	// hexLetter is a to f, in lower case.
	hexLetter
	space
	// high is a byte of a character beyond ASCII.
	high

	letter = lower | upper
	alnum  = letter | digit
	hex    = digit | hexLetter
	word   = alnum | under
)

// class returns the classes that a byte is in.
func class(c byte) set {
	switch {
	case c >= 'a' && c <= 'f':
		return lower | hexLetter
	case c >= 'g' && c <= 'z':
		return lower
	case c >= 'A' && c <= 'Z':
		return upper
	case c >= '0' && c <= '9':
		return digit
	case c >= 0x80:
		return high
	}
	return sign(c)
}

// sign returns the classes that a byte is in which is neither a letter nor a digit.
func sign(c byte) set {
	switch c {
	case '-':
		return dash
	case '_':
		return under
	case '.':
		return dot
	case '+', '/', '=':
		return more
	case '~':
		return tilde
	case ' ', '\t', '\n', '\r':
		return space
	}
	return 0
}

func (s set) has(c byte) bool { return s&class(c) != 0 }

// run returns the end of the bytes of a set that begin at a place.
func (s set) run(text string, from int) int {
	for from < len(text) && s.has(text[from]) {
		from++
	}
	return from
}

// mix returns the classes that occur in a text.
func mix(text string) set {
	var all set
	for i := range len(text) {
		all |= class(text[i])
	}
	return all
}

// trimDots returns the end of a span without the signs of a sentence at its end.
func trimDots(text string, start, end int) int {
	for end > start && (text[end-1] == '.' || text[end-1] == '-') {
		end--
	}
	return end
}

// longestColor is the maximum length of a color code of terminals that is looked for.
const longestColor = 12

// opens reports whether a word may begin at a place: what stands before is neither a letter nor a digit, or it
// ends an escape, like \n in JSON, %3D in a URL, or the color of a terminal.
func opens(text string, at int) bool {
	if at == 0 || !alnum.has(text[at-1]) {
		return true
	}
	switch c := text[at-1]; {
	case at >= 2 && text[at-2] == '\\':
		return c == 'n' || c == 'r' || c == 't'
	case at >= 3 && text[at-3] == '%':
		return isHex(text[at-2]) && isHex(c)
	case c == 'm':
		return afterColor(text, at-1)
	}
	return false
}

// afterColor reports whether the digits of a color stand before a place.
func afterColor(text string, at int) bool {
	for i := at - 1; i >= 0 && at-i < longestColor; i-- {
		if text[i] == '[' {
			return true
		}
		if text[i] != ';' && !digit.has(text[i]) {
			return false
		}
	}
	return false
}

func isHex(c byte) bool { return hex.has(c) || c >= 'A' && c <= 'F' }
