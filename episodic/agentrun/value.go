package agentrun

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// leaf is one argument that is a text or a number.
type leaf struct{ name, text string }

// leaves returns the arguments of a call, however deep, in order. Long texts are left out.
func leaves(a arguments) []leaf {
	if a.named == nil {
		return short(leaf{"arguments", a.text})
	}
	var out []leaf
	for _, name := range slices.Sorted(maps.Keys(a.named)) {
		out = append(out, leavesOf(name, a.named[name])...)
	}
	return out
}

func leavesOf(name string, value any) []leaf {
	var out []leaf
	switch v := value.(type) {
	case string:
		return short(leaf{name, v})
	case float64, json.Number:
		return []leaf{{name, fmt.Sprint(v)}}
	case []any:
		for _, one := range v {
			out = append(out, leavesOf(name, one)...)
		}
	case map[string]any:
		for _, inner := range slices.Sorted(maps.Keys(v)) {
			out = append(out, leavesOf(inner, v[inner])...)
		}
	}
	return out
}

func short(l leaf) []leaf {
	if len(l.text) > maxLeaf {
		return nil
	}
	return []leaf{l}
}

// values returns the words of a text that are rare by their form, in lower case: names made by a machine,
// with letters and digits, and numbers of five digits or more. Dates and times are common, and words can be
// said in many ways.
func values(words string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(words, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-@./#", r)
	}) {
		if w = strings.ToLower(strings.Trim(w, "_-@./#")); isRare(w) {
			out = append(out, w)
		}
	}
	return out
}

func isRare(w string) bool {
	letters, digits := 0, 0
	for _, r := range w {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		}
	}
	switch {
	case digits == 0 || len(w) < 5 || len(w) > 120:
		return false
	case letters == 0:
		return digits >= 5 && digits == len(w)
	default:
		return !isTime(w)
	}
}

// isTime reports whether a word is a date or a time of day with letters, like 2024-05-20t15.
func isTime(w string) bool {
	return len(w) >= 10 && w[4] == '-' && w[7] == '-' && strings.Trim(w[:4], "0123456789") == ""
}
