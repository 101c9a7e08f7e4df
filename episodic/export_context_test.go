package episodic

// Tell tells episodes within a budget.
func Tell(tokens TokenCounter, budget int, hits []RecallHit, failed []Stored) (TaskContext, error) {
	return (&teller{tokens: tokens, budget: budget}).tell(hits, failed)
}
