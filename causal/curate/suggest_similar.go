package curate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
)

// commonWord is the maximum number of labels that a word may occur in to make them candidates for
// comparison. A label of common words only is not compared.
const commonWord = 300

// similar suggests pairs that share many of their words, weighted by rarity. It compares only labels
// with a rare word in common: of two labels that are similar enough, one of the rarest words of
// each, up to the weight that may be missing, occurs in the other too.
func (c *candidates) similar(ctx context.Context, least float64) error {
	open := slices.DeleteFunc(slices.Clone(c.all), func(f *candidate) bool { return f.taken })
	sets, weights := wordSets(open)
	index := make([][]int, len(weights))
	for i, f := range open {
		if i%1_000 == 0 && ctx.Err() != nil {
			return fmt.Errorf("compare labels: %w", context.Cause(ctx))
		}
		prefix := sets[i].leading(weights, least)
		best, score := -1, least
		for _, at := range union(index, prefix) {
			if s := sets[i].similarity(sets[at], weights, score); s >= score && (best < 0 || s > score) && c.mayBeOne(open[at], f) {
				best, score = at, s
			}
		}
		for _, word := range prefix {
			index[word] = append(index[word], i)
		}
		if best >= 0 {
			f.taken = true
			c.found = append(c.found, MergeSuggestion{
				Into: open[best].Factor, From: []factor.Factor{f.Factor}, Score: score,
				Reason: similarReason(open[best].words, f.words),
			})
		}
	}
	return nil
}

// union returns the distinct labels that the words index, in order.
func union(index [][]int, words []int) []int {
	var out []int
	for _, w := range words {
		if found := index[w]; len(found) <= commonWord {
			out = append(out, found...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// wordSet is the set of words of a label as numbers, rarest first.
type wordSet struct {
	words []int
	// weight is the total weight of the words.
	weight float64
}

// wordSets numbers the words of labels, rarest first, and weights each by its rarity.
func wordSets(all []*candidate) (sets []wordSet, weights []float64) {
	in := map[string]int{}
	for _, f := range all {
		for i, w := range f.words {
			if !slices.Contains(f.words[:i], w) {
				in[w]++
			}
		}
	}
	words := slices.SortedFunc(maps.Keys(in), func(a, b string) int { return cmp.Or(cmp.Compare(in[a], in[b]), cmp.Compare(a, b)) })
	number := make(map[string]int, len(words))
	weights = make([]float64, len(words))
	for i, w := range words {
		number[w], weights[i] = i, math.Log(1+float64(len(all))/float64(in[w]))
	}
	sets = make([]wordSet, len(all))
	for i, f := range all {
		for _, w := range f.words {
			sets[i].words = append(sets[i].words, number[w])
		}
		slices.Sort(sets[i].words)
		sets[i].words = slices.Compact(sets[i].words)
		for _, w := range sets[i].words {
			sets[i].weight += weights[w]
		}
	}
	return sets, weights
}

// leading returns the rarest words of a set, one of which any similar enough set has too: the others
// together weigh too little.
func (s wordSet) leading(weights []float64, least float64) []int {
	left := s.weight
	for i, w := range s.words {
		if left -= weights[w]; left < least*s.weight {
			return s.words[:i+1]
		}
	}
	return s.words
}

// similarity returns the weighted Jaccard similarity of two sets; 0 if it is below least anyway.
func (s wordSet) similarity(other wordSet, weights []float64, least float64) float64 {
	if min(s.weight, other.weight) < least*max(s.weight, other.weight) {
		return 0
	}
	shared := 0.0
	for i, k := 0, 0; i < len(s.words) && k < len(other.words); {
		switch a, b := s.words[i], other.words[k]; {
		case a == b:
			shared += weights[a]
			i, k = i+1, k+1
		case a < b:
			i++
		default:
			k++
		}
	}
	return shared / (s.weight + other.weight - shared)
}

// similarReason says which words two labels share and how many more each has.
func similarReason(a, b []string) string {
	var shared []string
	more := 0
	for _, w := range a {
		if slices.Contains(b, w) && !slices.Contains(shared, w) && w != "=" {
			shared = append(shared, w)
		} else if !slices.Contains(b, w) {
			more++
		}
	}
	for _, w := range b {
		if !slices.Contains(a, w) {
			more++
		}
	}
	const named = 6
	list := strings.Join(shared[:min(len(shared), named)], ", ")
	if len(shared) > named {
		list += ", …"
	}
	return fmt.Sprintf("%d words in common (%s), %d not", len(shared), list, more)
}

// opposites are pairs of word lists, also in stemmed form: one label may not have a word of one side
// while the other has one of the other side. An empty second side stands for any label without the
// first.
func opposites() [][2][]string {
	return [][2][]string{
		{{"not", "no", "never", "without", "cannot", "non"}, nil},
		{{"pass", "passed", "green", "success", "succeed", "successful", "succeeded"}, {"fail", "failed", "failur", "failure", "red", "broken", "error"}},
		{{"add", "added", "creat", "create", "introduc", "insert"}, {"remov", "remove", "delet", "delete", "drop", "revert"}},
		{{"enabl", "enable", "on"}, {"disabl", "disable", "off"}},
		{{"befor", "before", "pre"}, {"after", "post"}},
		{{"yes", "true"}, {"no", "false"}},
		{{"start", "open", "begin", "began"}, {"stop", "close", "end", "finish"}},
		{{"accept", "approv", "adopt", "allow"}, {"reject", "declin", "refus", "deni", "block"}},
		{{"increas", "rais", "expand"}, {"decreas", "lower", "reduc", "shrink"}},
		{{"valid"}, {"invalid"}},
	}
}
