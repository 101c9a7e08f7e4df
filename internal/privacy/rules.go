package privacy

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Rules find what no text should hold. They are safe for concurrent use. Make them once: [New] builds tables.
type Rules struct {
	keys    [256][]keyForm
	further *regexp.Regexp
}

// New returns the rules, with a further regular expression (RE2) of the user whose matches are replaced by
// "<private>"; empty for none. It returns an error for one that cannot be read, matches the empty text, or
// matches a marker.
func New(further string) (*Rules, error) {
	r := &Rules{}
	for _, form := range keyForms() {
		first := form.prefix[0]
		r.keys[first] = append(r.keys[first], form)
	}
	if further == "" {
		return r, nil
	}
	var err error
	if r.further, err = regexp.Compile(further); err != nil {
		return nil, fmt.Errorf("read the further pattern: %w", err)
	}
	if r.further.MatchString("") {
		return nil, fmt.Errorf("the further pattern %q matches the empty text", further)
	}
	for _, m := range markers() {
		if r.further.MatchString(m) {
			return nil, fmt.Errorf("the further pattern %q matches %s, which stands for what was replaced", further, m)
		}
	}
	return r, nil
}

// markers lists everything that stands in the place of something.
func markers() []string {
	out := []string{Dropped}
	for _, k := range Kinds() {
		out = append(out, k.Marker())
	}
	return out
}

// Redact returns a text with everything replaced that was found, and how often what was found.
func (r *Rules) Redact(text string) (string, Counts) { return r.RedactNamed("", text) }

// RedactNamed is [Rules.Redact] for the value of a name, like a key of a JSON object: of a name like
// "password" the whole value is replaced.
func (r *Rules) RedactNamed(name, text string) (string, Counts) {
	counts := Counts{}
	if s, is := named(name, text); is {
		text = replace(text, []span{s}, counts)
	}
	// What was replaced can give its neighbor an edge. Each round leaves less to be found: markers stay.
	for found := r.spans(text); len(found) > 0; found = r.spans(text) {
		text = replace(text, found, counts)
	}
	return text, counts
}

// span is a part of a text, in bytes.
type span struct {
	start, end int
	kind       Kind
}

// replace puts markers in the place of spans, which are in order and do not touch.
func replace(text string, found []span, counts Counts) string {
	var b strings.Builder
	b.Grow(len(text) + 8*len(found))
	at := 0
	for _, s := range found {
		b.WriteString(text[at:s.start])
		b.WriteString(s.kind.Marker())
		counts[s.kind]++
		at = s.end
	}
	b.WriteString(text[at:])
	return b.String()
}

// spans finds everything in a text, in order; what overlaps is one.
func (r *Rules) spans(text string) []span {
	var all []span
	all = r.appendKeys(all, text)
	all = appendBlocks(all, text)
	all = appendBlockEnds(all, text)
	all = appendBearers(all, text)
	all = appendWebTokens(all, text)
	all = appendAssignments(all, text)
	all = appendAddresses(all, text)
	passwords := urlPasswords(text)
	all = append(all, passwords...)
	all = appendEmails(all, passwords, text)
	all = appendPhones(all, text)
	all = appendHomes(all, text)
	if r.further != nil {
		for _, at := range r.further.FindAllStringIndex(text, -1) {
			if at[0] < at[1] {
				all = append(all, span{at[0], at[1], KindPrivate})
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	return joined(withoutMarkers(all, text))
}

// joined orders spans and makes one of those that overlap; its kind is that of the first.
func joined(all []span) []span {
	slices.SortStableFunc(all, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	out := all[:0]
	for _, s := range all {
		if last := len(out) - 1; last >= 0 && s.start < out[last].end {
			out[last].end = max(out[last].end, s.end)
			continue
		}
		out = append(out, s)
	}
	return out
}

// withoutMarkers cuts markers that are in the text already out of spans, so that they stay.
func withoutMarkers(all []span, text string) []span {
	held := markersIn(text)
	if len(held) == 0 {
		return all
	}
	out := make([]span, 0, len(all))
	for _, s := range all {
		i, _ := slices.BinarySearchFunc(held, s.start, func(m span, at int) int { return cmp.Compare(m.end-1, at) })
		for ; i < len(held) && held[i].start < s.end; i++ {
			if s.start < held[i].start {
				out = append(out, span{s.start, held[i].start, s.kind})
			}
			s.start = held[i].end
		}
		if s.start < s.end {
			out = append(out, s)
		}
	}
	return out
}

// markersIn finds the markers in a text, in order.
func markersIn(text string) []span {
	var out []span
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '<')
		if i < 0 {
			return out
		}
		at += i
		if n := markerAt(text, at); n > 0 {
			out = append(out, span{start: at, end: at + n})
			at += n
			continue
		}
		at++
	}
}

// markerAt returns the length of the marker at a place, 0 if there is none.
func markerAt(text string, at int) int {
	for _, k := range Kinds() {
		if m := k.Marker(); strings.HasPrefix(text[at:], m) {
			return len(m)
		}
	}
	if strings.HasPrefix(text[at:], Dropped) {
		return len(Dropped)
	}
	return 0
}
