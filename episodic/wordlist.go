package episodic

// isStopWord reports whether a lower-cased word says nothing about what a text is about:
// the frequent small words of English, the words that make a question, and contractions of
// both. "may" is a month, and words of direction ("down", "off", "out") tell states of
// machines: they are no stop words.
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

// unaccent returns the letter under the accents of a precomposed, lower-cased Latin letter,
// any other rune as it is. What the decomposed form loses is an [isDecoration].
func unaccent(r rune) rune {
	switch r {
	case 'à', 'á', 'â', 'ã', 'ä', 'å', 'ā', 'ă', 'ą', 'ǎ', 'ǟ', 'ǡ', 'ǻ', 'ȁ', 'ȃ', 'ȧ', 'ḁ', 'ạ', 'ả', 'ấ', 'ầ',
		'ẩ', 'ẫ', 'ậ', 'ắ', 'ằ', 'ẳ', 'ẵ', 'ặ':
		return 'a'
	case 'ḃ', 'ḅ', 'ḇ':
		return 'b'
	case 'ç', 'ć', 'ĉ', 'ċ', 'č', 'ḉ':
		return 'c'
	case 'ď', 'ḋ', 'ḍ', 'ḏ', 'ḑ', 'ḓ':
		return 'd'
	case 'è', 'é', 'ê', 'ë', 'ē', 'ĕ', 'ė', 'ę', 'ě', 'ȅ', 'ȇ', 'ȩ', 'ḕ', 'ḗ', 'ḙ', 'ḛ', 'ḝ', 'ẹ', 'ẻ', 'ẽ', 'ế',
		'ề', 'ể', 'ễ', 'ệ':
		return 'e'
	case 'ḟ':
		return 'f'
	case 'ĝ', 'ğ', 'ġ', 'ģ', 'ǧ', 'ǵ', 'ḡ':
		return 'g'
	case 'ĥ', 'ȟ', 'ḣ', 'ḥ', 'ḧ', 'ḩ', 'ḫ', 'ẖ':
		return 'h'
	case 'ì', 'í', 'î', 'ï', 'ĩ', 'ī', 'ĭ', 'į', 'ǐ', 'ȉ', 'ȋ', 'ḭ', 'ḯ', 'ỉ', 'ị':
		return 'i'
	case 'ĵ', 'ǰ':
		return 'j'
	case 'ķ', 'ǩ', 'ḱ', 'ḳ', 'ḵ':
		return 'k'
	case 'ĺ', 'ļ', 'ľ', 'ḷ', 'ḹ', 'ḻ', 'ḽ':
		return 'l'
	case 'ḿ', 'ṁ', 'ṃ':
		return 'm'
	case 'ñ', 'ń', 'ņ', 'ň', 'ǹ', 'ṅ', 'ṇ', 'ṉ', 'ṋ':
		return 'n'
	case 'ò', 'ó', 'ô', 'õ', 'ö', 'ō', 'ŏ', 'ő', 'ơ', 'ǒ', 'ǫ', 'ǭ', 'ȍ', 'ȏ', 'ȫ', 'ȭ', 'ȯ', 'ȱ', 'ṍ', 'ṏ', 'ṑ',
		'ṓ', 'ọ', 'ỏ', 'ố', 'ồ', 'ổ', 'ỗ', 'ộ', 'ớ', 'ờ', 'ở', 'ỡ', 'ợ':
		return 'o'
	case 'ṕ', 'ṗ':
		return 'p'
	case 'ŕ', 'ŗ', 'ř', 'ȑ', 'ȓ', 'ṙ', 'ṛ', 'ṝ', 'ṟ':
		return 'r'
	case 'ś', 'ŝ', 'ş', 'š', 'ș', 'ṡ', 'ṣ', 'ṥ', 'ṧ', 'ṩ':
		return 's'
	case 'ţ', 'ť', 'ț', 'ṫ', 'ṭ', 'ṯ', 'ṱ', 'ẗ':
		return 't'
	case 'ù', 'ú', 'û', 'ü', 'ũ', 'ū', 'ŭ', 'ů', 'ű', 'ų', 'ư', 'ǔ', 'ǖ', 'ǘ', 'ǚ', 'ǜ', 'ȕ', 'ȗ', 'ṳ', 'ṵ', 'ṷ',
		'ṹ', 'ṻ', 'ụ', 'ủ', 'ứ', 'ừ', 'ử', 'ữ', 'ự':
		return 'u'
	case 'ṽ', 'ṿ':
		return 'v'
	case 'ŵ', 'ẁ', 'ẃ', 'ẅ', 'ẇ', 'ẉ', 'ẘ':
		return 'w'
	case 'ẋ', 'ẍ':
		return 'x'
	case 'ý', 'ÿ', 'ŷ', 'ȳ', 'ẏ', 'ẙ', 'ỳ', 'ỵ', 'ỷ', 'ỹ':
		return 'y'
	case 'ź', 'ż', 'ž', 'ẑ', 'ẓ', 'ẕ':
		return 'z'
	}
	return r
}
