package briefing

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/explain"
)

// Searcher finds episodes; [recall.Service] is one.
type Searcher interface {
	// Recall and SimilarFailures are as [recall.Service] promises.
	Recall(ctx context.Context, q recall.Question) (recall.Answer, error)
	SimilarFailures(ctx context.Context, q recall.FailureQuestion) (recall.Answer, error)
}

// Parts are the dependencies of a Service.
type Parts struct {
	Store  episodic.EpisodeReader
	Recall Searcher
	// Tokens counts the tokens of texts; [Service.ContextFor] fails without it.
	Tokens explain.Tokens
	// Adviser provides the patterns of a context; nil for none.
	Adviser Adviser
	// Options counts how the options of decisions ended; nil for no counts.
	Options OptionCounter
}

// Service describes episodes within a budget of tokens. It is safe for concurrent use.
type Service struct {
	store   episodic.EpisodeReader
	recall  Searcher
	tokens  explain.Tokens
	adviser Adviser
	options OptionCounter
	now     episodic.Clock
}

// New returns a Service with these dependencies.
func New(p Parts, now episodic.Clock) *Service {
	return &Service{store: p.Store, recall: p.Recall, tokens: p.Tokens, adviser: p.Adviser, options: p.Options, now: now}
}
