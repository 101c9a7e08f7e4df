package episodic_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

func TestEngineError(t *testing.T) {
	inner := errors.New("dial tcp 10.0.0.3:7687")
	err := fmt.Errorf("list: %w", &episodic.EngineError{Engine: "Neo4j", Err: fmt.Errorf("neo4j: %w", inner)})
	var engine *episodic.EngineError
	if !errors.Is(err, episodic.ErrUnavailable) || !errors.Is(err, inner) || !errors.As(err, &engine) || engine.Engine != "Neo4j" {
		t.Errorf("%v is not what it wraps", err)
	}
	if errors.Is(err, episodic.ErrTimeout) || err.Error() != "list: neo4j: dial tcp 10.0.0.3:7687" {
		t.Errorf("%v", err)
	}
}

func TestIndexReason_TellsNothingOfTheInside(t *testing.T) {
	const inside = "10.0.0.3:8080"
	tests := []struct {
		why  string
		err  error
		want string
	}{
		{"a named engine", fmt.Errorf("put: %w", &episodic.EngineError{Engine: "Weaviate", Err: errors.New(inside)}), "Weaviate is unavailable"},
		{"an engine without a name", fmt.Errorf("%s: %w", inside, episodic.ErrUnavailable), "the search engine is unavailable"},
		{"a time limit", fmt.Errorf("%s: %w", inside, episodic.ErrTimeout), "the search engine did not answer in time"},
		{"the caller's time limit", fmt.Errorf("%s: %w", inside, context.DeadlineExceeded), "the search engine did not answer in time"},
		{"anything else", errors.New(inside), "the search engine refused it; the log of the server says why"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			if got := episodic.IndexReason(tt.err); got != tt.want || strings.Contains(got, inside) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
