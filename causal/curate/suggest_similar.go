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

// commonWord is in how many labels a word may be for them to be compared because of it. A
// label of common words only is compared with none.
const commonWord = 300

// similar suggests pairs that share much of their words, rare ones weighing more. Only labels
// with a rare word in common are compared: of two labels that share enough, one of the rarest
// words of each, up to the weight that may be missing, is the other's too.
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
		for _, at := range together(index, prefix) {
			if s := sets[i].alike(sets[at], weights, score); s >= score && (best < 0 || s > score) && c.mayBeOne(open[at], f) {
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

// together are the labels that some of the words index, each once, in their order.
func together(index [][]int, words []int) []int {
	var out []int
	for _, w := range words {
		if found := index[w]; len(found) <= commonWord {
			out = append(out, found...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// wordSet are the distinct words of a label by their numbers, the rarest first.
type wordSet struct {
	words []int
	// weight is that of all of them.
	weight float64
}

// wordSets numbers the words of labels, the rarest first, and weighs each by how few have it.
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

// leading are the rarest words of a set, one of which any set that is alike enough has too:
// the others together weigh too little.
func (s wordSet) leading(weights []float64, least float64) []int {
	left := s.weight
	for i, w := range s.words {
		if left -= weights[w]; left < least*s.weight {
			return s.words[:i+1]
		}
	}
	return s.words
}

// alike is what two sets share of what either has, by weight; 0 when that is less than asked for.
func (s wordSet) alike(other wordSet, weights []float64, least float64) float64 {
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

// similarReason says which words two labels share and how many more either has.
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

// opposites are words, also as search stems them, of which one label may not have one side and
// the other the other. An empty second side stands for any label without the first.
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
