package lexis

import "slices"

// AskedWord is a word of a question as written, with its terms.
type AskedWord struct {
	Written string
	Terms   []string
}

// AskedWords returns the distinct words of a question.
func AskedWords(question string) []AskedWord {
	var words []AskedWord
	seen := map[string]bool{}
	EachRun(question, func(run string) {
		key := FoldWord(run)
		if isAbbreviation(run) {
			key = run
		}
		if !seen[key] {
			seen[key] = true
			words = append(words, AskedWord{Written: run, Terms: Analyze(run)})
		}
	})
	return words
}

// TellingWords returns the distinct words of a question without its stop words.
func TellingWords(question string) []AskedWord {
	return slices.DeleteFunc(AskedWords(question), func(w AskedWord) bool { return len(AppendRun(nil, w.Written)) == 0 })
}

// MatchingWords returns the words, as written, that share a term with the text.
func MatchingWords(asked []AskedWord, text string) []string {
	held := map[string]bool{}
	for _, term := range Analyze(text) {
		held[term] = true
	}
	var words []string
	for _, w := range asked {
		if slices.ContainsFunc(w.Terms, func(term string) bool { return held[term] }) {
			words = append(words, w.Written)
		}
	}
	return words
}
