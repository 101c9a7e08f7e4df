package storetest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// model is a store that keeps everything in maps and searches all of it for each answer.
type model struct {
	projects map[string]*held
	ledger   modelLedger
	// lastSequence is that of the last execution event.
	lastSequence int64
	layerReads
}

func newModel() *model {
	m := &model{projects: map[string]*held{}}
	m.layerReads = layerReads{m.viewed}
	return m
}

// held is what the model stores of one project.
type held struct {
	createdAt time.Time
	episodes  map[string]*kept
	// state is the state of the index; models are by fingerprint.
	state  episodic.IndexState
	models map[string]episodic.ModelData
	derived
	patterned
	executed
}

// kept is what the model stores of one episode id.
type kept struct {
	episodic.Prepared
	// contents are all revisions, oldest first.
	contents  []episodic.Content
	deletedAt time.Time
	access    episodic.Access
	// indexed is the revision in the index. behind says that the index should hold another one, due at
	// due, after attempts failures.
	indexed  int
	behind   bool
	due      time.Time
	attempts int
}

func (k *kept) present() bool { return k.deletedAt.IsZero() }

func (k *kept) last() episodic.Content { return k.contents[len(k.contents)-1] }

// fallBehind notes that the index must be updated.
func (k *kept) fallBehind(now time.Time) { k.behind, k.due, k.attempts = true, now, 0 }

func (k *kept) stored(project string) episodic.Stored {
	return episodic.Stored{
		Project: project, Episode: k.Episode, Revision: len(k.contents), Hash: k.Hash,
		RecordedAt: k.last().RecordedAt, FirstRecordedAt: k.contents[0].RecordedAt,
		IndexedRevision: k.indexed, DeletedAt: k.deletedAt, SortKey: k.Episode.ID,
	}
}

// project returns what is stored of a project, empty if it is unknown.
func (m *model) project(name string) *held {
	if p := m.projects[name]; p != nil {
		return p
	}
	return &held{episodes: map[string]*kept{}, derived: newDerived()}
}

// create returns a project and creates it if it is unknown.
func (m *model) create(name string, now time.Time) *held {
	if m.projects[name] == nil {
		m.projects[name] = &held{
			createdAt: now, episodes: map[string]*kept{}, models: map[string]episodic.ModelData{},
			state: episodic.IndexState{Active: episodic.Generation{Number: 1, Recipe: episodic.IndexRecipe}}, derived: newDerived(),
		}
	}
	return m.projects[name]
}

// present returns the present episodes by id.
func (p *held) present() []*kept {
	var out []*kept
	for _, id := range slices.Sorted(maps.Keys(p.episodes)) {
		if k := p.episodes[id]; k.present() {
			out = append(out, k)
		}
	}
	return out
}

// RecordEpisodes implements [episodic.Store].
func (m *model) RecordEpisodes(_ context.Context, project string, episodes []episodic.Prepared, strict bool, now time.Time) ([]episodic.Receipt, error) {
	if len(episodes) == 0 {
		return nil, nil
	}
	pending, problems := m.pending(project, episodes)
	if strict && len(problems) > 0 {
		return nil, &problem.InvalidError{Problems: problems}
	}
	p := m.create(project, now)
	receipts := make([]episodic.Receipt, len(episodes))
	var changed []string
	for i, e := range episodes {
		change := p.record(e, now)
		if change != episodic.ChangeUnchanged {
			changed = append(changed, e.Episode.ID)
		}
		receipts[i] = episodic.Receipt{
			Project: project, Episode: e.Episode.ID, Revision: len(p.episodes[e.Episode.ID].contents), Hash: e.Hash,
			Change: change, State: episodic.StateApplied, PendingLinks: pending[i],
		}
		if change == episodic.ChangeRevised {
			receipts[i].Replaced = receipts[i].Revision - 1
		}
	}
	p.derive(changed)
	return receipts, nil
}

// pending returns, for each episode of a call, the link ends in other episodes that neither the project
// nor the call has, and the problems that strict reports for them.
func (m *model) pending(project string, episodes []episodic.Prepared) (pending [][]string, problems []problem.Problem) {
	there := map[string]bool{}
	inCall := map[string]bool{}
	for _, e := range episodes {
		inCall[e.Episode.ID] = true
		for _, o := range e.Occurrences {
			there[o.Key] = true
		}
	}
	for _, o := range m.project(project).occurrences() {
		if !inCall[o.Episode] {
			there[o.Key] = true
		}
	}
	pending = make([][]string, len(episodes))
	for i, e := range episodes {
		prefix := ""
		if len(episodes) > 1 {
			prefix = "episodes[" + string(rune('0'+i)) + "]."
		}
		for _, key := range slices.Sorted(maps.Keys(e.Foreign)) {
			if !there[key] {
				pending[i] = append(pending[i], key)
				problems = append(problems, problem.Problem{Path: prefix + e.Foreign[key], Code: problem.CodeDanglingReference})
			}
		}
	}
	return pending, problems
}

// record makes a content the current one and returns the change.
func (p *held) record(e episodic.Prepared, now time.Time) episodic.Change {
	k := p.episodes[e.Episode.ID]
	change := episodic.ChangeRevised
	switch {
	case k == nil:
		k, change = &kept{}, episodic.ChangeCreated
		p.episodes[e.Episode.ID] = k
	case k.Hash == e.Hash && k.present():
		return episodic.ChangeUnchanged
	case k.Hash == e.Hash:
		change = episodic.ChangeRestored
	}
	if change != episodic.ChangeRestored {
		k.contents = append(k.contents, episodic.Content{
			RevisionKey: episodic.RevisionKey{Episode: e.Episode.ID, Number: len(k.contents) + 1},
			Hash:        e.Hash, RecordedAt: now, JSON: e.Content,
		})
	}
	if !k.present() {
		k.indexed = 0 // it may be gone from the index already
	}
	k.Prepared, k.deletedAt = e, time.Time{}
	k.fallBehind(now)
	return change
}

// DeleteEpisode implements [episodic.Store].
func (m *model) DeleteEpisode(_ context.Context, project, id string, now time.Time) error {
	k := m.project(project).episodes[id]
	if k == nil || !k.present() {
		return episodic.ErrNotFound
	}
	k.deletedAt = now
	k.fallBehind(now)
	m.project(project).derive([]string{id})
	return nil
}

// RestoreEpisode implements [episodic.Store].
func (m *model) RestoreEpisode(ctx context.Context, project, id string, now time.Time) (episodic.Receipt, error) {
	k := m.project(project).episodes[id]
	if k == nil || k.present() {
		return episodic.Receipt{}, episodic.ErrNotFound
	}
	receipts, err := m.RecordEpisodes(ctx, project, []episodic.Prepared{k.Prepared}, false, now)
	if err != nil {
		return episodic.Receipt{}, err
	}
	return receipts[0], nil
}

// GetHeads implements [episodic.Store].
func (m *model) GetHeads(_ context.Context, project string, ids []string) (map[string]episodic.Head, error) {
	heads := map[string]episodic.Head{}
	for _, id := range ids {
		if k := m.project(project).episodes[id]; k != nil {
			heads[id] = episodic.Head{
				Present: k.present(), Revision: len(k.contents), Hash: k.Hash,
				RecordedAt: k.last().RecordedAt, FirstRecordedAt: k.contents[0].RecordedAt,
			}
		}
	}
	return heads, nil
}

// PurgeEpisode implements [episodic.Store].
func (m *model) PurgeEpisode(_ context.Context, project, id string) error {
	p := m.project(project)
	if p.episodes[id] == nil {
		return episodic.ErrNotFound
	}
	was := p.episodes[id].present()
	delete(p.episodes, id)
	if was {
		p.derive([]string{id})
	}
	return nil
}

// PurgeProject implements [episodic.Store].
func (m *model) PurgeProject(_ context.Context, project string) error {
	m.ledger.purge(project)
	if m.projects[project] == nil {
		return episodic.ErrProjectNotFound
	}
	delete(m.projects, project)
	return nil
}

// RecordAccess implements [episodic.Store].
func (m *model) RecordAccess(_ context.Context, project string, reads map[string]int64, now time.Time) error {
	for id, n := range reads {
		if k := m.project(project).episodes[id]; k != nil && k.present() {
			k.access = episodic.Access{Count: k.access.Count + n, LastAt: now}
		}
	}
	return nil
}

// GetAccess implements [episodic.Store].
func (m *model) GetAccess(_ context.Context, project string, ids []string) (map[string]episodic.Access, error) {
	out := map[string]episodic.Access{}
	for _, id := range ids {
		if k := m.project(project).episodes[id]; k != nil && k.access.Count > 0 {
			out[id] = k.access
		}
	}
	return out, nil
}

// GetTraits implements [episodic.Store].
func (m *model) GetTraits(_ context.Context, project string, ids []string) (map[string]episodic.Traits, error) {
	out := map[string]episodic.Traits{}
	for _, id := range ids {
		if k := m.project(project).episodes[id]; k != nil && k.present() {
			out[id] = episodic.Traits{
				StartedAt: k.Episode.StartedAt.Time, Outcome: k.Episode.Outcome, Domain: k.Episode.Domain, Reads: k.access.Count,
			}
		}
	}
	return out, nil
}

// ListProjects implements [episodic.Store].
func (m *model) ListProjects(context.Context) ([]episodic.ProjectInfo, error) {
	var out []episodic.ProjectInfo
	for name, p := range m.projects {
		out = append(out, episodic.ProjectInfo{Name: name, CreatedAt: p.createdAt})
	}
	slices.SortFunc(out, func(a, b episodic.ProjectInfo) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// GetProject implements [episodic.Store].
func (m *model) GetProject(_ context.Context, project string) (episodic.ProjectInfo, error) {
	if m.projects[project] == nil {
		return episodic.ProjectInfo{}, episodic.ErrProjectNotFound
	}
	return episodic.ProjectInfo{Name: project, CreatedAt: m.projects[project].createdAt}, nil
}

// CountPresent implements [episodic.Store].
func (m *model) CountPresent(_ context.Context, projects []string) (map[string]int, error) {
	out := map[string]int{}
	for _, name := range projects {
		if n := len(m.project(name).present()); n > 0 {
			out[name] = n
		}
	}
	return out, nil
}

// Totals implements [episodic.Store].
func (m *model) Totals(_ context.Context, projects []string) (map[string]episodic.Totals, error) {
	out := map[string]episodic.Totals{}
	for _, name := range projects {
		var n episodic.Totals
		p := m.project(name)
		for _, k := range p.present() {
			n.Episodes++
			n.Decisions += len(k.Episode.Decisions)
			n.Events += len(k.Episode.Events)
		}
		n.Links, n.References = len(p.drawn(name)), len(p.references())
		out[name] = n
	}
	return out, nil
}
