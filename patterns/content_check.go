package patterns

import (
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/patterns/condition"
)

// content checks the content and rejects more than one kind of it.
func (c *Checker) content(content Content) {
	kinds := 0
	for _, given := range []bool{content.Strategy != nil, content.Template != nil, content.Heuristic != nil, content.Procedure != nil} {
		if given {
			kinds++
		}
	}
	if kinds > 1 {
		c.Invalid("content", "a pattern has one kind of content: a strategy, a template, a heuristic or a procedure")
	}
	if s := content.Strategy; s != nil {
		c.Sentence("content.strategy.approach", s.Approach)
		c.items("content.strategy.keyPrinciples", s.KeyPrinciples)
		c.Text("content.strategy.tradeOffs", s.TradeOffs, MaxText)
	}
	if t := content.Template; t != nil {
		c.steps("content.template.steps", t.Steps)
		c.parameters("content.template.parameters", t.Parameters)
		c.items("content.template.rules", t.Rules)
	}
	if h := content.Heuristic; h != nil {
		c.condition("content.heuristic.condition", h.Condition)
		c.Sentence("content.heuristic.action", h.Action)
		c.Text("content.heuristic.rationale", h.Rationale, MaxText)
	}
	if p := content.Procedure; p != nil {
		c.steps("content.procedure.steps", p.Steps)
		c.Add(condition.ProblemsOf("content.procedure.until", p.Until)...)
	}
}

func (c *Checker) condition(path string, condition *condition.Condition) {
	if condition != nil {
		c.Add(condition.Problems(path)...)
	}
}

// steps checks that steps have distinct names and lead only to each other.
func (c *Checker) steps(path string, steps []Step) {
	if len(steps) == 0 {
		c.Invalid(path, "name at least one step")
	}
	c.Length(path, len(steps), MaxItems)
	names := make([]string, len(steps))
	for i, s := range steps {
		names[i] = s.Name
	}
	for i, s := range steps {
		at := fmt.Sprintf("%s[%d]", path, i)
		c.Sentence(at+".name", s.Name)
		c.Text(at+".what", s.What, MaxText)
		if slices.Contains(names[:i], s.Name) {
			c.Invalid(at+".name", "%q is the name of an earlier step", s.Name)
		}
		c.condition(at+".when", s.When)
		c.Length(at+".next", len(s.Next), MaxItems)
		for j, next := range s.Next {
			if !slices.Contains(names, next) {
				c.Invalid(fmt.Sprintf("%s.next[%d]", at, j), "%q is not a step", next)
			}
		}
	}
}

// parameters checks that parameters have distinct names.
func (c *Checker) parameters(path string, parameters []Parameter) {
	c.Length(path, len(parameters), MaxItems)
	seen := map[string]bool{}
	for i, p := range parameters {
		at := fmt.Sprintf("%s[%d]", path, i)
		c.Sentence(at+".name", p.Name)
		c.Text(at+".what", p.What, MaxSentence)
		c.Text(at+".default", p.Default, MaxSentence)
		if seen[p.Name] {
			c.Invalid(at+".name", "%q is already a parameter", p.Name)
		}
		seen[p.Name] = true
	}
}

// guidance checks the lengths of the guidance.
func (c *Checker) guidance(g Guidance) {
	c.Text("guidance.when", g.When, MaxText)
	c.Text("guidance.how", g.How, MaxText)
	c.items("guidance.benefits", g.Benefits)
	c.items("guidance.risks", g.Risks)
	c.items("guidance.alternatives", g.Alternatives)
}
