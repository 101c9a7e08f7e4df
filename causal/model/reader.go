package model

import (
	"context"
	"errors"
	"slices"

	"github.com/causeway-memory/causeway/causal/composite"
	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/layer"
)

var (
	// errMoved says that the layer changed while it was read.
	errMoved = errors.New("the layer changed")
	// errGone says that the layer lost episodes since they were read.
	errGone = errors.New("the layer lost episodes")
)

// reader fills the snapshot of a learner from a store, with what the questions need. It answers
// one question at a time.
type reader struct {
	*learner

	store   layer.Reader
	project string
	// unconfirmed says that something was read that may be of a later version.
	unconfirmed bool
	// ahead says that some cells are of a later version. The snapshot then serves only to follow
	// the layer, which reads again what changed since its own version.
	ahead bool
}

func newReader(store layer.Reader, project string, d layer.Derivation, observed *dataset.Dataset) *reader {
	return &reader{learner: newLearner(newSnapshot(d, observed)), store: store, project: project}
}

// model learns a model, and reads what the snapshot lacks for it. It returns errMoved when the
// layer changes meanwhile, and errGone when it lost episodes.
func (r *reader) model(ctx context.Context, targets, actions []string) (*Model, error) {
	for {
		m, err := r.learn(targets, actions)
		lack, lacking := errors.AsType[*missing](err)
		switch {
		case err == nil:
			return m, r.confirm(ctx)
		case !lacking:
			return nil, err
		}
		if err := r.read(ctx, lack); err != nil {
			return nil, err
		}
	}
}

// read reads what is missing.
func (r *reader) read(ctx context.Context, lack *missing) error {
	if lack.texts {
		return r.readTexts(ctx)
	}
	if len(lack.variables) > 0 {
		return r.readVariables(ctx, lack.variables)
	}
	if len(lack.factors) > 0 {
		return r.readFactors(ctx, lack.factors)
	}
	if len(lack.links) > 0 {
		return r.readLinks(ctx, lack.links)
	}
	return r.readRows(ctx, lack.columns, layer.FromStart)
}

// readTexts reads the variables of which composites may be made: all, or of too many those that enough episodes tell.
func (r *reader) readTexts(ctx context.Context) error {
	r.unconfirmed = true
	found, total, err := r.store.ListRecurringVariables(ctx, r.project, composite.LeastTold)
	if err != nil {
		return err
	}
	if r.allVariables = total <= composite.MostTexts; r.allVariables {
		if found, err = r.store.ListVariables(ctx, r.project, nil); err != nil {
			return err
		}
		total = len(found)
	}
	r.addVariables(found)
	r.texts, r.rare = &total, total-len(found)
	return nil
}

// readVariables reads variables.
func (r *reader) readVariables(ctx context.Context, names []string) error {
	r.unconfirmed = true
	found, err := r.store.ListVariables(ctx, r.project, names)
	if err != nil {
		return err
	}
	for _, name := range names {
		r.lookedUp[name] = true
	}
	r.addVariables(found)
	return nil
}

// readFactors reads the states of variables.
func (r *reader) readFactors(ctx context.Context, names []string) error {
	r.unconfirmed = true
	found, err := r.store.StatesOf(ctx, r.project, names)
	if err != nil {
		return err
	}
	r.addFactors(names, found)
	return nil
}

// readLinks reads the links into variables, none of them when there are too many.
func (r *reader) readLinks(ctx context.Context, names []string) error {
	r.unconfirmed = true
	found, more, err := r.store.LinksInto(ctx, r.project, names, MaxModelLinks)
	if err != nil {
		return err
	}
	if more {
		r.overflows[setKey(names)] = true
		return nil
	}
	r.addLinks(names, found)
	return nil
}

// readRows reads the cells of variables in the episodes that changed after a version. It returns
// errMoved when the layer has another version by then, and errGone unless the dataset then has
// exactly the episodes of the layer: it has all of them, so equal numbers mean equal sets.
func (r *reader) readRows(ctx context.Context, names []string, after int) error {
	if names := absent(names, r.factors); len(names) > 0 {
		if err := r.readFactors(ctx, names); err != nil {
			return err
		}
	}
	rows := &dataset.Rows{Variables: names}
	var keys []string
	for _, name := range names {
		for _, f := range r.factors[name] {
			rows.Factors = append(rows.Factors, f.Identity)
			keys = append(keys, f.Key())
		}
	}
	d, err := r.store.ScanStates(ctx, layer.StatesQuery{Project: r.project, After: after, Factors: keys}, func(e layer.EpisodeStates) error {
		e.States = slices.Clone(e.States)
		rows.Episodes = append(rows.Episodes, e)
		return nil
	})
	if err != nil {
		return err
	}
	return r.take(rows, d, after)
}

// take adds rows that were read at a version of the layer, see [reader.readRows].
func (r *reader) take(rows *dataset.Rows, d layer.Derivation, after int) error {
	whole := after == layer.FromStart
	if !sameLayer(d, r.derivation) {
		if whole && d.Origin == r.derivation.Origin && d.Graph > r.derivation.Graph && len(rows.Episodes) == d.Episodes {
			// A full read takes long. Under constant writes it would never match its version, so
			// keep it and follow the layer from there.
			r.observed, r.ahead = r.observed.With(rows), true
		}
		return errMoved
	}
	if whole && len(rows.Episodes) != d.Episodes {
		return errMoved
	}
	observed := r.observed.With(rows)
	if len(observed.Episodes) != d.Episodes {
		return errGone
	}
	r.observed, r.unconfirmed = observed, false
	return nil
}

// confirm makes sure that everything read is of one version. It returns errMoved otherwise.
func (r *reader) confirm(ctx context.Context) error {
	if !r.unconfirmed {
		return nil
	}
	d, err := r.store.GetDerivation(ctx, r.project)
	if err != nil {
		return err
	}
	if !sameLayer(d, r.derivation) {
		return errMoved
	}
	r.unconfirmed = false
	return nil
}

// follow returns a reader of a later version of the layer, which reads only what changed since.
// It returns errGone when the layer lost episodes.
func (r *reader) follow(ctx context.Context, d layer.Derivation) (*reader, error) {
	next := newReader(r.store, r.project, d, r.observed)
	if len(r.observed.Columns) == 0 {
		return next, nil
	}
	if names := keysIn(r.links); len(names) > 0 {
		// Links that overflow together are read again as far as a question needs them.
		if err := next.readLinks(ctx, names); err != nil {
			return nil, err
		}
	}
	names := keysIn(r.observed.Columns)
	if err := next.readVariables(ctx, names); err != nil {
		return nil, err
	}
	if r.texts != nil {
		if err := next.readTexts(ctx); err != nil {
			return nil, err
		}
	}
	if err := next.readRows(ctx, names, r.derivation.Graph); err != nil {
		return nil, err
	}
	return next, nil
}

// sameLayer reports whether both describe one version of one layer.
func sameLayer(a, b layer.Derivation) bool { return a.Origin == b.Origin && a.Graph == b.Graph }
