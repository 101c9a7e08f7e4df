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

// Limits of groups that differ in one word.
const (
	// leastWords is the minimum number of words of a label of which one may differ.
	leastWords = 4
	// leastGroup is the minimum number of labels that shows that the word is a parameter.
	leastGroup = 3
	// maxGroup is the maximum number of factors listed for a group.
	maxGroup = 50
)

// candidate is a factor with the words of its label.
type candidate struct {
	factor.Factor

	key string
	// words are the analyzed words to compare; allWords are also the words as written, including those
	// that the analysis drops.
	words, allWords []string
	// references are those in the label.
	references []string
	// taken says that a suggestion already lists it in From.
	taken bool
}

// candidates collects suggestions.
type candidates struct {
	rules contribution.Resolver
	all   []*candidate
	// apart are pairs that a user split.
	apart map[[2]string]bool
	found []MergeSuggestion
}

// newCandidates returns the factors that may be merged, most frequent first: all but outcomes.
func newCandidates(factors []factor.Factor, rules contribution.Rules) *candidates {
	c := &candidates{rules: rules.Resolver(), apart: map[[2]string]bool{}}
	for _, f := range factors {
		if f.Kind() == factor.KindOutcome || f.Variable == factor.VariableOutcome {
			continue
		}
		if words := labelWords(f.Identity); len(words) > 0 {
			allWords := strings.FieldsFunc(strings.ToLower(f.Label()), func(r rune) bool { return !mask.Wordy(r) })
			c.all = append(c.all, &candidate{
				Factor: f, key: f.Key(), words: words, allWords: append(allWords, words...), references: mask.References(f.Label()),
			})
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

// labelWords returns the analyzed words of a label, with a separator before the state. Masks count as
// words.
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
			words = append(words, analyze(part)...)
		}
	})
	return words
}

// analyze returns the terms of a text with names split into parts: write_tests equals write-tests. A
// text without words has no terms; the analysis alone would keep its punctuation.
func analyze(text string) []string {
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

// mayBeOne reports whether two factors may be the same: they have the same kind and name the same
// references, no user split them, and no word says the opposite.
func (c *candidates) mayBeOne(a, b *candidate) bool {
	if a.Kind() != b.Kind() || a.Identity == b.Identity || c.apart[[2]string{min(a.key, b.key), max(a.key, b.key)}] {
		return false
	}
	if !slices.Equal(a.references, b.references) {
		return false
	}
	if a.Variable == b.Variable && (contribution.PlainState(a.State) || contribution.PlainState(b.State)) {
		return false // states of one variable are distinct by design
	}
	if (a.State == factor.StateOccurred) != (b.State == factor.StateOccurred) {
		return false
	}
	if a.Variable != b.Variable && a.State != b.State && (contribution.PlainState(a.State) || contribution.PlainState(b.State)) {
		return false
	}
	return c.rules.Merged(a.Identity) != c.rules.Merged(b.Identity) && !opposite(a.allWords, b.allWords)
}

// sameWords suggests factors that differ only in case, order, endings or punctuation.
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

// oneWordApart suggests factors that differ in one word, as Drain groups lines, but independently of
// their order.
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

// group suggests the most frequent factor of a group and those that may be the same as it.
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

// opposite reports whether one label says the opposite of the other.
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
