package dependents

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// Tx is the factor layer and the patterns of one project in a transaction.
type Tx interface {
	derive.Tx
	// Flush writes what earlier calls only collected.
	Flush() error
	// PatternTx opens the patterns; false in a project without any.
	PatternTx() (patterns.Tx, bool)
}

// change is a row as it was before the first write, and as it was written last; nil when it was not there, or is no more.
type change[T any] struct{ before, after *T }

// watch is a transaction in which a thing is missing. It notes which rows are written.
type watch struct {
	Tx

	thing   Thing
	factors map[string]*change[factor.Factor]
	links   map[string]*change[link.FactorLink]
	// put and gone are what became of the contributions.
	put  []contribution.Contribution
	gone []string
}

func newWatch(tx Tx, thing Thing) *watch {
	return &watch{Tx: tx, thing: thing, factors: map[string]*change[factor.Factor]{}, links: map[string]*change[link.FactorLink]{}}
}

// Contents implements [derive.ContributionsTx]: the episodes without the thing.
func (w *watch) Contents(ids []string) ([]episodic.Episode, error) {
	taken := w.thing.Taken()
	found, err := w.Tx.Contents(slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(taken, id) }))
	for i := range found {
		found[i] = w.thing.Without(found[i])
	}
	return found, err
}

// Without returns an episode that stays, without the links that are taken out.
func (t Thing) Without(e episodic.Episode) episodic.Episode {
	if len(t.Links) == 0 {
		return e
	}
	e.Links = slices.DeleteFunc(slices.Clone(e.Links), func(stated episodic.Link) bool {
		return slices.ContainsFunc(t.Links, func(l Link) bool { return l.Episode == e.ID && l.Is(e.ID, stated) })
	})
	return e
}

// PutContributions implements [derive.ContributionsTx].
func (w *watch) PutContributions(put []contribution.Contribution, gone []string, graph int) error {
	w.put, w.gone = append(w.put, put...), append(w.gone, gone...)
	return w.Tx.PutContributions(put, gone, graph)
}

// PutFactors implements [derive.FactorsTx].
func (w *watch) PutFactors(factors []factor.Factor) error {
	keys := make([]string, len(factors))
	for i, f := range factors {
		keys[i] = f.Key()
	}
	if err := noteBefore(w.factors, keys, w.Factors); err != nil {
		return err
	}
	for i, f := range factors {
		w.factors[keys[i]].after = &f
	}
	return w.Tx.PutFactors(factors)
}

// RemoveFactors implements [derive.FactorsTx].
func (w *watch) RemoveFactors(keys []string) error {
	if err := noteBefore(w.factors, keys, w.Factors); err != nil {
		return err
	}
	for _, key := range keys {
		w.factors[key].after = nil
	}
	return w.Tx.RemoveFactors(keys)
}

// PutLinks implements [derive.LinksTx].
func (w *watch) PutLinks(links []link.FactorLink) error {
	keys := make([]string, len(links))
	for i, l := range links {
		keys[i] = l.Key
	}
	if err := noteBefore(w.links, keys, w.Links); err != nil {
		return err
	}
	for i, l := range links {
		w.links[keys[i]].after = &l
	}
	return w.Tx.PutLinks(links)
}

// RemoveLinks implements [derive.LinksTx].
func (w *watch) RemoveLinks(keys []string) error {
	if err := noteBefore(w.links, keys, w.Links); err != nil {
		return err
	}
	for _, key := range keys {
		w.links[key].after = nil
	}
	return w.Tx.RemoveLinks(keys)
}

// noteBefore reads the rows that are written for the first time.
func noteBefore[T any](noted map[string]*change[T], keys []string, read func([]string) (map[string]T, error)) error {
	fresh := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return noted[key] != nil })
	if len(fresh) == 0 {
		return nil
	}
	found, err := read(fresh)
	if err != nil {
		return err
	}
	for _, key := range fresh {
		noted[key] = &change[T]{}
		if row, there := found[key]; there {
			noted[key].before = &row
		}
	}
	return nil
}
