package derive

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
)

// reading is what one derivation reads about its episodes.
type reading struct {
	Tx

	rules contribution.Resolver
	ids   map[string]bool
	// before has their stored contributions, now the contents of the present ones, by id.
	before map[string]contribution.Contribution
	now    map[string]episodic.Episode
	// rewritten are the requested episodes, and others whose factors differ from the layer.
	rewritten map[string]bool
}

// readAll reads episodes and the others that state links to or from them. If the factors of one of
// the others differ from the layer, because it is marked, readAll continues with the episodes that
// link to or from that one: they may have been derived since, with its old factors.
func (r *reading) readAll(ids []string) error {
	if err := r.read(ids); err != nil {
		return err
	}
	for next := ids; len(next) > 0; {
		across, err := r.Crossing(next)
		if err != nil {
			return err
		}
		if next, err = r.readAcross(across); err != nil {
			return err
		}
	}
	return nil
}

func (r *reading) read(ids []string) error {
	before, err := r.Contributions(ids)
	if err != nil {
		return err
	}
	return r.readContents(ids, before)
}

func (r *reading) readContents(ids []string, before map[string]contribution.Contribution) error {
	maps.Copy(r.before, before)
	episodes, err := r.Contents(ids)
	if err != nil {
		return err
	}
	for _, e := range episodes {
		r.now[e.ID] = e
	}
	for _, id := range ids {
		r.ids[id] = true
	}
	return nil
}

// readAcross reads other episodes and returns those whose factors differ from the layer. It leaves
// out episodes without a contribution: they are marked, and no other episode refers to their factors.
func (r *reading) readAcross(ids []string) ([]string, error) {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return r.ids[id] })
	if len(ids) == 0 {
		return nil, nil
	}
	before, err := r.Contributions(ids)
	if err != nil || len(before) == 0 {
		return nil, err
	}
	ids = slices.Sorted(maps.Keys(before))
	if err := r.readContents(ids, before); err != nil {
		return nil, err
	}
	return r.outdated(ids)
}

// outdated returns the episodes with occurrences whose factors differ from the layer.
func (r *reading) outdated(ids []string) ([]string, error) {
	now := map[string]map[string]factor.Identity{}
	var keys []string
	for _, id := range ids {
		if e, present := r.now[id]; present {
			now[id] = contribution.ContributeUnder(e, r.rules, nil).Instances
			keys = slices.AppendSeq(keys, maps.Keys(now[id]))
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	slices.Sort(keys)
	layer, err := r.FactorsOf(keys)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, id := range ids {
		for key, factor := range now[id] {
			if layer[key] != factor {
				out = append(out, id)
				r.rewritten[id] = true
				break
			}
		}
	}
	return out, nil
}

// contributions returns the new contributions of the present episodes.
func (r *reading) contributions() (map[string]contribution.Contribution, error) {
	foreign, err := r.foreignFactors()
	if err != nil {
		return nil, err
	}
	out := make(map[string]contribution.Contribution, len(r.now))
	for id, e := range r.now {
		out[id] = contribution.ContributeUnder(e, r.rules, foreign)
	}
	return out, nil
}

// foreignFactors returns the factors of the occurrences that links between episodes name: of these
// episodes as they are now, of others as they are in the layer.
func (r *reading) foreignFactors() (map[string]factor.Identity, error) {
	own, ask := map[string]bool{}, map[string]bool{}
	for _, e := range r.now {
		for _, l := range e.Links {
			for _, end := range []string{l.Source, l.Target} {
				other, _, ok := episodic.SplitKey(end)
				switch {
				case ok && r.ids[other]:
					own[other] = true
				case ok:
					ask[end] = true
				}
			}
		}
	}
	factors := map[string]factor.Identity{}
	if len(ask) > 0 {
		var err error
		if factors, err = r.FactorsOf(slices.Sorted(maps.Keys(ask))); err != nil {
			return nil, err
		}
	}
	for id := range own {
		if e, present := r.now[id]; present {
			maps.Copy(factors, contribution.ContributeUnder(e, r.rules, nil).Instances)
		}
	}
	return factors, nil
}
