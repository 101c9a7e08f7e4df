package patterns

// clone copies a definition with everything in it that can be changed. Empty lists become nil, so
// that definitions that say the same are equal.
func (d Definition) clone() Definition {
	d.Matches = each(d.Matches, func(m Match) Match {
		return Match{Trigger: each(m.Trigger, same), Then: each(m.Then, same)}
	})
	d.Applicability = d.Applicability.clone()
	d.Content = d.Content.clone()
	g := &d.Guidance
	g.Benefits, g.Risks, g.Alternatives = each(g.Benefits, same), each(g.Risks, same), each(g.Alternatives, same)
	d.Related, d.Leads = each(d.Related, same), each(d.Leads, same)
	return d
}

func same[T any](one T) T { return one }

// each copies a list; an empty one is nil.
func each[T any](list []T, copied func(T) T) []T {
	if len(list) == 0 {
		return nil
	}
	out := make([]T, len(list))
	for i, one := range list {
		out[i] = copied(one)
	}
	return out
}

func pointed[T any](p *T, copied func(T) T) *T {
	if p == nil {
		return nil
	}
	return new(copied(*p))
}

func (a Applicability) clone() Applicability {
	a.ProblemTypes = each(a.ProblemTypes, same)
	a.Features.Domain, a.Features.Capabilities = each(a.Features.Domain, same), each(a.Features.Capabilities, same)
	a.Features.Complexity = Range{pointed(a.Features.Complexity.Low, same), pointed(a.Features.Complexity.High, same)}
	a.Conditions, a.AntiConditions = each(a.Conditions, Condition.clone), each(a.AntiConditions, Condition.clone)
	return a
}

func (c Condition) clone() Condition {
	c.Values = each(c.Values, same)
	c.All, c.Any, c.Not = each(c.All, Condition.clone), each(c.Any, Condition.clone), pointed(c.Not, Condition.clone)
	return c
}

func (c Content) clone() Content {
	return Content{
		Strategy: pointed(c.Strategy, func(s Strategy) Strategy {
			s.KeyPrinciples = each(s.KeyPrinciples, same)
			return s
		}),
		Template: pointed(c.Template, func(t Template) Template {
			return Template{each(t.Steps, Step.clone), each(t.Parameters, same), each(t.Rules, same)}
		}),
		Heuristic: pointed(c.Heuristic, func(h Heuristic) Heuristic {
			h.Condition = pointed(h.Condition, Condition.clone)
			return h
		}),
		Procedure: pointed(c.Procedure, func(p Procedure) Procedure {
			return Procedure{each(p.Steps, Step.clone), each(p.Until, Condition.clone)}
		}),
	}
}

func (s Step) clone() Step {
	s.When, s.Next = pointed(s.When, Condition.clone), each(s.Next, same)
	return s
}
