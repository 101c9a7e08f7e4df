package neo4jstore_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/causeway-memory/causeway/internal/neo4jstore"
)

func TestPrecedence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := neo4jstore.NewPrecedence()
		must(t, p.Give(t.Context(), "p"))
		one, other := p.Enter("p"), p.Enter("p")
		must(t, p.Give(t.Context(), "q"))
		gone := false
		go func() {
			must(t, p.Give(t.Context(), "p"))
			gone = true
		}()
		one()
		if synctest.Wait(); gone {
			t.Error("a write went before work that was announced")
		}
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		if err := p.Give(cancelled, "p"); !errors.Is(err, context.Canceled) {
			t.Errorf("a write that was given up: %v", err)
		}
		other()
		if synctest.Wait(); !gone {
			t.Error("a write waits for nothing")
		}
		must(t, p.Give(t.Context(), "p"))
	})
}
