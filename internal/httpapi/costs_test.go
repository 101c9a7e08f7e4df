package httpapi_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

// TestCost_OfPathsBetweenFactors checks that a question costs what it may return, even without an
// explicit number.
func TestCost_OfPathsBetweenFactors(t *testing.T) {
	path := func(rest string) string {
		return `{ factorPath(project: "p", from: "a", to: "b"` + rest + `) { status paths { length } } }`
	}
	evidence := `{ factorPath(project: "p", from: "a", to: "b") { paths { hops { link { supporting(first: 2) { totalCount } } } } } }`
	for _, c := range []struct{ why, query, cost string }{
		{"one path", path(""), "cost=4 "},
		{"one path, whatever is asked for", path(", mode: STRONGEST, first: 1000"), "cost=4 "},
		{"the five strongest", path(", mode: K_BEST"), "cost=16 "},
		{"all that are shortest", path(", mode: ALL_SHORTEST"), "cost=301 "},
		{"all, as many as asked for", path(", mode: ALL_SIMPLE, first: 1000"), "cost=3001 "},
		{"evidence, for which the engine is asked at every link", evidence, "cost=243 "},
	} {
		d := open(t, func(o *httpapi.Options) { o.Limits.Complexity = 1 })
		d.ask(c.query, nil)
		if line := d.logs.await("msg=request", 1); !strings.Contains(line, c.cost) {
			t.Errorf("%s: no %s in %s", c.why, c.cost, line)
		}
	}
}
