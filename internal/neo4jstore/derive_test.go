package neo4jstore_test

import (
	"context"
	"testing"
	"time"
)

// A removal of factors that another one has overtaken ends nothing: what the newer one has not
// removed yet would count as derived.
func TestStore_overtakenRemoval(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := options(t)
	o.OnStatement = func(_ context.Context, name string, _ time.Duration, _ error) {
		if name == "drop_contributions" {
			cancel()
		}
	}
	s, cut := store(t), open(t, o)
	p := project(t, s)
	record(t, s, p, prepare(t, "a", 3))
	before, err := s.GetDerivation(t.Context(), p)
	must(t, err)
	number := func() int64 {
		return raw[int64](t, "MATCH (p:Project {name: $project}) RETURN coalesce(p.factorsDropped, 0)", map[string]any{"project": p})
	}
	err = cut.InvalidateLayer(ctx, p)
	began := number()
	if began == 0 {
		t.Fatalf("no removal is at work after %v", err)
	}
	must(t, s.Drop(t.Context(), p, int(began)-1))
	if number() != began {
		t.Errorf("removal %d is ended by the one before", began)
	}
	must(t, s.Drop(t.Context(), p, int(began)))
	after, err := s.GetDerivation(t.Context(), p)
	must(t, err)
	if number() != 0 || after.Episodes != 0 || int64(before.Graph) >= began || int64(after.Graph) <= began {
		t.Errorf("removal %v is at work, the layer was %+v and is %+v", number(), before, after)
	}
}
