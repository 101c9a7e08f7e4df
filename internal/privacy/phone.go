package privacy

import (
	"slices"
	"strings"
)

// number is a phone number as it stands in a text.
type number struct {
	start, end int
	plus       bool
	// area says that the first group is in parentheses.
	area bool
	// groups are the lengths of the groups of digits, marks the signs between them.
	groups []int
	marks  []byte
	digits string
}

// The bounds of the digits of a number: those of E.164, and what is long enough to be one.
const leastDigits, mostDigits = 7, 15

// appendPhones finds phone numbers: international ones, those of North America, those that begin with a zero, and any that
// is called one.
func appendPhones(all []span, text string) []span {
	for at := 0; at < len(text); at++ {
		c := text[at]
		if c != '+' && c != '(' && !digit.has(c) {
			continue
		}
		if !begins(text, at) {
			at = max(at, digit.run(text, at)-1)
			continue
		}
		n := numberAt(text, at)
		if len(n.digits) < leastDigits || len(n.digits) > mostDigits || !ends(text, n.end) {
			at = max(at, digit.run(text, at)-1)
			continue
		}
		if n.international() || n.american() || n.national(text) || labelled(text, at) && !n.date() {
			all = append(all, span{n.start, n.end, KindPhone})
			at = n.end - 1
			continue
		}
		at = max(at, digit.run(text, at)-1)
	}
	return all
}

// begins reports whether a number may begin at a place.
func begins(text string, at int) bool {
	return opens(text, at) && (at == 0 || strings.IndexByte(".-_/+#@$%", text[at-1]) < 0)
}

// ends reports whether a number may end at a place.
func ends(text string, at int) bool {
	if at == len(text) {
		return true
	}
	if (word | high).has(text[at]) {
		return false
	}
	return at+1 == len(text) || strings.IndexByte("-./:,", text[at]) < 0 || !digit.has(text[at+1])
}

// numberAt reads groups of digits with single signs between them.
func numberAt(text string, at int) number {
	n := number{start: at, plus: text[at] == '+'}
	if n.plus {
		at++
	}
	for more := true; more; {
		at, more = n.group(text, at)
	}
	return n
}

// group reads one group of digits, in parentheses or not, and the sign behind it; it returns where the next group
// begins, if there is one.
func (n *number) group(text string, at int) (next int, more bool) {
	open := at < len(text) && text[at] == '('
	if open {
		at++
	}
	stop := digit.run(text, at)
	if stop == at || stop-at > mostDigits {
		return stop, false
	}
	n.digits += text[at:stop]
	n.groups = append(n.groups, stop-at)
	if open {
		if stop == len(text) || text[stop] != ')' {
			return stop, false
		}
		n.area = n.area || len(n.groups) == 1
		stop++
	}
	n.end = stop
	if len(n.digits) > mostDigits || stop == len(text) {
		return stop, false
	}
	if next, more = follows(text, stop, open); more {
		n.marks = append(n.marks, text[stop])
	}
	return next, more
}

// follows returns where the next group begins behind one that ends at a place, in parentheses or not, if there is one.
func follows(text string, stop int, open bool) (next int, more bool) {
	next = stop
	switch {
	case strings.IndexByte(" -./", text[next]) >= 0:
		next++
	case !open && text[next] != '(':
		return stop, false
	}
	return next, next < len(text) && (digit.has(text[next]) || text[next] == '(')
}

// international reports whether a number begins with the code of a country.
func (n number) international() bool {
	digits := n.digits
	switch {
	case n.plus:
	case strings.HasPrefix(digits, "00") && len(n.groups) > 1 && n.groups[0] > 1:
		digits = digits[2:]
	default:
		return false
	}
	if n.date() || len(digits) < 8 || digits[0] == '0' {
		return false
	}
	switch digits[0] {
	case '1':
		return len(digits) == 11 && digits[1] >= '2'
	case '7':
		return len(digits) == 11
	}
	return len(n.groups) > 1 || len(digits) >= 10
}

// american reports whether a number has the form of North America: 212-555-0123, (212) 555-0123, 1-800-555-0199.
func (n number) american() bool {
	groups, digits, marks := n.groups, n.digits, n.marks
	if n.plus || len(groups) > 0 && groups[0] == 1 && digits[0] == '1' {
		if n.plus || len(groups) != 4 {
			return false
		}
		groups, digits, marks = groups[1:], digits[1:], marks[1:]
	}
	if !slices.Equal(groups, []int{3, 3, 4}) || digits[0] < '2' || digits[3] < '2' {
		return false
	}
	return n.area || marks[0] == marks[1] && (marks[0] == '-' || marks[0] == '.')
}

// national reports whether a number begins with the zero of an area: 030/1234567, 0171 2345678, 06 12 34 56 78.
func (n number) national(text string) bool {
	if n.plus || len(n.groups) < 2 || n.digits[0] != '0' || n.digits[1] == '0' || len(n.digits) < 9 || len(n.digits) > 12 || !n.even() {
		return false
	}
	if n.groups[0] == 2 {
		return slices.Equal(n.groups, []int{2, 2, 2, 2, 2}) && n.marks[0] != '-' && !pairs(text, n)
	}
	return n.groups[0] >= 3 && n.groups[0] <= 5 && n.marks[0] != '.' && !slices.Contains(n.groups, 1)
}

// even reports whether all signs between the groups are the same, and no more than one a slash.
func (n number) even() bool {
	return !slices.ContainsFunc(n.marks, func(m byte) bool { return m != n.marks[0] }) && (n.marks[0] != '/' || len(n.marks) == 1)
}

// pairs reports whether a number is part of a longer row of pairs, as bytes are printed.
func pairs(text string, n number) bool {
	before := n.start >= 3 && text[n.start-1] == n.marks[0] && isHex(text[n.start-2]) && isHex(text[n.start-3])
	after := n.end+2 < len(text) && text[n.end] == n.marks[0] && isHex(text[n.end+1]) && isHex(text[n.end+2])
	return before || after
}

// date reports whether a number begins like a date.
func (n number) date() bool {
	return len(n.groups) >= 3 && n.groups[0] == 4 && n.groups[1] == 2 && n.groups[2] == 2 && (strings.HasPrefix(n.digits, "19") || strings.HasPrefix(n.digits, "20"))
}

// phoneWords say that a number is one.
func phoneWords() []string {
	return []string{"tel", "phone", "telephone", "mobile", "fax", "telefon", "handy", "whatsapp", "phonenumber", "mobilenumber", "telnumber"}
}

// phoneName reports whether the values of a name are phone numbers.
func phoneName(name string) bool {
	plain := squeezed(strings.ToLower(name))
	return slices.ContainsFunc(phoneWords(), func(w string) bool { return plain == w || len(w) > 3 && strings.HasSuffix(plain, w) })
}

// onlyPhone reports whether a text is a phone number and nothing else.
func onlyPhone(text string) bool {
	digits := 0
	for i := range len(text) {
		switch {
		case digit.has(text[i]):
			digits++
		case strings.IndexByte(" +-./()", text[i]) < 0:
			return false
		}
	}
	return digits >= leastDigits && digits <= mostDigits
}

// labelled reports whether a word like "phone" stands before a place.
func labelled(text string, at int) bool {
	end := at
	for end > 0 && at-end < longestGap && strings.IndexByte(" :.=\"'#", text[end-1]) >= 0 {
		end--
	}
	start := end
	for start > 0 && end-start < longestName && (letter | under | dash).has(text[start-1]) {
		start--
	}
	if end == at || start == end {
		return false
	}
	if label := strings.ToLower(text[start:end]); label != "number" {
		return phoneName(label)
	}
	return labelled(text[:start], start)
}
