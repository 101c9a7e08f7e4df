package similarity

import (
	"cmp"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/applicable"
	"github.com/causeway-memory/causeway/patterns/catalog"
	"github.com/causeway-memory/causeway/patterns/condition"
)

const (
	// MergeScore is how alike two patterns are at least that are suggested to be merged.
	MergeScore = .8
	// mostComparisons is how many pairs are compared before no more are.
	mostComparisons = 200_000
)

// MergeSuggestion are two patterns that say nearly the same.
type MergeSuggestion struct {
	// Keys are those of both, the first with more evidence.
	Keys  [2]string
	Names [2]string
	Score float64
	Terms []applicable.Term
}

// SuggestMerges returns pairs of patterns that somebody should look at, most alike first, at most
// limit: both go the same way by the same rule, nobody said how they relate, and one applicability
// can stand for both. Only patterns are compared that are recognised by the same factors, have the
// same action, or ask for something in common. cut says that there were too many to compare.
func SuggestMerges(all []patterns.Pattern, limit int) (out []MergeSuggestion, cut bool) {
	outlines := make([]outline, len(all))
	for i, p := range all {
		outlines[i] = outlineOf(p)
	}
	pairs, cut := mergePairs(outlines)
	for _, pair := range pairs {
		a, b := outlines[pair[0]], outlines[pair[1]]
		alike := a.compare(b)
		if alike.Score < MergeScore || !mergeable(a.pattern, b.pattern) {
			continue
		}
		p, q := a.pattern, b.pattern
		if c := cmp.Compare(q.Counts.Trials(), p.Counts.Trials()); c > 0 || c == 0 && q.Key < p.Key {
			p, q = q, p
		}
		out = append(out, MergeSuggestion{
			Keys: [2]string{p.Key, q.Key}, Names: [2]string{p.Name, q.Name}, Score: alike.Score, Terms: alike.Terms,
		})
	}
	slices.SortFunc(out, func(a, b MergeSuggestion) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Keys[0], b.Keys[0]), strings.Compare(a.Keys[1], b.Keys[1]))
	})
	return out[:min(limit, len(out))], cut
}

// mergeable says whether one pattern could stand for two.
func mergeable(p, q patterns.Pattern) bool {
	related := func(p, q patterns.Pattern) bool {
		return slices.ContainsFunc(p.Related, func(r patterns.Related) bool { return r.Pattern == q.Key })
	}
	return p.AntiPattern == q.AntiPattern && p.Rule == q.Rule && !related(p, q) && !related(q, p) &&
		p.Status != patterns.StatusDeprecated && q.Status != patterns.StatusDeprecated &&
		len(catalog.Generalize([]condition.Applicability{p.Applicability, q.Applicability}).Problems("")) == 0
}

// mergePairs returns the pairs that are worth comparing, each once.
func mergePairs(all []outline) (pairs [][2]int, cut bool) {
	under := map[string][]int{}
	var names []string
	put := func(i int, name string) {
		if _, known := under[name]; !known {
			names = append(names, name)
		}
		under[name] = append(under[name], i)
	}
	for i, o := range all {
		for _, m := range o.factors {
			put(i, "match "+m)
		}
		if action := strings.Join(distinctWords(o.pattern.Action), " "); action != "" {
			put(i, "action "+action)
		}
		for _, e := range o.pattern.Applicability.Entries() {
			if e != condition.EntryAny {
				put(i, "entry "+e)
			}
		}
	}
	seen := map[[2]int]bool{}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(len(under[a]), len(under[b])) })
	for _, name := range names {
		for at, i := range under[name] {
			for _, j := range under[name][:at] {
				pair := [2]int{min(i, j), max(i, j)}
				if i == j || seen[pair] {
					continue
				}
				if len(pairs) == mostComparisons {
					return pairs, true
				}
				seen[pair], pairs = true, append(pairs, pair)
			}
		}
	}
	return pairs, false
}
