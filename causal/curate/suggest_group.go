package curate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/mask"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// The bounds of the groups that differ in one word.
const (
	// leastWords is how many words a label has at least, that one may differ.
	leastWords = 4
	// leastGroup is how many labels show that the word is a parameter.
	leastGroup = 3
	// maxGroup is how many of a group are named.
	maxGroup = 50
)

// candidate is a factor with the words of its label.
type candidate struct {
	factor.Factor

	key string
	// words are those that are compared, said are all of them and as they are written, with
	// what search leaves out.
	words, said []string
	// taken says that it is in a suggestion as one of From.
	taken bool
}

// candidates gathers suggestions.
type candidates struct {
	rules contribution.Resolver
	all   []*candidate
	// apart are pairs that somebody told apart.
	apart map[[2]string]bool
	found []MergeSuggestion
}

// newCandidates are the factors that may be merged: those of outcomes are not, and what was
// known or chosen is only another way to write it.
func newCandidates(factors []factor.Factor, rules contribution.Rules) *candidates {
	c := &candidates{rules: rules.Resolver(), apart: map[[2]string]bool{}}
	for _, f := range factors {
		if f.Kind() == factor.KindOutcome || f.Variable == factor.VariableOutcome {
			continue
		}
		if words := labelWords(f.Identity); len(words) > 0 {
			said := strings.FieldsFunc(strings.ToLower(f.Label()), func(r rune) bool { return !mask.Wordy(r) })
			c.all = append(c.all, &candidate{Factor: f, key: f.Key(), words: words, said: append(said, words...)})
		}
	}
	slices.SortFunc(c.all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.Frequency(), a.Frequency()), cmp.Compare(a.key, b.key))
	})
	splits := map[string][]string{}
	for _, s := range rules.Splits {
		from := s.From.Key()
		splits[from] = append(splits[from], c.rules.Merged(s.Into).Key())
	}
	for from, into := range splits {
		into = append(into, from)
		for i, a := range into {
			for _, b := range into[i+1:] {
				c.apart[[2]string{min(a, b), max(a, b)}] = true
			}
		}
	}
	return c
}

// labelWords are the words of a label as search compares them, the state behind a mark of its
// own; masks are words too.
func labelWords(i factor.Identity) []string {
	words := maskedWords(i.Variable)
	if i.State != factor.StateOccurred {
		words = append(append(words, "="), maskedWords(i.State)...)
	}
	return words
}

func maskedWords(text string) []string {
	var words []string
	mask.EachPart(text, func(part string, mask bool) {
		if mask {
			words = append(words, part)
		} else {
			words = append(words, analysed(part)...)
		}
	})
	return words
}

// analysed are the terms of a text, names only in their parts: write_tests is write-tests. A
// text without a word has none, where search would keep its marks.
func analysed(text string) []string {
	if !strings.ContainsFunc(text, mask.Wordy) {
		return nil
	}
	return lexis.Analyze(strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-./", r) {
			return ' '
		}
		return r
	}, text))
}

// mayBeOne reports whether nothing speaks against taking two factors for one: they are of one
// kind, nobody told them apart, and no word says the opposite.
func (c *candidates) mayBeOne(a, b *candidate) bool {
	if a.Kind() != b.Kind() || a.Identity == b.Identity || c.apart[[2]string{min(a.key, b.key), max(a.key, b.key)}] {
		return false
	}
	if a.Variable == b.Variable && (contribution.PlainState(a.State) || contribution.PlainState(b.State)) {
		return false // the states of one variable are what it differs in
	}
	if (a.State == factor.StateOccurred) != (b.State == factor.StateOccurred) {
		return false
	}
	if a.Variable != b.Variable && a.State != b.State && (contribution.PlainState(a.State) || contribution.PlainState(b.State)) {
		return false
	}
	return c.rules.Merged(a.Identity) != c.rules.Merged(b.Identity) && !opposite(a.said, b.said)
}

// sameWords suggests those that differ only in case, order, endings or marks.
func (c *candidates) sameWords() {
	groups := map[string][]*candidate{}
	for _, f := range c.all {
		words := slices.Clone(f.words)
		slices.Sort(words)
		key := string(f.Kind()) + "\n" + strings.Join(slices.Compact(words), " ")
		groups[key] = append(groups[key], f)
	}
	for _, key := range slices.Sorted(maps.Keys(groups)) {
		c.group(groups[key], 2, 1, "", func(n int) string {
			return fmt.Sprintf("%d labels of the same words, but for case, order, endings or marks", n)
		})
	}
}

// oneWordApart suggests those that differ in one word, as Drain joins lines, but whatever
// order they came in.
func (c *candidates) oneWordApart(least float64) {
	groups := map[string][]*candidate{}
	for _, f := range c.all {
		words := strings.Fields(f.Label())
		if len(words) < leastWords || f.taken || float64(len(words)-1)/float64(len(words)) < least {
			continue
		}
		for i := range words {
			key := string(f.Kind()) + "\n" + strings.TrimSpace(strings.Join(words[:i], " ")+" <*> "+strings.Join(words[i+1:], " "))
			groups[key] = append(groups[key], f)
		}
	}
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(groups)), func(key string) bool { return len(groups[key]) < leastGroup })
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(groups[b]), len(groups[a])), cmp.Compare(a, b))
	})
	for _, key := range keys {
		_, shared, _ := strings.Cut(key, "\n")
		words := len(strings.Fields(shared))
		c.group(groups[key], leastGroup, float64(words-1)/float64(words), shared, func(n int) string {
			return fmt.Sprintf("%d labels that differ in one word of %d", n, words)
		})
	}
}

// group suggests some of the most frequent of a group and those that may be one with it.
func (c *candidates) group(group []*candidate, atLeast int, score float64, template string, reason func(n int) string) {
	group = slices.DeleteFunc(slices.Clone(group), func(f *candidate) bool { return f.taken })
	if len(group) < atLeast {
		return
	}
	into := group[0]
	from := slices.DeleteFunc(slices.Clone(group[1:]), func(f *candidate) bool { return !c.mayBeOne(into, f) })
	if len(from)+1 < atLeast {
		return
	}
	m := MergeSuggestion{Into: into.Factor, Score: score, Template: template, Reason: reason(len(from) + 1)}
	for _, f := range from[:min(len(from), maxGroup)] {
		f.taken = true
		m.From = append(m.From, f.Factor)
	}
	c.found = append(c.found, m)
}

// opposite reports whether one of two labels says the opposite of the other.
func opposite(a, b []string) bool {
	for _, pair := range opposites() {
		for _, side := range [][2][]string{{a, b}, {b, a}} {
			if containsAny(side[0], pair[0]) && !containsAny(side[1], pair[0]) &&
				(len(pair[1]) == 0 || containsAny(side[1], pair[1])) {
				return true
			}
		}
	}
	return false
}

func containsAny(words, any []string) bool {
	return slices.ContainsFunc(any, func(w string) bool { return slices.Contains(words, w) })
}
