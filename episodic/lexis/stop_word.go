package lexis

import (
	"strings"
	"unicode"
)

// isAbbreviation reports whether a word is the abbreviation of something that a stop word is spelled like: of a site, a
// department, a country, an organization.
func isAbbreviation(word string) bool {
	switch word {
	case "IT", "SO", "US", "WHO":
		return true
	}
	return false
}

// isShouted reports whether a text has several words, all in capitals, so that these say nothing.
func isShouted(text string) bool {
	return !strings.ContainsFunc(text, unicode.IsLower) && strings.ContainsFunc(strings.TrimSpace(text), unicode.IsSpace)
}

// isStopWord reports whether a lower-cased word carries no topic: the frequent function words
// of English, question words, and contractions of both. "may" is a month, and directions
// ("down", "off", "out") describe states of machines, so they are not stop words.
func isStopWord(word string) bool {
	switch word {
	case "a", "about", "above", "after", "again", "against", "all", "also", "am", "an", "and", "any", "are", "as",
		"at", "be", "because", "been", "before", "being", "below", "between", "both", "but", "by", "can", "cannot",
		"could", "did", "do", "does", "doing", "during", "each", "else", "etc", "ever", "few", "for", "from",
		"further", "had", "has", "have", "having", "he", "her", "here", "hers", "herself", "him", "himself", "his",
		"i", "if", "in", "into", "is", "it", "its", "itself", "just", "let", "me", "more", "most", "my", "myself",
		"no", "nor", "not", "now", "of", "on", "once", "only", "or", "other", "our", "ours", "ourselves", "own",
		"please", "same", "shall", "she", "should", "so", "some", "such", "than", "that", "the", "their", "theirs",
		"them", "themselves", "then", "there", "these", "they", "this", "those", "through", "to", "too", "under",
		"until", "upon", "us", "very", "was", "we", "were", "while", "will", "with", "would", "yes", "yet", "you",
		"your", "yours", "yourself", "yourselves":
		return true
	case "how", "what", "when", "where", "which", "who", "whom", "whose", "why":
		return true
	case "aren't", "can't", "couldn't", "didn't", "doesn't", "don't", "e.g", "hadn't", "hasn't", "haven't", "he'd",
		"he'll", "how'd", "i'd", "i'll", "i'm", "i've", "i.e", "isn't", "it'd", "it'll", "mustn't", "she'd",
		"she'll", "shouldn't", "that'd", "that'll", "there'd", "there'll", "they'd", "they'll", "they're", "they've",
		"wasn't", "we'd", "we'll", "we're", "we've", "weren't", "what're", "what've", "who'd", "who'll", "who're",
		"who've", "won't", "wouldn't", "you'd", "you'll", "you're", "you've":
		return true
	}
	return false
}
