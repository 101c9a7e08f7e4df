package storetest

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// Reference is the simplest store that [derive.Derive] works on: its rows are maps, and every number in
// them was written by the derivation. It reveals errors in the derivation itself, and tests of what lies
// above the stores ask it instead of a database. It is not safe for concurrent use.
type Reference struct {
	*model
	layerReads
	layers map[string]*rows
	// made counts the projects ever created.
	made int
	// spoil adds a fault to each transaction.
	spoil func(derive.Tx) derive.Tx
}

// NewReference returns an empty store.
func NewReference() *Reference { return newSpoiled(func(tx derive.Tx) derive.Tx { return tx }) }

// newSpoiled returns a store with a fault in each transaction.
func newSpoiled(spoil func(derive.Tx) derive.Tx) *Reference {
	r := &Reference{model: newModel(), layers: map[string]*rows{}, spoil: spoil}
	r.layerReads = layerReads{func(project string) view {
		if err := derive.CountUncounted(r.tx(project)); err != nil {
			panic(err)
		}
		rows := r.rows(project)
		statements := map[string]link.Statement{}
		for id, s := range rows.statements {
			statements[id] = s.Statement
		}
		return newView(rows.factorLayer, rows.contributions, statements, r.project(project), project)
	}}
	return r
}

// rows are the rows of one project.
type rows struct {
	factorLayer
	rules         contribution.Rules
	state         layer.Derivation
	contributions contributions
	// graphs are the changes of the graph that put the contributions, by the id of the episode.
	graphs     map[string]int
	marked     map[string]bool
	statements map[string]contribution.PlacedStatement
	uncounted  []derive.Uncounted
}

func newFactorLayer() factorLayer {
	return factorLayer{map[string]factor.Factor{}, map[string]factor.Variable{}, map[string]link.FactorLink{}}
}

func (r *Reference) rows(project string) *rows {
	if r.layers[project] == nil {
		r.made++
		r.layers[project] = &rows{
			state:       layer.Derivation{Origin: strconv.Itoa(r.made)},
			factorLayer: newFactorLayer(), contributions: contributions{}, graphs: map[string]int{}, marked: map[string]bool{}, statements: map[string]contribution.PlacedStatement{},
		}
	}
	return r.layers[project]
}

// tx is a transaction; nothing runs concurrently.
type tx struct {
	*rows
	project string
	held    *held
}

func (r *Reference) tx(project string) derive.Tx {
	return r.spoil(&tx{r.rows(project), project, r.project(project)})
}

// write performs a write of episodes and derives what it changed.
func (r *Reference) write(project string, write func() error) error {
	before := r.revisions(project)
	if err := write(); err != nil {
		return err
	}
	now := r.revisions(project)
	var ids []string
	for id := range now {
		if now[id] != before[id] {
			ids = append(ids, id)
		}
	}
	for id := range before {
		if now[id] == 0 {
			ids = append(ids, id)
		}
	}
	return derive.Derive(r.tx(project), ids)
}

// revisions returns the revision numbers of the present episodes.
func (r *Reference) revisions(project string) map[string]int {
	out := map[string]int{}
	for _, k := range r.project(project).present() {
		out[k.Episode.ID] = len(k.contents)
	}
	return out
}

// RecordEpisodes implements [episodic.Store].
func (r *Reference) RecordEpisodes(ctx context.Context, project string, episodes []episodic.Prepared, strict bool, now time.Time) (receipts []episodic.Receipt, err error) {
	err = r.write(project, func() error {
		receipts, err = r.model.RecordEpisodes(ctx, project, episodes, strict, now)
		return err
	})
	return receipts, err
}

// DeleteEpisode implements [episodic.Store].
func (r *Reference) DeleteEpisode(ctx context.Context, project, id string, now time.Time) error {
	return r.write(project, func() error { return r.model.DeleteEpisode(ctx, project, id, now) })
}

// RestoreEpisode implements [episodic.Store].
func (r *Reference) RestoreEpisode(ctx context.Context, project, id string, now time.Time) (receipt episodic.Receipt, err error) {
	err = r.write(project, func() error {
		receipt, err = r.model.RestoreEpisode(ctx, project, id, now)
		return err
	})
	return receipt, err
}

// PurgeEpisode implements [episodic.Store].
func (r *Reference) PurgeEpisode(ctx context.Context, project, id string) error {
	return r.write(project, func() error { return r.model.PurgeEpisode(ctx, project, id) })
}

// RecordHistories implements [episodic.Store].
func (r *Reference) RecordHistories(ctx context.Context, project string, createdAt time.Time, histories []episodic.History) (changed int, err error) {
	err = r.write(project, func() error {
		changed, err = r.model.RecordHistories(ctx, project, createdAt, histories)
		return err
	})
	return changed, err
}

// PurgeProject implements [episodic.Store].
func (r *Reference) PurgeProject(ctx context.Context, project string) error {
	delete(r.layers, project)
	return r.model.PurgeProject(ctx, project)
}

// ChangeFactors implements [derive.Store].
func (r *Reference) ChangeFactors(_ context.Context, project string, create bool, now time.Time, work func(derive.Tx) error) error {
	if create {
		r.create(project, now)
	}
	if r.projects[project] == nil {
		return episodic.ErrProjectNotFound
	}
	return work(r.tx(project))
}

// GetRules implements [derive.Store].
func (r *Reference) GetRules(_ context.Context, project string) (contribution.Rules, error) {
	if r.projects[project] == nil {
		return contribution.Rules{}, episodic.ErrProjectNotFound
	}
	return r.rows(project).rules, nil
}

// GetDerivation implements [derive.Store].
func (r *Reference) GetDerivation(_ context.Context, project string) (layer.Derivation, error) {
	if r.projects[project] == nil {
		return layer.Derivation{}, episodic.ErrProjectNotFound
	}
	d := r.rows(project).state
	d.Underived = len(r.rows(project).marked)
	return d, nil
}

// ScanStates implements [derive.Store].
func (r *Reference) ScanStates(ctx context.Context, q layer.StatesQuery, each func(layer.EpisodeStates) error) (layer.Derivation, error) {
	d, err := r.GetDerivation(ctx, q.Project)
	if err != nil {
		return d, err
	}
	rows := r.rows(q.Project)
	return d, scanStates(rows.contributions, q, func(id string) bool { return rows.graphs[id] > q.After }, each)
}

// ListStale implements [derive.Store].
func (r *Reference) ListStale(_ context.Context, limit int) ([]string, error) {
	var out []string
	for project, rows := range r.layers {
		if len(rows.marked)+len(rows.unplaced()) > 0 {
			out = append(out, project)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), limit)], nil
}

// ListUncounted returns none: each read counts.
func (r *Reference) ListUncounted(context.Context, int) ([]string, error) { return nil, nil }

// CountUncounted implements [derive.Store].
func (r *Reference) CountUncounted(_ context.Context, project string) error {
	return derive.CountUncounted(r.tx(project))
}

// RefreshSome implements [derive.Store].
func (r *Reference) RefreshSome(_ context.Context, project string, limit int) (int, error) {
	ids := slices.Sorted(maps.Keys(r.rows(project).marked))
	return derive.RefreshMarked(r.tx(project), ids[:min(len(ids), limit)], limit)
}

// InvalidateLayer implements [derive.Store].
func (r *Reference) InvalidateLayer(_ context.Context, project string) error {
	if r.projects[project] == nil {
		return episodic.ErrProjectNotFound
	}
	rows := r.rows(project)
	variables := rows.variables
	rows.factorLayer, rows.contributions = newFactorLayer(), contributions{}
	for name, v := range variables {
		if v.Recorded = 0; v.Closed {
			rows.variables[name] = v
		}
	}
	for id := range r.project(project).contents() {
		rows.marked[id] = true
	}
	for id, s := range rows.statements {
		rows.statements[id] = contribution.PlacedStatement{Statement: s.Statement}
	}
	rows.state.Episodes, rows.state.SelfLinks = 0, 0
	return nil
}

func (r *rows) unplaced() []contribution.PlacedStatement {
	return r.statementsThat(func(s contribution.PlacedStatement) bool { return s.SourceNow == factor.Identity{} })
}

func (r *rows) statementsThat(are func(contribution.PlacedStatement) bool) []contribution.PlacedStatement {
	var out []contribution.PlacedStatement
	for _, id := range slices.Sorted(maps.Keys(r.statements)) {
		if are(r.statements[id]) {
			out = append(out, r.statements[id])
		}
	}
	return out
}
