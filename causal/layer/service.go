package layer

import (
	"github.com/causeway-memory/causeway/internal/explain"
)

// Service reads the factor layer. It is safe for concurrent use.
type Service struct {
	factors     Reader
	occurrences Occurrences
	tokens      explain.Tokens
}

// New returns a Service.
func New(factors Reader, occurrences Occurrences, tokens explain.Tokens) *Service {
	return &Service{factors: factors, occurrences: occurrences, tokens: tokens}
}
