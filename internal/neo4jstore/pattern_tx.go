package neo4jstore

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// patternTx implements [patterns.Tx].
type patternTx struct {
	*tx

	project string
	// rules are what people decided about the factors, as JSON.
	rules string
}

// Project implements [patterns.Tx].
func (t *patternTx) Project() string { return t.project }

// Rules implements [patterns.Tx].
func (t *patternTx) Rules() (contribution.Rules, error) { return readRules(t.rules) }

// Patterns implements [patterns.Tx].
func (t *patternTx) Patterns(keys []string) (map[string]patterns.Pattern, error) {
	statement, p := cypher.ListAllPatterns, params{"project": t.project}
	if keys != nil {
		statement, p = cypher.GetPatterns, params{"project": t.project, "keys": distinct(keys)}
	}
	out := map[string]patterns.Pattern{}
	err := t.query(statement, p, func(r *row) {
		one := r.nested("pattern").pattern()
		out[one.Key] = one
	})
	return out, err
}

// PutPatterns implements [patterns.Tx].
func (t *patternTx) PutPatterns(all []patterns.Pattern) error {
	rows := make([]params, len(all))
	for i, p := range all {
		var err error
		if rows[i], err = patternRow(p); err != nil {
			return err
		}
	}
	return t.put(cypher.RecordPatterns, "patterns", rows)
}

// put runs a statement over some rows, if there are any.
func (t *patternTx) put(statement cypher.Statement, name string, rows []params) error {
	if len(rows) == 0 {
		return nil
	}
	return t.exec(statement, params{"project": t.project, name: rows})
}

// Watching implements [patterns.Tx].
func (t *patternTx) Watching(factors []string) (map[string]patterns.Pattern, error) {
	out := map[string]patterns.Pattern{}
	if len(factors) == 0 {
		return out, nil
	}
	p := params{"project": t.project, "factors": distinct(factors)}
	err := t.query(cypher.FindWatchingPatterns, p, func(r *row) {
		one := r.watchingPattern()
		out[one.Key] = one
	})
	return out, err
}

// PutCounts implements [patterns.Tx].
func (t *patternTx) PutCounts(all []patterns.Pattern) error {
	rows := make([]params, len(all))
	for i, p := range all {
		rows[i] = params{"key": p.Key, "properties": countProperties(p)}
	}
	return t.put(cypher.RecordPatternCounts, "patterns", rows)
}

// RemovePatterns implements [patterns.Tx].
func (t *patternTx) RemovePatterns(keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	return t.exec(cypher.RemovePatterns, params{"project": t.project, "keys": distinct(keys)})
}

// EvidenceIn implements [patterns.Tx].
func (t *patternTx) EvidenceIn(episodes []string) ([]patterns.Evidence, error) {
	return t.evidence(cypher.FindEvidenceIn, "episodes", episodes)
}

// EvidenceOf implements [patterns.Tx].
func (t *patternTx) EvidenceOf(keys []string) ([]patterns.Evidence, error) {
	return t.evidence(cypher.FindEvidenceOf, "patterns", keys)
}

func (t *patternTx) evidence(statement cypher.Statement, name string, of []string) ([]patterns.Evidence, error) {
	if len(of) == 0 {
		return nil, nil
	}
	var out []patterns.Evidence
	err := t.query(statement, params{"project": t.project, name: distinct(of)}, func(r *row) { out = append(out, r.patternEvidence()) })
	return out, err
}

// PutEvidence implements [patterns.Tx].
func (t *patternTx) PutEvidence(evidence []patterns.Evidence) error {
	rows := make([]params, len(evidence))
	for i, e := range evidence {
		rows[i] = evidenceRow(e)
	}
	if len(rows) == 0 {
		return nil
	}
	written := 0
	err := t.query(cypher.RecordPatternEvidence, params{"project": t.project, "evidence": rows}, func(r *row) { written = r.integer("count") })
	if err == nil && written < len(rows) {
		err = fmt.Errorf("%d of %d rows of evidence name a pattern or an episode that is not there", len(rows)-written, len(rows))
	}
	return err
}

// RemoveEvidence implements [patterns.Tx].
func (t *patternTx) RemoveEvidence(evidence []patterns.EvidenceKey) error {
	rows := make([]params, len(evidence))
	for i, e := range evidence {
		rows[i] = params{"pattern": e.Pattern, "episode": e.Episode}
	}
	return t.put(cypher.RemovePatternEvidence, "evidence", rows)
}

// Observed implements [patterns.Tx].
func (t *patternTx) Observed(factors, episodes, variables []string) ([]patterns.Observed, error) {
	statement, p := cypher.FindHolding, params{"project": t.project, "variables": distinct(variables), "factors": distinct(factors)}
	if episodes != nil {
		statement, p = cypher.FindHoldingIn, params{"project": t.project, "variables": distinct(variables), "ids": distinct(episodes)}
	}
	var out []patterns.Observed
	err := t.query(statement, p, func(r *row) {
		one := patterns.Observed{
			Episode: r.text("id"), Seen: r.maybeTime("seen"), Outcome: episodic.Outcome(r.text("outcome")), Errors: r.flag("errors"),
		}
		for _, o := range r.rows("observations") {
			one.Observations = append(one.Observations, o.observation())
		}
		out = append(out, one)
	})
	return out, err
}

// PutChanges implements [patterns.Tx].
func (t *patternTx) PutChanges(changes []patterns.Change) error {
	rows := make([]params, len(changes))
	for i, c := range changes {
		content, err := json.Marshal(c)
		if err != nil {
			return fmt.Errorf("write change %d of pattern %q: %w", c.Number, c.Pattern, err)
		}
		rows[i] = params{"pattern": c.Pattern, "number": c.Number, "properties": params{
			"kind": string(c.Kind), "label": strings.ToLower(string(c.Kind)), "at": timeOrNull(c.At), "version": c.Version,
			"before": orNull(string(c.Before)), "after": orNull(string(c.After)), "reason": orNull(c.Reason), "content": string(content),
		}}
	}
	return t.put(cypher.RecordPatternChanges, "changes", rows)
}

// LastChanges implements [patterns.Tx].
func (t *patternTx) LastChanges(keys []string) (map[string]int, error) {
	out := map[string]int{}
	if len(keys) == 0 {
		return out, nil
	}
	p := params{"project": t.project, "patterns": distinct(keys)}
	err := t.query(cypher.FindLastPatternChanges, p, func(r *row) { out[r.text("pattern")] = r.integer("number") })
	return out, err
}
