package neo4jstore

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/write"
	"github.com/causeway-memory/causeway/patterns"
)

// layerState is what the node of a project says about its factor layer. Whoever locks the
// project gets it at no cost.
type layerState struct {
	layer.Derivation

	// rules are what people decided, as JSON; empty before the first decision.
	rules string
	// dropped is the number of the removal of the layer that is at work, 0 for none: until all
	// of it is removed, nothing is put in.
	dropped int
	// uncounted is the weight of what the counts of links leave out.
	uncounted int
	// patterns is how many patterns the project has.
	patterns int
}

// layerState reads the columns of the state; what was never written is null.
func (r *row) layerState() layerState {
	return layerState{
		Derivation: layer.Derivation{
			Version: r.maybeInteger("version"), Graph: r.maybeInteger("graph"),
			Episodes: r.maybeInteger("episodes"), SelfLinks: r.maybeInteger("selfLinks"),
		},
		rules: r.maybeText("rules"), dropped: r.maybeInteger("dropped"), uncounted: r.maybeInteger("uncounted"), patterns: r.maybeInteger("patterns"),
	}
}

// derivation implements [write.Layer].
type derivation struct {
	*tx

	project string
	state   layerState
	// changes are the episodes that the transaction wrote. If all of them are new, across are the
	// other episodes that state links to or from them.
	changes write.Changes
	across  []string
	// contributed says that the transaction has put contributions.
	contributed bool

	// rules are state.rules decoded; nil until they are needed.
	rules *contribution.Rules
	// prefetched is what was read before it was asked for, pending what is to be written still.
	prefetched prefetchedLayer
	pending    pendingRows
}

var (
	_ write.Layer       = (*derivation)(nil)
	_ derive.Prefetcher = (*derivation)(nil)
)

// StaleEpisodes implements [write.Layer].
func (d *derivation) StaleEpisodes(limit int) ([]string, error) {
	var ids []string
	p := params{"project": d.project, "limit": limit}
	err := d.query(cypher.FindUnderived, p, func(r *row) { ids = append(ids, r.text("id")) })
	return ids, err
}

// PatternTx implements [write.Layer].
func (d *derivation) PatternTx() (patterns.Tx, bool) {
	return &patternTx{tx: d.tx, project: d.project, rules: d.state.rules}, d.state.patterns > 0
}

// Measure implements [write.Layer].
func (d *derivation) Measure(work func() error) error {
	start := time.Now()
	err := work()
	if d.store.options.OnDerive != nil {
		d.store.options.OnDerive(d.ctx, time.Since(start), err)
	}
	return err
}

// Project implements [derive.Tx].
func (d *derivation) Project() string { return d.project }

// Rules implements [derive.Tx].
func (d *derivation) Rules() (contribution.Rules, error) {
	if d.rules == nil {
		rules, err := readRules(d.state.rules)
		if err != nil {
			return contribution.Rules{}, err
		}
		d.rules = &rules
	}
	return *d.rules, nil
}

func readRules(text string) (rules contribution.Rules, err error) {
	if text == "" {
		return rules, nil
	}
	if err := json.Unmarshal([]byte(text), &rules); err != nil {
		return rules, fmt.Errorf("read the rules of the factors: %w", err)
	}
	return rules, nil
}

// PutRules implements [derive.Tx].
func (d *derivation) PutRules(rules contribution.Rules) error {
	text, err := json.Marshal(rules)
	if err != nil {
		return fmt.Errorf("write the rules of the factors: %w", err)
	}
	d.state.rules, d.rules = string(text), nil
	return d.do(cypher.SetRules, params{"project": d.project, "rules": d.state.rules})
}

// State implements [derive.Tx].
func (d *derivation) State() (layer.Derivation, error) { return d.state.Derivation, nil }

// PutState implements [derive.Tx].
func (d *derivation) PutState(state layer.Derivation) error {
	d.state.Derivation = state
	d.pending.state = params{
		"factorVersion": state.Version, "factorGraph": state.Graph,
		"factorEpisodes": state.Episodes, "factorSelfLinks": state.SelfLinks, "factorUncounted": countOrNull(d.state.uncounted),
	}
	d.pending.any = true
	return nil
}

// Contents implements [derive.Tx].
func (d *derivation) Contents(ids []string) ([]episodic.Episode, error) {
	var out []episodic.Episode
	var ask []string
	for _, id := range ids {
		if e, present := d.changes.Present[id]; present {
			out = append(out, e)
		} else if !slices.Contains(d.changes.Gone, id) {
			ask = append(ask, id)
		}
	}
	if len(ask) == 0 {
		return out, nil
	}
	err := d.ask(cypher.GetEpisodes, params{"project": d.project, "ids": ask}, func(r *row) {
		out = append(out, r.episode())
	})
	return out, err
}

// Crossing implements [derive.Tx].
func (d *derivation) Crossing(ids []string) ([]string, error) {
	if d.changes.New && d.wrote(ids) {
		return slices.Sorted(slices.Values(d.across)), nil
	}
	var out []string
	err := d.ask(cypher.FindCrossing, params{"project": d.project, "ids": ids}, func(r *row) { out = append(out, r.text("id")) })
	return out, err
}

// wrote reports whether the transaction itself wrote all of some episodes, and they are present.
func (d *derivation) wrote(ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { _, present := d.changes.Present[id]; return !present })
}

// FactorsOf implements [derive.Tx].
func (d *derivation) FactorsOf(occurrences []string) (map[string]factor.Identity, error) {
	out := map[string]factor.Identity{}
	p := params{"project": d.project, "keys": occurrences}
	err := d.ask(cypher.FindInstanceFactors, p, func(r *row) { out[r.text("key")] = r.identity() })
	return out, err
}

// identity reads the columns of what a factor is.
func (r *row) identity() factor.Identity {
	return factor.Identity{Variable: r.text("variable"), State: r.text("state")}
}

// MarkStale implements [derive.Tx].
func (d *derivation) MarkStale(factors []string) error {
	return d.do(cypher.MarkFactors, params{"project": d.project, "keys": factors})
}

// FactorRanges implements [derive.Tx].
func (d *derivation) FactorRanges(keys []string) (map[string]derive.Range, error) {
	return d.ranges(cypher.FindFactorRanges, keys)
}

// LinkRanges implements [derive.Tx].
func (d *derivation) LinkRanges(keys []string) (map[string]derive.Range, error) {
	return d.ranges(cypher.FindLinkRanges, keys)
}

func (d *derivation) ranges(statement cypher.Statement, keys []string) (map[string]derive.Range, error) {
	out := map[string]derive.Range{}
	err := d.ask(statement, params{"project": d.project, "keys": keys}, func(r *row) {
		out[r.text("key")] = derive.Range{First: r.time("first"), Last: r.time("last")}
	})
	return out, err
}
