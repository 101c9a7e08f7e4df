package episodic

// TokenCounter counts the tokens of a text as a language model would read it. It is safe for
// concurrent use and gives the same text the same count.
type TokenCounter interface {
	CountTokens(text string) (int, error)
}
