package catalog_test

import (
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns/catalog"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/patternstest"
)

// TestGeneralize: a merged applicability applies wherever one of its parts does.
func TestGeneralize(t *testing.T) {
	d := patternstest.Generator{Rand: soak.Rand(14, 2)}
	applied := 0
	for range soak.Rounds(1_000) {
		parts := []condition.Applicability{d.Applicability(), d.Applicability(), d.Applicability()}
		parts[1].Conditions = slices.Concat(parts[1].Conditions, parts[0].Conditions)
		whole := catalog.Generalize(parts)
		for range 20 {
			task, in := d.Task()
			s := task.Situation(in)
			for _, p := range parts {
				if _, one := p.Fit(s); one {
					applied++
					if _, fits := whole.Fit(s); !fits {
						t.Fatalf("%+v applies to %+v in %v, and not generalised: %+v", p, task, in, whole)
					}
				}
			}
		}
	}
	if applied < soak.Rounds(1_000) {
		t.Errorf("applied %d times; the draw shows nothing", applied)
	}
}
