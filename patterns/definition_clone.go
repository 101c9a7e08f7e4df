package patterns

import (
	"reflect"
	"slices"

	"github.com/causeway-memory/causeway/internal/clone"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// Clone returns a deep copy. Empty lists become nil, so equivalent definitions are deeply equal.
func (d Definition) Clone() Definition {
	d.Matches = clone.Slice(d.Matches, func(m Match) Match {
		return Match{Trigger: clone.Slice(m.Trigger, clone.Value), Then: clone.Slice(m.Then, clone.Value)}
	})
	d.Applicability = d.Applicability.Clone()
	d.Content = d.Content.Clone()
	g := &d.Guidance
	g.Benefits, g.Risks, g.Alternatives = clone.Slice(g.Benefits, clone.Value), clone.Slice(g.Risks, clone.Value), clone.Slice(g.Alternatives, clone.Value)
	d.Related, d.Leads = clone.Slice(d.Related, clone.Value), clone.Slice(d.Leads, clone.Value)
	return d
}

// Clone returns a deep copy.
func (c Content) Clone() Content {
	return Content{
		Strategy: clone.Pointer(c.Strategy, func(s Strategy) Strategy {
			s.KeyPrinciples = clone.Slice(s.KeyPrinciples, clone.Value)
			return s
		}),
		Template: clone.Pointer(c.Template, func(t Template) Template {
			return Template{clone.Slice(t.Steps, Step.clone), clone.Slice(t.Parameters, clone.Value), clone.Slice(t.Rules, clone.Value)}
		}),
		Heuristic: clone.Pointer(c.Heuristic, func(h Heuristic) Heuristic {
			h.Condition = clone.Pointer(h.Condition, condition.Condition.Clone)
			return h
		}),
		Procedure: clone.Pointer(c.Procedure, func(p Procedure) Procedure {
			return Procedure{clone.Slice(p.Steps, Step.clone), clone.Slice(p.Until, condition.Condition.Clone)}
		}),
	}
}

func (s Step) clone() Step {
	s.When, s.Next = clone.Pointer(s.When, condition.Condition.Clone), clone.Slice(s.Next, clone.Value)
	return s
}

// Same reports whether two definitions say the same.
func (d Definition) Same(other Definition) bool {
	a, b := d.Clone(), other.Clone()
	if !slices.EqualFunc(a.Leads, b.Leads, Leads.Same) {
		return false
	}
	a.Leads, b.Leads = nil, nil
	return reflect.DeepEqual(a, b)
}
