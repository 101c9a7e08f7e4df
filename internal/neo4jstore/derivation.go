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
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
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
		rules: r.maybeText("rules"), dropped: r.maybeInteger("dropped"), patterns: r.maybeInteger("patterns"),
	}
}

// derivation implements [derive.Tx].
type derivation struct {
	*tx

	project string
	state   layerState
	written

	// rules are what state.rules holds, once somebody asked.
	rules *contribution.Rules
	// ahead is what was read before it was asked for, behind what is to be written still.
	ahead  readAhead
	behind writeBehind
	// moved is what bears on the patterns.
	moved moved
}

// written is what a transaction wrote, as far as the factors follow from it.
type written struct {
	// hand holds the contents of episodes; nil for those that are in no read any more.
	hand map[string]*episodic.Episode
	// fresh says that all of them are new; then across are the other episodes that state links
	// to or from them.
	fresh  bool
	across []string
}

// derive brings the factor layer up to date after the transaction wrote some episodes. While
// the layer is being removed the episodes are only marked.
func runDerive(t *tx, project string, state layerState, w written) error {
	var all, present []string
	for id, e := range w.hand {
		all = append(all, id)
		if e != nil {
			present = append(present, id)
		}
	}
	if len(all) == 0 {
		return nil
	}
	d := &derivation{tx: t, project: project, state: state, written: w}
	if state.dropped != 0 {
		d.moved.gone = w.gone()
		if err := t.exec(cypher.MarkEpisodes, params{"project": project, "ids": present}); err != nil {
			return err
		}
		return d.follow()
	}
	return t.timed(func() error {
		if err := derive.Derive(d, all); err != nil {
			return err
		}
		return d.finish()
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
	if d.moved.before == nil {
		before, err := d.Rules()
		if err != nil {
			return err
		}
		d.moved.before = &before
	}
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
	d.behind.state = params{
		"factorVersion": state.Version, "factorGraph": state.Graph,
		"factorEpisodes": state.Episodes, "factorSelfLinks": state.SelfLinks,
	}
	d.behind.any = true
	return nil
}

// Contents implements [derive.Tx].
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
	err := d.ask(cypher.GetEpisodes, params{"project": d.project, "ids": ask}, func(r *row) {
		out = append(out, r.episode())
	})
	return out, err
}

// Crossing implements [derive.Tx].
func (d *derivation) Crossing(ids []string) ([]string, error) {
	if d.fresh && d.inHand(ids) {
		return slices.Sorted(slices.Values(d.across)), nil
	}
	var out []string
	err := d.ask(cypher.FindCrossing, params{"project": d.project, "ids": ids}, func(r *row) { out = append(out, r.text("id")) })
	return out, err
}

// inHand reports whether the transaction itself wrote all of some episodes.
func (d *derivation) inHand(ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { _, inHand := d.hand[id]; return !inHand })
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

// Mark implements [derive.Tx].
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

// Count implements [derive.Tx].
func (d *derivation) Count(pairs []link.Pair) ([]link.PairCounts, error) {
	out := make([]link.PairCounts, len(pairs))
	p := pairParams(d.project, pairs, time.Time{})
	err := d.ask(cypher.CountPairs, p, func(r *row) { out[r.integer("number")] = r.pairCounts() })
	if err != nil || !anyClosed(pairs) {
		return out, err
	}
	total := 0
	p = params{"project": d.project, "until": nil}
	if err := d.ask(cypher.CountContributions, p, func(r *row) { total = r.integer("count") }); err != nil {
		return nil, err
	}
	fillClosed(pairs, out, total)
	return out, nil
}

// gone returns the episodes that are in no read any more, in order.
func (w written) gone() []string {
	var out []string
	for id, e := range w.hand {
		if e == nil {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

// gone says of some episodes that they are in no read any more.
func gone(ids []string) written {
	out := make(map[string]*episodic.Episode, len(ids))
	for _, id := range ids {
		out[id] = nil
	}
	return written{hand: out}
}
