package sqlitestore

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/write"
	"github.com/causeway-memory/causeway/patterns"
)

var (
	//go:embed sql/causal/find_layer.sql
	findLayer statement
	//go:embed sql/causal/record_layer.sql
	recordLayer statement
	//go:embed sql/causal/put_layer.sql
	putLayer statement
	//go:embed sql/causal/put_rules.sql
	putRules statement
	//go:embed sql/causal/list_crossing.sql
	listCrossing statement
	//go:embed sql/causal/list_factors_of.sql
	listFactorsOf statement
	//go:embed sql/causal/mark_episodes.sql
	markEpisodes statement
)

// factorLayer is the factor layer of a project: which it is, and its numbers. Number 0 is
// that of a project that has none yet.
type factorLayer struct {
	projectNumber, number int64
	state                 layer.Derivation
	// rules are empty unless they were asked for.
	rules contribution.Rules
	// patterned says that the project has patterns.
	patterned bool
	// uncounted is the weight of what the counts of links leave out.
	uncounted int
	// deferred says that episodes are still to be derived.
	deferred bool
}

// factorLayer returns the layer of a project with its rules, or ErrProjectNotFound.
func (t *tx) factorLayer(project string) (factorLayer, error) { return t.findLayer(project, 1) }

// bareLayer is factorLayer without the rules, which may be many, and which reads do not need.
func (t *tx) bareLayer(project string) (factorLayer, error) { return t.findLayer(project, 0) }

func (t *tx) findLayer(project string, rules int) (factorLayer, error) {
	var out factorLayer
	err := t.query(findLayer, params{"project": project, "with_rules": rules}, func(r *row) {
		out.projectNumber, out.state.Origin, out.patterned = r.int64("project"), r.text("origin"), r.flag("patterned")
		out.deferred = r.flag("deferred")
		if out.number = r.maybeInt64("layer"); out.number == 0 {
			return
		}
		out.state.Version, out.state.Graph = r.integer("version"), r.integer("graph")
		out.state.Episodes, out.state.SelfLinks = r.integer("episodes"), r.integer("self_links")
		out.uncounted = r.integer("uncounted")
		if rules == 1 {
			r.json("rules", &out.rules)
		}
	})
	if err == nil && out.projectNumber == 0 {
		err = episodic.ErrProjectNotFound
	}
	return out, err
}

// derivation is the factor layer of a project in one transaction that writes. It remembers
// the numbers of what it has read.
type derivation struct {
	*tx
	factorLayer
	name string
	// contents are the present episodes that this transaction wrote, by id; gone are the ids of
	// those that it took out of every read.
	contents map[string]episodic.Episode
	gone     []string
	// episodes are the numbers of episodes by id, contributed those that have rows of what
	// they contributed.
	episodes    map[string]int64
	contributed map[string]bool
	// marked are those of them that are marked.
	marked map[string]bool
	// factors are the numbers of factors, identities the factors by number.
	factors    map[factor.Identity]int64
	identities map[int64]factor.Identity
	// links have the numbers of links by key, variables those of variables by name.
	links, variables map[string]int64
	// factorVariables are the numbers of the variables of factors, by the number of the factor.
	factorVariables map[int64]int64
	// stubs are links that only have a row, so that supports can refer to it.
	stubs map[string]bool
	// begun is when the layer was opened.
	begun time.Time
}

var _ write.Layer = (*derivation)(nil)

// derivation opens the layer of a project, and makes it when there is none.
func (t *tx) derivation(project string) (*derivation, error) {
	l, err := t.factorLayer(project)
	if err != nil {
		return nil, err
	}
	if l.number == 0 {
		p := params{"project": l.projectNumber, "version": 0, "graph": 0, "rules": "{}"}
		if err := t.exec(recordLayer, p); err != nil {
			return nil, err
		}
		l.number = t.conn.LastInsertRowID()
	}
	return &derivation{
		tx: t, factorLayer: l, name: project,
		episodes: map[string]int64{}, contributed: map[string]bool{},
		marked:  map[string]bool{},
		factors: map[factor.Identity]int64{}, links: map[string]int64{}, variables: map[string]int64{},
		identities: map[int64]factor.Identity{}, factorVariables: map[int64]int64{}, stubs: map[string]bool{},
		begun: time.Now(),
	}, nil
}

// StaleEpisodes implements [write.Layer].
func (d *derivation) StaleEpisodes(limit int) ([]string, error) {
	var ids []string
	p := params{"project": d.projectNumber, "limit": limit}
	err := d.query(listUnderivedEpisodes, p, func(r *row) { ids = append(ids, r.text("id")) })
	return ids, err
}

// Flush implements [write.Layer]. Every call has written its rows already.
func (d *derivation) Flush() error { return nil }

// PatternTx implements [write.Layer].
func (d *derivation) PatternTx() (patterns.Tx, bool) {
	return &patternTx{d.tx, d.factorLayer, d.name}, d.patterned
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
func (d *derivation) Project() string { return d.name }

// Rules implements [derive.Tx].
func (d *derivation) Rules() (contribution.Rules, error) { return d.rules, nil }

// PutRules implements [derive.Tx].
func (d *derivation) PutRules(rules contribution.Rules) error {
	text, err := json.Marshal(rules)
	if err != nil {
		return fmt.Errorf("write the rules of factors: %w", err)
	}
	d.rules = rules
	return d.exec(putRules, params{"layer": d.number, "rules": string(text)})
}

// State implements [derive.Tx].
func (d *derivation) State() (layer.Derivation, error) { return d.state, nil }

// PutState implements [derive.Tx].
func (d *derivation) PutState(s layer.Derivation) error {
	d.state = s
	return d.exec(putLayer, params{
		"layer": d.number, "version": s.Version, "graph": s.Graph, "episodes": s.Episodes, "self_links": s.SelfLinks,
		"uncounted": d.uncounted,
	})
}

// Contents implements [derive.Tx].
func (d *derivation) Contents(ids []string) ([]episodic.Episode, error) {
	var out []episodic.Episode
	var ask []string
	for _, id := range ids {
		if e, known := d.contents[id]; known {
			out = append(out, e)
		} else if !slices.Contains(d.gone, id) {
			ask = append(ask, id)
		}
	}
	if len(ask) == 0 {
		return out, nil
	}
	err := d.query(getEpisodes, params{"project": d.name, "ids": distinct(ask)}, func(r *row) {
		out = append(out, r.episode(d.ctx, &d.store.packer))
	})
	return out, err
}

// Crossing implements [derive.Tx].
func (d *derivation) Crossing(ids []string) ([]string, error) {
	var out []string
	err := d.query(listCrossing, params{"project": d.projectNumber, "ids": ids}, func(r *row) { out = append(out, r.text("id")) })
	return out, err
}

// FactorsOf implements [derive.Tx].
func (d *derivation) FactorsOf(occurrences []string) (map[string]factor.Identity, error) {
	return d.factorsOf(d.factorLayer, occurrences)
}

// factorsOf returns the factors of occurrences by key.
func (t *tx) factorsOf(l factorLayer, occurrences []string) (map[string]factor.Identity, error) {
	out := make(map[string]factor.Identity, len(occurrences))
	p := params{"project": l.projectNumber, "layer": l.number, "keys": distinct(occurrences)}
	err := t.query(listFactorsOf, p, func(r *row) { out[r.text("key")] = r.identity("variable", "state") })
	return out, err
}

// MarkStale implements [derive.Tx].
func (d *derivation) MarkStale(factors []string) error {
	return d.exec(markEpisodes, params{"layer": d.number, "factors": factors})
}
