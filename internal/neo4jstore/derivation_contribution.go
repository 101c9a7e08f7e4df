package neo4jstore

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// Contributions implements [derive.Tx].
func (d *derivation) Contributions(ids []string) (map[string]contribution.Contribution, error) {
	out := make(map[string]contribution.Contribution, len(ids))
	if d.changes.New && !d.contributed && d.wrote(ids) {
		return out, nil
	}
	err := d.ask(cypher.FindContributions, params{"project": d.project, "ids": ids}, func(r *row) {
		c := contribution.Contribution{
			Episode: r.text("id"), Outcome: episodic.Outcome(r.text("outcome")),
			Seen: r.maybeTime("seen"), SelfLinks: r.integer("selfLinks"), Errors: r.flag("errors"),
		}
		for _, o := range r.rows("observations") {
			c.Observations = append(c.Observations, o.observation())
		}
		for _, s := range r.rows("supports") {
			c.Supports = append(c.Supports, contribution.Support{
				Source: s.nested("source").identity(), Target: s.nested("target").identity(),
				Relation: episodic.Relation(s.text("relation")), Basis: episodic.Basis(s.text("basis")),
			})
		}
		out[c.Episode] = c
	})
	return out, err
}

func (r *row) observation() contribution.Observation {
	return contribution.Observation{
		Identity: r.nested("factor").identity(), Order: r.maybeInteger64("order"),
		Kinds: factor.KindCounts{
			Decision: r.oneIf("asDecision"), Event: r.oneIf("asEvent"),
			Outcome: r.oneIf("asOutcome"), Context: r.oneIf("asContext"),
		},
	}
}

// oneIf reads a flag as a count.
func (r *row) oneIf(name string) int {
	if r.flag(name) {
		return 1
	}
	return 0
}

// PutContributions implements [derive.Tx].
func (d *derivation) PutContributions(put []contribution.Contribution, gone []string, graph int) error {
	d.contributed = true
	if len(gone) > 0 {
		if err := d.do(cypher.RemoveContributions, params{"project": d.project, "ids": gone}); err != nil {
			return err
		}
	}
	for _, c := range put {
		d.pending.episodes = append(d.pending.episodes, d.contributionRow(c, graph))
		d.pending.any = true
	}
	return nil
}

func (d *derivation) contributionRow(c contribution.Contribution, graph int) params {
	observations, supports := make([]params, len(c.Observations)), make([]params, len(c.Supports))
	for i, o := range c.Observations {
		observations[i] = params{"factor": o.Key(), "properties": params{
			"order": valueOrNull(o.Order), "seen": timeOrNull(c.Seen), "outcome": string(c.Outcome),
			"asDecision": o.Kinds.Decision > 0, "asEvent": o.Kinds.Event > 0,
			"asOutcome": o.Kinds.Outcome > 0, "asContext": o.Kinds.Context > 0,
		}}
	}
	for i, s := range c.Supports {
		supports[i] = params{"source": s.Source.Key(), "properties": params{
			"project": d.project, "link": s.Link(), "target": s.Target.Key(), "relation": string(s.Relation),
			"basis": string(s.Basis), "seen": timeOrNull(c.Seen),
		}}
	}
	instances := make([]params, 0, len(c.Instances))
	for _, key := range slices.Sorted(maps.Keys(c.Instances)) {
		instances = append(instances, params{"occurrence": key, "factor": c.Instances[key].Key()})
	}
	return params{
		"id": c.Episode, "graph": graph, "outcome": string(c.Outcome), "seen": timeOrNull(c.Seen), "selfLinks": c.SelfLinks, "errors": c.Errors,
		"observations": observations, "supports": supports, "instances": instances,
	}
}
