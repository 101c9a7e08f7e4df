package corpus

import (
	"slices"
	"strings"
)

// vocabularySize is how many different words there are.
const vocabularySize = 20_000

// syllables make words that can be read out.
func syllables() []string {
	var out []string
	for _, onset := range strings.Fields("b br c d f fl g gr h k l m n p pl qu r s st t tr v w z") {
		for _, rhyme := range strings.Fields("a an ar e en er i in o on or u um") {
			out = append(out, onset+rhyme)
		}
	}
	return out
}

// vocabulary returns distinct words, the most frequent first: small words of English, as in
// every text about half of all, then words of daily work; the rest is made of two to four
// syllables.
func vocabulary() []string {
	words := strings.Fields("the of and to a in for is on that by this with it not or be are from at as all have an was " +
		"we will can if has but our other do no they which their so when here now been would how only into then some than " +
		"these its were should because before after more most such could each them both under")
	words = append(words, strings.Fields("test error cache deploy index query build retry queue migration timeout review branch "+
		"server client token schema request response latency rollback release config database lock worker")...)
	seen := map[string]bool{}
	for _, w := range words {
		seen[w] = true
	}
	parts := syllables()
	r := random(0, 99)
	for len(words) < vocabularySize {
		var b strings.Builder
		for range 2 + r.IntN(3) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		if word := b.String(); !seen[word] {
			seen[word] = true
			words = append(words, word)
		}
	}
	return slices.Clip(words)
}
