package trace

import (
	"github.com/causeway-memory/causeway/causal/search"
)

// The tests of package causal_test see the rules of an answer that need no store.

// EndStatus is endStatus.
func EndStatus(from, to End) search.Status { return endStatus(from, to) }

// ExactEnd is End.exact.
func ExactEnd(e End) bool { return e.exact() }

// PathStatus is pathStatus.
func PathStatus(paths []Path, more bool) search.Status { return pathStatus(paths, more) }

// EmptyPaths is emptyPaths.
func EmptyPaths(from, to End) []Path { return emptyPaths(from, to) }

// Cut is cut.
func Cut(paths []Path, limit int) (kept []Path, more bool, err error) { return cut(paths, limit) }

// PathDefaults is PathQuestion.withDefaults.
func PathDefaults(q PathQuestion) PathQuestion { return q.withDefaults() }

// TraceDefaults is TraceQuestion.withDefaults.
func TraceDefaults(q Question) Question { return q.withDefaults() }

// CheckPath is PathQuestion.validate.
func CheckPath(q PathQuestion) error { return q.validate() }

// CheckTrace is TraceQuestion.validate.
func CheckTrace(q Question) error { return q.validate() }
