package episodic

// QuestionTerms lets the tests of package episodic_test see questionTerms.
func QuestionTerms(text string) []string { return questionTerms(text) }

// MatchingWords lets them see which words of a question a text shares.
func MatchingWords(question, text string) []string {
	return matchingWords(askedWords(question), text)
}

// Grouped lets them see grouped.
func Grouped(chunks []ChunkHit) []RecallHit { return grouped(chunks) }

// PrepareAll lets them see prepareAll.
func PrepareAll(episodes []Episode) ([]Prepared, error) { return prepareAll(episodes) }

// CheckRecall lets them see RecallQuestion.validate.
func CheckRecall(q RecallQuestion) error { return q.validate() }
