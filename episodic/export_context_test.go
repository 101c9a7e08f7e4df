package episodic

// Tell tells episodes within a budget.
func Tell(tokens TokenCounter, budget int, hits []RecallHit, failed []Stored) (TaskContext, error) {
	return TellAdvised(tokens, budget, hits, failed, func(int) ([]Advice, error) { return nil, nil })
}

// TellAdvised tells patterns and episodes within a budget.
func TellAdvised(
	tokens TokenCounter, budget int, hits []RecallHit, failed []Stored, advise func(tokens int) ([]Advice, error),
) (TaskContext, error) {
	return (&teller{tokens: tokens, budget: budget}).tell(hits, failed, advise)
}
