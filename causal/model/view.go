package model

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/internal/text"
)

var (
	// errMoved says that the layer became another one while it was read.
	errMoved = errors.New("the layer is another one now")
	// errGone says that episodes went since what is kept was read.
	errGone = errors.New("episodes are no longer there")
)

// modelView is what was read of a project's layer at one version of its graph. What a question
// needs is read when it is first asked for. It is used by one question at a time.
type modelView struct {
	store      layer.Reader
	project    string
	derivation layer.Derivation
	told       *dataset
	variables  map[string]factor.Variable
	// factors are the states of variables, by variable, in the order of their keys.
	factors map[string][]factor.Factor
	// links are those that end at variables, by variable.
	links map[string][]link.FactorLink
	// everything says that variables has all there are.
	everything bool
	// among are the variables that parents of the outcome are chosen among, nil as long as nobody
	// asked; selected are those that were chosen, by what they are parents of and what is given.
	among    *outcomeCandidates
	selected map[string][]string
	// columns are those of models, by variable, fits the mechanisms learned of them.
	columns map[string]modelColumn
	fits    *modelFits
	// unsure says that something was read of which is not known yet that it was of this version.
	unsure bool
	// ahead says that some of what was told is of a later version, so that the view is of no use
	// but to follow the layer: what was put since its own version is read again then.
	ahead bool
}

func newModelView(store layer.Reader, project string, d layer.Derivation, told *dataset) *modelView {
	return &modelView{
		store: store, project: project, derivation: d, told: told,
		variables: map[string]factor.Variable{}, factors: map[string][]factor.Factor{}, links: map[string][]link.FactorLink{},
		columns: map[string]modelColumn{}, fits: newModelFits(), selected: map[string][]string{},
	}
}

// lacking are the names that are not in the map, sorted.
func lacking[T any](names []string, in map[string]T) []string {
	return slices.DeleteFunc(text.Sorted(names), func(name string) bool {
		_, there := in[name]
		return there
	})
}

// readLinks reads which links end at variables. more says that there were too many to read.
func (v *modelView) readLinks(ctx context.Context, names []string) (more bool, err error) {
	names = lacking(names, v.links)
	if len(names) == 0 {
		return false, nil
	}
	v.unsure = true
	found, more, err := v.store.LinksInto(ctx, v.project, names, MaxModelLinks)
	if err != nil || more {
		return more, err
	}
	for _, name := range names {
		v.links[name] = nil
	}
	for _, l := range found {
		v.links[l.Target.Variable] = append(v.links[l.Target.Variable], l)
	}
	for _, name := range names {
		slices.SortFunc(v.links[name], func(a, b link.FactorLink) int { return strings.Compare(a.Key, b.Key) })
	}
	return false, nil
}

// readVariables reads variables.
func (v *modelView) readVariables(ctx context.Context, names []string) error {
	if names = lacking(names, v.variables); v.everything || len(names) == 0 {
		return nil
	}
	return v.listVariables(ctx, names)
}

// readEverything reads all variables that there are.
func (v *modelView) readEverything(ctx context.Context) error {
	if v.everything {
		return nil
	}
	if err := v.listVariables(ctx, nil); err != nil {
		return err
	}
	v.everything = true
	return nil
}

func (v *modelView) listVariables(ctx context.Context, names []string) error {
	v.unsure = true
	found, err := v.store.ListVariables(ctx, v.project, names)
	if err != nil {
		return err
	}
	for _, one := range found {
		v.variables[one.Name] = one
	}
	return nil
}

// readFactors reads the states of variables.
func (v *modelView) readFactors(ctx context.Context, names []string) error {
	names = lacking(names, v.factors)
	if len(names) == 0 {
		return nil
	}
	v.unsure = true
	found, err := v.store.StatesOf(ctx, v.project, names)
	if err != nil {
		return err
	}
	for _, name := range names {
		v.factors[name] = nil
	}
	for _, f := range found {
		v.factors[f.Variable] = append(v.factors[f.Variable], f)
	}
	for _, name := range names {
		slices.SortFunc(v.factors[name], func(a, b factor.Factor) int { return cmp.Compare(a.State, b.State) })
	}
	return nil
}

// readColumns reads what all episodes tell of variables.
func (v *modelView) readColumns(ctx context.Context, names []string) error {
	names = lacking(names, v.told.columns)
	if len(names) == 0 {
		return nil
	}
	return v.readRows(ctx, names, layer.FromStart)
}

// readRows reads what episodes tell of variables, those that were put after a version. It
// returns errMoved when that is not of this version of the layer, and errGone unless the table
// then has exactly its episodes: all of its own are in it, so that as many are the same.
func (v *modelView) readRows(ctx context.Context, names []string, after int) error {
	if err := v.readFactors(ctx, names); err != nil {
		return err
	}
	rows := &datasetRows{variables: names}
	var keys []string
	for _, name := range names {
		for _, f := range v.factors[name] {
			rows.factors = append(rows.factors, f.Identity)
			keys = append(keys, f.Key())
		}
	}
	d, err := v.store.ScanStates(ctx, layer.StatesQuery{Project: v.project, After: after, Factors: keys}, func(t layer.EpisodeStates) error {
		t.States = slices.Clone(t.States)
		rows.told = append(rows.told, t)
		return nil
	})
	if err != nil {
		return err
	}
	if !sameLayer(d, v.derivation) {
		if after == layer.FromStart && d.Origin == v.derivation.Origin && d.Graph > v.derivation.Graph && len(rows.told) == d.Episodes {
			// To read it all takes long: where somebody writes all the time, it is not read twice.
			v.told, v.ahead = v.told.with(rows), true
		}
		return errMoved
	}
	if after == layer.FromStart && len(rows.told) != d.Episodes {
		return errMoved
	}
	told := v.told.with(rows)
	if len(told.episodes) != d.Episodes {
		return errGone
	}
	v.told, v.unsure = told, false
	return nil
}

// settle makes sure that all that was read is of one version.
func (v *modelView) settle(ctx context.Context) error {
	if !v.unsure {
		return nil
	}
	d, err := v.store.GetDerivation(ctx, v.project)
	if err != nil {
		return err
	}
	if !sameLayer(d, v.derivation) {
		return errMoved
	}
	v.unsure = false
	return nil
}

// sameLayer reports whether two are of one version of one layer.
func sameLayer(a, b layer.Derivation) bool { return a.Origin == b.Origin && a.Graph == b.Graph }
