package neo4jstore

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// layerState is what the node of a project says about its factor layer. Whoever locks the
// project gets it at no cost.
type layerState struct {
	causal.Derivation

	// rules are what people decided, as JSON; empty before the first decision.
	rules string
	// dropped says that the layer is being removed: until all of it is, nothing is put in.
	dropped bool
}

// layerState reads the columns of the state; what was never written is null.
func (r *row) layerState() layerState {
	return layerState{
		Derivation: causal.Derivation{
			Version: r.maybeInteger("version"), Graph: r.maybeInteger("graph"),
			Episodes: r.maybeInteger("episodes"), SelfLinks: r.maybeInteger("selfLinks"),
		},
		rules: r.maybeText("rules"), dropped: r.maybeFlag("dropped"),
	}
}

// derivation implements [causal.DerivationTx].
type derivation struct {
	*tx

	project string
	state   layerState
	// hand holds the contents of the episodes that the transaction itself wrote; nil for
	// those that it took out of every read.
	hand map[string]*episodic.Episode
	// rules are what state.rules holds, once somebody asked.
	rules *causal.Rules
}

// derive brings the factor layer up to date after the transaction wrote some episodes: the
// contents that it wrote are given, nil for episodes that are gone. While the layer is being
// removed the episodes are only marked.
func derive(t *tx, project string, state layerState, hand map[string]*episodic.Episode) error {
	var all, present []string
	for id, e := range hand {
		all = append(all, id)
		if e != nil {
			present = append(present, id)
		}
	}
	if len(all) == 0 {
		return nil
	}
	if state.dropped {
		return t.exec(cypher.MarkEpisodes, params{"project": project, "ids": present})
	}
	return t.timed(func() error {
		return causal.Derive(&derivation{tx: t, project: project, state: state, hand: hand}, all)
	})
}

// timed tells the options how long it took to derive factors.
func (t *tx) timed(work func() error) error {
	start := time.Now()
	err := work()
	if t.store.options.OnDerive != nil {
		t.store.options.OnDerive(t.ctx, time.Since(start), err)
	}
	return err
}

// Project implements [causal.DerivationTx].
func (d *derivation) Project() string { return d.project }

// Rules implements [causal.DerivationTx].
func (d *derivation) Rules() (causal.Rules, error) {
	if d.rules == nil {
		rules, err := readRules(d.state.rules)
		if err != nil {
			return causal.Rules{}, err
		}
		d.rules = &rules
	}
	return *d.rules, nil
}

func readRules(text string) (rules causal.Rules, err error) {
	if text == "" {
		return rules, nil
	}
	if err := json.Unmarshal([]byte(text), &rules); err != nil {
		return rules, fmt.Errorf("read the rules of the factors: %w", err)
	}
	return rules, nil
}

// PutRules implements [causal.DerivationTx].
func (d *derivation) PutRules(rules causal.Rules) error {
	text, err := json.Marshal(rules)
	if err != nil {
		return fmt.Errorf("write the rules of the factors: %w", err)
	}
	d.state.rules, d.rules = string(text), nil
	return d.exec(cypher.SetRules, params{"project": d.project, "rules": d.state.rules})
}

// State implements [causal.DerivationTx].
func (d *derivation) State() (causal.Derivation, error) { return d.state.Derivation, nil }

// PutState implements [causal.DerivationTx].
func (d *derivation) PutState(state causal.Derivation) error {
	d.state.Derivation = state
	return d.exec(cypher.SetDerivation, params{
		"project": d.project, "version": state.Version, "graph": state.Graph,
		"episodes": state.Episodes, "selfLinks": state.SelfLinks,
	})
}

// Contents implements [causal.DerivationTx].
func (d *derivation) Contents(ids []string) ([]episodic.Episode, error) {
	var out []episodic.Episode
	var ask []string
	for _, id := range ids {
		e, inHand := d.hand[id]
		switch {
		case !inHand:
			ask = append(ask, id)
		case e != nil:
			out = append(out, *e)
		}
	}
	if len(ask) == 0 {
		return out, nil
	}
	err := d.query(cypher.GetEpisodes, params{"project": d.project, "ids": ask}, func(r *row) {
		out = append(out, r.episode())
	})
	return out, err
}

// Crossing implements [causal.DerivationTx].
func (d *derivation) Crossing(ids []string) ([]string, error) {
	var out []string
	err := d.query(cypher.FindCrossing, params{"project": d.project, "ids": ids}, func(r *row) { out = append(out, r.text("id")) })
	return out, err
}

// FactorsOf implements [causal.DerivationTx].
func (d *derivation) FactorsOf(occurrences []string) (map[string]causal.Identity, error) {
	out := map[string]causal.Identity{}
	p := params{"project": d.project, "keys": occurrences}
	err := d.query(cypher.FindInstanceFactors, p, func(r *row) { out[r.text("key")] = r.identity() })
	return out, err
}

// identity reads the columns of what a factor is.
func (r *row) identity() causal.Identity {
	return causal.Identity{Variable: r.text("variable"), State: r.text("state")}
}

// Mark implements [causal.DerivationTx].
func (d *derivation) Mark(factors []string) error {
	return d.exec(cypher.MarkFactors, params{"project": d.project, "keys": factors})
}

// FactorRanges implements [causal.DerivationTx].
func (d *derivation) FactorRanges(keys []string) (map[string]causal.Range, error) {
	return d.ranges(cypher.FindFactorRanges, keys)
}

// LinkRanges implements [causal.DerivationTx].
func (d *derivation) LinkRanges(keys []string) (map[string]causal.Range, error) {
	return d.ranges(cypher.FindLinkRanges, keys)
}

func (d *derivation) ranges(statement cypher.Statement, keys []string) (map[string]causal.Range, error) {
	out := map[string]causal.Range{}
	err := d.query(statement, params{"project": d.project, "keys": keys}, func(r *row) {
		out[r.text("key")] = causal.Range{First: r.time("first"), Last: r.time("last")}
	})
	return out, err
}

// Count implements [causal.DerivationTx].
func (d *derivation) Count(pairs []causal.Pair) ([]causal.PairCounts, error) {
	out := make([]causal.PairCounts, len(pairs))
	p := pairParams(d.project, pairs, time.Time{})
	err := d.query(cypher.CountPairs, p, func(r *row) { out[r.integer("number")] = r.pairCounts() })
	if err != nil || !anyClosed(pairs) {
		return out, err
	}
	total := 0
	p = params{"project": d.project, "until": nil}
	if err := d.query(cypher.CountContributions, p, func(r *row) { total = r.integer("count") }); err != nil {
		return nil, err
	}
	fillClosed(pairs, out, total)
	return out, nil
}

// gone says of some episodes that they are in no read any more.
func gone(ids []string) map[string]*episodic.Episode {
	out := make(map[string]*episodic.Episode, len(ids))
	for _, id := range ids {
		out[id] = nil
	}
	return out
}
