package patterns

import (
	"github.com/causeway-memory/causeway/internal/clone"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// Clone returns a deep copy. Empty lists become nil, so equivalent definitions are deeply equal.
func (d Definition) Clone() Definition {
	d.Matches = clone.Each(d.Matches, func(m Match) Match {
		return Match{Trigger: clone.Each(m.Trigger, clone.Same), Then: clone.Each(m.Then, clone.Same)}
	})
	d.Applicability = d.Applicability.Clone()
	d.Content = d.Content.Clone()
	g := &d.Guidance
	g.Benefits, g.Risks, g.Alternatives = clone.Each(g.Benefits, clone.Same), clone.Each(g.Risks, clone.Same), clone.Each(g.Alternatives, clone.Same)
	d.Related, d.Leads = clone.Each(d.Related, clone.Same), clone.Each(d.Leads, clone.Same)
	return d
}

// Clone returns a deep copy.
func (c Content) Clone() Content {
	return Content{
		Strategy: clone.Pointed(c.Strategy, func(s Strategy) Strategy {
			s.KeyPrinciples = clone.Each(s.KeyPrinciples, clone.Same)
			return s
		}),
		Template: clone.Pointed(c.Template, func(t Template) Template {
			return Template{clone.Each(t.Steps, Step.clone), clone.Each(t.Parameters, clone.Same), clone.Each(t.Rules, clone.Same)}
		}),
		Heuristic: clone.Pointed(c.Heuristic, func(h Heuristic) Heuristic {
			h.Condition = clone.Pointed(h.Condition, condition.Condition.Clone)
			return h
		}),
		Procedure: clone.Pointed(c.Procedure, func(p Procedure) Procedure {
			return Procedure{clone.Each(p.Steps, Step.clone), clone.Each(p.Until, condition.Condition.Clone)}
		}),
	}
}

func (s Step) clone() Step {
	s.When, s.Next = clone.Pointed(s.When, condition.Condition.Clone), clone.Each(s.Next, clone.Same)
	return s
}
