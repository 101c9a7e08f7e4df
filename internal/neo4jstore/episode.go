package neo4jstore

import (
	"context"
	"fmt"
	"math"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// GetEpisodes implements [episodic.Store].
func (s *Store) GetEpisodes(ctx context.Context, project string, ids []string) ([]episodic.Stored, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := s.stored(ctx, cypher.GetEpisodes, project, params{"project": project, "ids": distinct(ids)})
	if err != nil {
		return nil, fmt.Errorf("get %d episodes: %w", len(ids), err)
	}
	return found, nil
}

// ListEpisodes implements [episodic.Store].
func (s *Store) ListEpisodes(ctx context.Context, q episodic.EpisodeQuery) (found []episodic.Stored, err error) {
	p := filterParams(q.Project, q.Filter, q.Page.After)
	p["limit"] = q.Page.Limit
	statement, err := s.among(ctx, q, p, cypher.ListAttributedEpisodes, cypher.ListEpisodes, cypher.ListDeletedEpisodes)
	if err == nil {
		found, err = s.stored(ctx, statement, q.Project, p)
	}
	if err != nil {
		return nil, fmt.Errorf("list episodes: %w", err)
	}
	return found, nil
}

// CountEpisodes implements [episodic.Store].
func (s *Store) CountEpisodes(ctx context.Context, q episodic.EpisodeQuery) (int, error) {
	n, err := s.countEpisodes(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count episodes: %w", err)
	}
	return n, nil
}

func (s *Store) countEpisodes(ctx context.Context, q episodic.EpisodeQuery) (int, error) {
	if attributes, enough := attributesOf(q); enough && !q.Deleted {
		return s.countAttributed(ctx, attributes, math.MaxInt32)
	}
	p := filterParams(q.Project, q.Filter, "")
	statement, err := s.among(ctx, q, p, cypher.CountAttributedEpisodes, cypher.CountEpisodes, cypher.CountDeletedEpisodes)
	if err != nil {
		return 0, err
	}
	return s.count(ctx, statement, p)
}

// ListRevisions implements [episodic.Store].
func (s *Store) ListRevisions(ctx context.Context, project string, ids []string, part episodic.Slice) (map[string][]episodic.Revision, error) {
	p := params{"project": project, "ids": distinct(ids), "offset": part.Offset, "limit": part.Limit}
	found, err := read(ctx, s, cypher.ListRevisions, p, func(r *row) keyed[episodic.Revision] {
		return keyed[episodic.Revision]{r.text("id"), episodic.Revision{
			Number: r.integer("number"), Hash: r.text("hash"), RecordedAt: r.time("recordedAt"), Episode: r.revised("number"),
		}}
	})
	if err != nil {
		return nil, fmt.Errorf("list revisions of %d episodes: %w", len(ids), err)
	}
	out := map[string][]episodic.Revision{}
	for _, v := range found {
		out[v.key] = append(out[v.key], v.value)
	}
	return out, nil
}

// stored runs a statement that returns episodes.
func (s *Store) stored(ctx context.Context, statement cypher.Statement, project string, p params) ([]episodic.Stored, error) {
	return read(ctx, s, statement, p, func(r *row) episodic.Stored {
		return episodic.Stored{
			Project: project, Episode: r.revised("revision"), Revision: r.integer("revision"), Hash: r.text("hash"),
			RecordedAt: r.time("recordedAt"), FirstRecordedAt: r.time("firstRecordedAt"),
			IndexedRevision: r.integer("indexedRevision"), DeletedAt: r.maybeTime("deletedAt"), SortKey: r.text("sortKey"),
		}
	})
}

// count runs a statement that returns one count.
func (s *Store) count(ctx context.Context, statement cypher.Statement, p params) (int, error) {
	n, _, err := readOne(ctx, s, statement, p, func(r *row) int { return r.integer("count") })
	return n, err
}

// filterParams are the parameters that every statement over episodes takes; what does not
// narrow is null.
func filterParams(project string, f episodic.EpisodeFilter, after string) params {
	from, before := f.SortKeys(after)
	return params{
		"project": project, "from": from, "before": before,
		"outcomes": words(f.Outcomes), "domain": orNull(f.Domain), "taskType": orNull(f.TaskType),
		"complexity": orNull(f.Complexity), "session": orNull(f.Session), "tags": listOrNull(f.Tags),
		"tools": listOrNull(f.Tools), "strategies": listOrNull(f.Strategies), "task": orNull(episodic.FoldCase(f.Task)),
		"decisionTypes": words(f.DecisionTypes), "references": listOrNull(referenceTexts(f.References)), "actors": listOrNull(f.Actors), "failed": flagOrNull(f.Failed),
	}
}

func referenceTexts(refs []episodic.Reference) []string {
	out := make([]string, len(refs))
	for i, r := range refs {
		out[i] = r.Text()
	}
	return out
}

// flagOrNull makes a condition that is not asked for an absent one.
func flagOrNull(flag bool) any {
	if !flag {
		return nil
	}
	return true
}

// words turns typed words into a parameter, null when there are none.
func words[W ~string](list []W) any {
	if len(list) == 0 {
		return nil
	}
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}

// distinct returns the words without repetition, in the order of their first appearance.
func distinct(list []string) []string {
	seen := make(map[string]bool, len(list))
	out := make([]string, 0, len(list))
	for _, word := range list {
		if !seen[word] {
			seen[word] = true
			out = append(out, word)
		}
	}
	return out
}
