package patterns

import (
	"fmt"
	"slices"
)

// content refuses more than one kind of content, and content that says nothing.
func (c *checking) content(content Content) {
	kinds := 0
	for _, given := range []bool{content.Strategy != nil, content.Template != nil, content.Heuristic != nil, content.Procedure != nil} {
		if given {
			kinds++
		}
	}
	if kinds > 1 {
		c.invalid("content", "a pattern has one kind of content: a strategy, a template, a heuristic or a procedure")
	}
	if s := content.Strategy; s != nil {
		c.sentence("content.strategy.approach", s.Approach)
		c.items("content.strategy.keyPrinciples", s.KeyPrinciples)
		c.text("content.strategy.tradeOffs", s.TradeOffs, MaxText)
	}
	if t := content.Template; t != nil {
		c.steps("content.template.steps", t.Steps)
		c.parameters("content.template.parameters", t.Parameters)
		c.items("content.template.rules", t.Rules)
	}
	if h := content.Heuristic; h != nil {
		c.condition("content.heuristic.condition", h.Condition)
		c.sentence("content.heuristic.action", h.Action)
		c.text("content.heuristic.rationale", h.Rationale, MaxText)
	}
	if p := content.Procedure; p != nil {
		c.steps("content.procedure.steps", p.Steps)
		c.found = append(c.found, conditionProblems("content.procedure.until", p.Until)...)
	}
}

func (c *checking) condition(path string, condition *Condition) {
	if condition != nil {
		c.found = append(c.found, condition.problems(path)...)
	}
}

// steps wants steps of different names that lead to each other.
func (c *checking) steps(path string, steps []Step) {
	if len(steps) == 0 {
		c.invalid(path, "name at least one step")
	}
	c.length(path, len(steps), MaxItems)
	names := make([]string, len(steps))
	for i, s := range steps {
		names[i] = s.Name
	}
	for i, s := range steps {
		at := fmt.Sprintf("%s[%d]", path, i)
		c.sentence(at+".name", s.Name)
		c.text(at+".what", s.What, MaxText)
		if slices.Contains(names[:i], s.Name) {
			c.invalid(at+".name", "%q is the name of a step before it", s.Name)
		}
		c.condition(at+".when", s.When)
		c.length(at+".next", len(s.Next), MaxItems)
		for j, next := range s.Next {
			if !slices.Contains(names, next) {
				c.invalid(fmt.Sprintf("%s.next[%d]", at, j), "%q is no step", next)
			}
		}
	}
}

// parameters wants parameters of different names.
func (c *checking) parameters(path string, parameters []Parameter) {
	c.length(path, len(parameters), MaxItems)
	seen := map[string]bool{}
	for i, p := range parameters {
		at := fmt.Sprintf("%s[%d]", path, i)
		c.sentence(at+".name", p.Name)
		c.text(at+".what", p.What, MaxSentence)
		c.text(at+".default", p.Default, MaxSentence)
		if seen[p.Name] {
			c.invalid(at+".name", "%q is a parameter already", p.Name)
		}
		seen[p.Name] = true
	}
}

// guidance refuses what is too long.
func (c *checking) guidance(g Guidance) {
	c.text("guidance.when", g.When, MaxText)
	c.text("guidance.how", g.How, MaxText)
	c.items("guidance.benefits", g.Benefits)
	c.items("guidance.risks", g.Risks)
	c.items("guidance.alternatives", g.Alternatives)
}
