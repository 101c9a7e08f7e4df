package neo4jstore

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// pattern reads the columns of a pattern: what was written of it as JSON, and its counts.
func (r *row) pattern() patterns.Pattern {
	var p patterns.Pattern
	r.decode("content", &p)
	p.Counts, p.LastUsed = r.patternCounts(), r.maybeTime("lastUsed")
	return p
}

// decode reads a column that holds JSON.
func (r *row) decode(name string, into any) {
	text := r.text(name)
	if *r.err != nil {
		return
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		r.fail("column %q: %w", name, err)
	}
}

func (r *row) patternCounts() patterns.Counts {
	return patterns.Counts{
		Successes: r.integer("successes"), Failures: r.integer("failures"), Unknown: r.integer("unknown"),
		Applications: r.integer("applications"),
		Time:         patterns.Saving{Sum: r.number("timeSaved"), N: r.integer("timeSavedIn")},
		Cost:         patterns.Saving{Sum: r.number("costSaved"), N: r.integer("costSavedIn")},
	}
}

// watchingPattern reads the columns of a pattern as far as it is held against episodes.
func (r *row) watchingPattern() patterns.Pattern {
	p := patterns.Pattern{
		Key: r.text("key"), CountedFrom: r.maybeTime("countedFrom"),
		Counts: r.patternCounts(), LastUsed: r.maybeTime("lastUsed"),
	}
	p.Rule = patterns.SuccessRule(r.text("rule"))
	r.decode("matches", &p.Matches)
	return p
}

// patternProperties are the properties of the node of a pattern: what lists compare, what a
// reader of the graph wants to see, and all of it as JSON.
func patternProperties(p patterns.Pattern) (params, error) {
	matches, err := json.Marshal(p.Matches)
	if err != nil {
		return nil, fmt.Errorf("write the matches of pattern %q: %w", p.Name, err)
	}
	whole := p
	whole.Counts, whole.LastUsed = patterns.Counts{}, time.Time{}
	content, err := json.Marshal(whole)
	if err != nil {
		return nil, fmt.Errorf("write pattern %q: %w", p.Name, err)
	}
	out := countProperties(p)
	maps.Copy(out, params{
		"name": p.Name, "label": p.Name, "nameLower": episodic.FoldCase(p.Name), "category": string(p.Category),
		"antiPattern": p.AntiPattern, "summary": orNull(p.Summary), "description": orNull(p.Description),
		"trigger": orNull(p.Trigger), "triggerLower": episodic.FoldCase(p.Trigger),
		"action": orNull(p.Action), "actionLower": episodic.FoldCase(p.Action),
		"status": string(p.Status), "statusAt": timeOrNull(p.StatusAt), "reason": orNull(p.Reason), "origin": string(p.Origin),
		"version": p.Version, "rule": string(p.Rule), "createdAt": timeOrNull(p.CreatedAt), "updatedAt": p.UpdatedAt.UTC(),
		"supersededBy": orNull(p.SupersededBy), "countedFrom": timeOrNull(p.CountedFrom),
		"matches": string(matches), "content": string(content), "leads": leadsTo(p),
	})
	addLastValidation(out, p.Last)
	return out, nil
}

// leadsTo are the relations and keys of the patterns that a pattern leads to, also of those that are not
// there yet: their relationships are drawn when they come.
func leadsTo(p patterns.Pattern) []string {
	out := []string{}
	for _, l := range p.Leads {
		if l.Pattern != "" {
			out = append(out, string(l.Relation)+" "+l.Pattern)
		}
	}
	return out
}

// addLastValidation adds what a reader of the graph wants to see of the last validation.
func addLastValidation(out params, v *patterns.Validation) {
	if v == nil {
		v = &patterns.Validation{}
	}
	out["result"], out["validatedAt"] = orNull(string(v.Result)), timeOrNull(v.At)
	out["nullRate"], out["adjustedP"], out["confidence"] = valueOrNull(v.NullRate), valueOrNull(v.Adjusted), valueOrNull(v.Confidence)
}

// countProperties are the properties of the node of a pattern that follow from its evidence.
func countProperties(p patterns.Pattern) params {
	c := p.Counts
	out := params{
		"successes": c.Successes, "failures": c.Failures, "unknown": c.Unknown, "applications": c.Applications,
		"timeSaved": c.Time.Sum, "timeSavedIn": c.Time.N, "costSaved": c.Cost.Sum, "costSavedIn": c.Cost.N,
		"lastUsed": timeOrNull(p.LastUsed), "rate": valueOrNull(c.Rate()), "wilsonLow": nil,
		"caption": fmt.Sprintf("%d of %d", c.Successes, c.Trials()),
	}
	if c.Trials() > 0 {
		out["wilsonLow"] = -patterns.OrderWilson.Rank(p)
	}
	return out
}

// patternRow is a pattern with all that is drawn of it.
func patternRow(p patterns.Pattern) (params, error) {
	properties, err := patternProperties(p)
	if err != nil {
		return nil, err
	}
	drawn := patternDrawing(p)
	text, err := json.Marshal(drawn)
	if err != nil {
		return nil, fmt.Errorf("write what is drawn of pattern %q: %w", p.Name, err)
	}
	drawn["key"], drawn["drawn"], drawn["properties"] = p.Key, string(text), properties
	return drawn, nil
}

// patternDrawing are the nodes and relationships that follow from the definition of a pattern.
func patternDrawing(p patterns.Pattern) params {
	states := map[string]factor.Identity{}
	state := func(of factor.Identity) string {
		states[of.Key()] = of
		return of.Key()
	}
	var watched, triggers []string
	for _, m := range p.Matches {
		watched = append(watched, state(m.Action()))
		for _, t := range m.Trigger {
			triggers = append(triggers, state(t))
		}
	}
	leads := make([]params, len(p.Leads))
	for i, l := range p.Leads {
		leads[i] = params{"relation": string(l.Relation), "pattern": orNull(l.Pattern), "state": nil}
		if l.Pattern == "" {
			leads[i]["state"] = state(l.Factor)
		}
	}
	out := params{
		"entries": list(p.Entries()), "watched": unique(watched), "triggers": unique(triggers), "leads": leads,
		"states": stateRows(states), "successor": list(nil),
	}
	if p.SupersededBy != "" {
		out["successor"] = []string{p.SupersededBy}
	}
	for _, of := range []patterns.Relationship{patterns.Specializes, patterns.Generalizes, patterns.Contradicts, patterns.Complements} {
		var keys []string
		for _, r := range p.Related {
			if r.Relationship == of {
				keys = append(keys, r.Pattern)
			}
		}
		out[strings.ToLower(string(of))] = unique(keys)
	}
	return out
}

// stateRows are the factors that a pattern names, by key.
func stateRows(states map[string]factor.Identity) []params {
	out := make([]params, 0, len(states))
	for key, of := range states {
		out = append(out, params{"key": key, "properties": params{"variable": of.Variable, "state": of.State, "label": of.Label()}})
	}
	slices.SortFunc(out, func(a, b params) int { return strings.Compare(a["key"].(string), b["key"].(string)) })
	return out
}

// unique returns distinct words in order, an empty list rather than null.
func unique(words []string) []string {
	out := slices.Clone(list(words))
	slices.Sort(out)
	return slices.Compact(out)
}
