package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/episodic/get_episodes.sql
	getEpisodes statement
	//go:embed sql/episodic/list_episodes.sql
	listEpisodes statement
	//go:embed sql/episodic/count_episodes.sql
	countEpisodes statement
	//go:embed sql/episodic/list_revisions.sql
	listRevisions statement
)

// GetEpisodes implements [episodic.Store].
func (s *Store) GetEpisodes(ctx context.Context, project string, ids []string) ([]episodic.Stored, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var found []episodic.Stored
	err := s.view(ctx, func(t *tx) (err error) {
		found, err = t.stored(getEpisodes, project, params{"project": project, "ids": distinct(ids)})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("get %d episodes: %w", len(ids), err)
	}
	return found, nil
}

// ListEpisodes implements [episodic.Store].
func (s *Store) ListEpisodes(ctx context.Context, q episodic.EpisodeQuery) ([]episodic.Stored, error) {
	var found []episodic.Stored
	err := s.view(ctx, func(t *tx) (err error) {
		found, err = t.listEpisodes(q)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list episodes: %w", err)
	}
	return found, nil
}

// listEpisodes follows the rarest attribute that the query asks for, and else the order of all episodes.
func (t *tx) listEpisodes(q episodic.EpisodeQuery) ([]episodic.Stored, error) {
	list, err := t.attributed(q)
	if err != nil {
		return nil, err
	}
	if list == nil {
		p := filterParams(q, q.Page.After)
		p["limit"] = q.Page.Limit
		return t.stored(listEpisodes, q.Project, p)
	}
	listed, err := list.find()
	if err != nil || len(listed) == 0 {
		return nil, err
	}
	ids := make([]string, len(listed))
	for i, e := range listed {
		ids[i] = e.id
	}
	found, err := t.stored(getEpisodes, q.Project, params{"project": q.Project, "ids": ids})
	slices.SortFunc(found, func(a, b episodic.Stored) int { return strings.Compare(b.SortKey, a.SortKey) })
	return found, err
}

// CountEpisodes implements [episodic.Store].
func (s *Store) CountEpisodes(ctx context.Context, q episodic.EpisodeQuery) (int, error) {
	n := 0
	err := s.view(ctx, func(t *tx) (err error) {
		n, err = t.countEpisodes(q)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("count episodes: %w", err)
	}
	return n, nil
}

// countEpisodes looks at those with the rarest attribute that the query asks for, if these are few, and else at all.
func (t *tx) countEpisodes(q episodic.EpisodeQuery) (n int, err error) {
	q.Page = episodic.Page{Limit: countedAttributes + 1}
	list, err := t.attributed(q)
	if err != nil {
		return 0, err
	}
	if list != nil && list.countable() {
		listed, err := list.find()
		return len(listed), err
	}
	err = t.query(countEpisodes, filterParams(q, ""), func(r *row) { n = r.integer("count") })
	return n, err
}

// ListRevisions implements [episodic.Store].
func (s *Store) ListRevisions(ctx context.Context, project string, ids []string, part episodic.Slice) (map[string][]episodic.Revision, error) {
	out := map[string][]episodic.Revision{}
	p := params{"project": project, "ids": distinct(ids), "offset": part.Offset, "limit": part.Limit}
	err := s.read(ctx, listRevisions, p, func(r *row) {
		id := r.text("id")
		out[id] = append(out[id], episodic.Revision{
			Number: r.integer("number"), Hash: r.hash(), RecordedAt: r.time("recorded_at"), Episode: r.revised(ctx, &s.packer, "number"),
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list revisions of %d episodes: %w", len(ids), err)
	}
	return out, nil
}

// stored runs a statement that returns episodes.
func (t *tx) stored(st statement, project string, p params) ([]episodic.Stored, error) {
	var out []episodic.Stored
	err := t.query(st, p, func(r *row) {
		out = append(out, episodic.Stored{
			Project: project, Episode: r.revised(t.ctx, &t.store.packer, "revision"), Revision: r.integer("revision"), Hash: r.hash(),
			RecordedAt: r.time("recorded_at"), FirstRecordedAt: r.time("first_recorded_at"),
			IndexedRevision: r.integer("indexed_revision"), DeletedAt: r.maybeTime("deleted_at"), SortKey: r.text("sort_key"),
		})
	})
	return out, err
}

// count runs a statement that returns one count.
func (s *Store) count(ctx context.Context, st statement, p params) (int, error) {
	n := 0
	err := s.read(ctx, st, p, func(r *row) { n = r.integer("count") })
	return n, err
}

// filterParams are the parameters of statements over episodes; what does not narrow is null.
func filterParams(q episodic.EpisodeQuery, after string) params {
	f := q.Filter
	from, before := f.SortKeys(after)
	return params{
		"project": q.Project, "present": !q.Deleted, "from": from, "before": before,
		"outcomes": listOrNull(f.Outcomes), "domain": orNull(f.Domain), "task_type": orNull(f.TaskType),
		"complexity": orNull(f.Complexity), "session": orNull(f.Session),
		"tags": listOrNull(f.Tags), "tools": listOrNull(f.Tools), "strategies": listOrNull(f.Strategies),
		"task": orNull(episodic.FoldCase(f.Task)), "decision_types": listOrNull(f.DecisionTypes),
		"references": listOrNull(sortKeys(f.References)), "actors": listOrNull(f.Actors), "failed": f.Failed,
	}
}

// distinct returns each of the texts once, in their first order.
func distinct(list []string) []string {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool {
		twice := seen[s]
		seen[s] = true
		return twice
	})
}

// orNull makes an absent text null.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// valueOrNull makes a number or a condition that is not given null.
func valueOrNull[T any](v *T) any {
	if v == nil {
		return nil
	}
	return *v
}

func listOrNull[W ~string](list []W) any {
	if len(list) == 0 {
		return nil
	}
	return list
}

// foldedOrNull is a text in lower case when SQLite's own lower(), which knows ASCII only,
// would not give it.
func foldedOrNull(s string) any {
	folded := episodic.FoldCase(s)
	if folded == lowerASCII(s) {
		return nil
	}
	return folded
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
