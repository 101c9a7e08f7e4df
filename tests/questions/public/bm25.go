package public

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
)

// BM25 ranks the turns of a corpus by their words alone (Robertson and Zaragoza 2009), with k1 = 1.2 and b = .75, without stems and
// stop words: the baseline.
type BM25 struct {
	keys    []string
	lengths []float64
	mean    float64
	// counts are how often a word is in each turn that has it.
	counts map[string]map[int]float64
}

// NewBM25 returns the ranking of the turns of a corpus. The name of the speaker is a word of the turn.
func NewBM25(c *Corpus) *BM25 {
	b := &BM25{counts: map[string]map[int]float64{}}
	for i, s := range c.Sessions {
		for j, t := range s.Turns {
			if t.Text == "" {
				continue
			}
			words := wordsOf(t.Speaker + " " + t.Text)
			for _, w := range words {
				if b.counts[w] == nil {
					b.counts[w] = map[int]float64{}
				}
				b.counts[w][len(b.keys)]++
			}
			b.keys = append(b.keys, episodic.OccurrenceKey(sessionID(i), turnID(j)))
			b.lengths = append(b.lengths, float64(len(words)))
			b.mean += float64(len(words))
		}
	}
	b.mean /= max(1, float64(len(b.keys)))
	return b
}

// Rank returns the keys of the turns that share a word with a text, best first, at most as many as asked for.
func (b *BM25) Rank(text string, most int) []string {
	const k1, slope = 1.2, .75
	scores := map[int]float64{}
	for _, w := range wordsOf(text) {
		in := float64(len(b.counts[w]))
		rarity := math.Log(1 + (float64(len(b.keys))-in+.5)/(in+.5))
		for turn, n := range b.counts[w] {
			scores[turn] += rarity * n * (k1 + 1) / (n + k1*(1-slope+slope*b.lengths[turn]/b.mean))
		}
	}
	found := make([]int, 0, len(scores))
	for turn := range scores {
		found = append(found, turn)
	}
	slices.SortFunc(found, func(a, c int) int { return cmp.Or(cmp.Compare(scores[c], scores[a]), cmp.Compare(a, c)) })
	out := make([]string, min(most, len(found)))
	for i := range out {
		out[i] = b.keys[found[i]]
	}
	return out
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
