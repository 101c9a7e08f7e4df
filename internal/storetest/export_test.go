package storetest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/derive"
)

// NewModel returns the model as a set.
func NewModel() Set {
	m := newModel()
	return Set{Graph: m, Index: newModelIndex(), Ledger: &m.ledger, Execution: m}
}

// NewSpoiled returns the reference with a fault in each transaction, as a set.
func NewSpoiled(spoil func(derive.Tx) derive.Tx) Set {
	r := newSpoiled(spoil)
	return Set{Graph: r, Factors: r}
}

// recipes are all kinds of property tests.
func recipes() map[string]recipe {
	return map[string]recipe{
		"store": storeRecipe(), "links": linkRecipe(), "index": indexRecipe(), "service": serviceRecipe(),
		"ledger": ledgerRecipe(), "factors": factorRecipe(), "execution": executionRecipe(),
	}
}

// RunProperties runs every property test on a set.
func RunProperties(t *testing.T, open Open) {
	for name, r := range recipes() {
		if name == "factors" { // the model has no transactions for them
			continue
		}
		t.Run(name, func(t *testing.T) { r.run(t, &fixture{Set: open(t, ""), open: open, alone: true}) })
	}
}

// Failure runs a property test that must fail and returns its message.
func Failure(t *testing.T, kind string, open Open) string {
	t.Helper()
	rec := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		r := recipes()[kind]
		property{r, open, 1_000, versusModel(open(t, ""), "wrong", true, r)}.run(rec)
	}()
	<-done
	return rec.said.String()
}

// recorder is a test that records failures without failing.
type recorder struct {
	testing.TB
	said   strings.Builder
	failed bool
}

// Errorf records a failure.
func (r *recorder) Errorf(format string, args ...any) {
	fmt.Fprintf(&r.said, format+"\n", args...)
	r.failed = true
}

// FailNow ends the test.
func (r *recorder) FailNow() {
	r.failed = true
	runtime.Goexit()
}

// Failed reports whether there was a failure.
func (r *recorder) Failed() bool { return r.failed }

// Fatalf records a failure and ends the test.
func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	r.FailNow()
}

// Log ignores rapid's output about the last run.
func (r *recorder) Log(...any) {}

// Logf ignores rapid's output about the last run.
func (r *recorder) Logf(string, ...any) {}

// RunAlone runs one property test on a set that is not shared.
func RunAlone(t *testing.T, kind string, open Open) {
	r := recipes()[kind]
	r.run(t, &fixture{Set: open(t, ""), open: open, alone: true})
}
