package neo4jstore

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// ListReferences implements [episodic.Store].
func (s *Store) ListReferences(ctx context.Context, q episodic.ReferenceQuery) ([]episodic.ReferenceCount, error) {
	from, before := q.SortKeys()
	out, err := read(ctx, s, cypher.ListReferences, params{
		"project": q.Project, "after": q.Page.After, "from": from, "before": before,
		"prefix": q.Prefix, "limit": q.Page.Limit,
	}, (*row).referenceCount)
	if err != nil {
		return nil, fmt.Errorf("list references: %w", err)
	}
	return out, nil
}

// GetReferences implements [episodic.Store].
func (s *Store) GetReferences(ctx context.Context, project string, refs []episodic.Reference) ([]episodic.ReferenceCount, error) {
	out, err := read(ctx, s, cypher.GetReferences, params{"project": project, "references": referenceRows(refs)}, (*row).referenceCount)
	if err != nil {
		return nil, fmt.Errorf("get %d references: %w", len(refs), err)
	}
	return out, nil
}

// MentionsOf implements [episodic.Store].
func (s *Store) MentionsOf(ctx context.Context, project string, refs []episodic.Reference, limit int) (map[episodic.Reference][]episodic.Mention, error) {
	found, err := read(ctx, s, cypher.ListMentionsOf, params{
		"project": project, "references": referenceRows(refs), "limit": limit,
	}, (*row).mention)
	if err != nil {
		return nil, fmt.Errorf("list mentions of %d references: %w", len(refs), err)
	}
	out := map[episodic.Reference][]episodic.Mention{}
	for _, m := range found {
		out[m.Reference] = append(out[m.Reference], m)
	}
	return out, nil
}

// referenceRows are distinct references as a parameter.
func referenceRows(refs []episodic.Reference) []map[string]any {
	seen := make(map[episodic.Reference]bool, len(refs))
	rows := make([]map[string]any, 0, len(refs))
	for _, ref := range refs {
		if !seen[ref] {
			seen[ref] = true
			rows = append(rows, map[string]any{"kind": string(ref.Kind), "key": ref.Key})
		}
	}
	return rows
}

func (r *row) referenceCount() episodic.ReferenceCount {
	return episodic.ReferenceCount{
		Reference: episodic.Reference{Kind: episodic.ReferenceKind(r.text("kind")), Key: r.text("key")},
		Episodes:  r.integer("episodes"),
	}
}

// ListMentions implements [episodic.Store].
func (s *Store) ListMentions(ctx context.Context, q episodic.MentionQuery) ([]episodic.Mention, error) {
	out, err := read(ctx, s, cypher.ListMentions, params{
		"project": q.Project, "kind": string(q.Reference.Kind), "key": q.Reference.Key,
		"sha": q.SHA, "after": q.Page.After, "limit": q.Page.Limit,
	}, (*row).mention)
	if err != nil {
		return nil, fmt.Errorf("list mentions of %s %s: %w", q.Reference.Kind, q.Reference.Key, err)
	}
	return out, nil
}

// MentionsBy implements [episodic.Store].
func (s *Store) MentionsBy(ctx context.Context, project string, by []string) (map[string][]episodic.Mention, error) {
	ids, keys := episodic.SplitNames(distinct(by))
	found, err := read(ctx, s, cypher.ListMentionsBy, params{"project": project, "ids": ids, "keys": keys}, (*row).mention)
	if err != nil {
		return nil, fmt.Errorf("list mentions by %d occurrences and episodes: %w", len(by), err)
	}
	out := map[string][]episodic.Mention{}
	for _, m := range found {
		out[m.By] = append(out[m.By], m)
	}
	return out, nil
}

func (r *row) mention() episodic.Mention {
	return episodic.Mention{
		Reference: episodic.Reference{Kind: episodic.ReferenceKind(r.text("kind")), Key: r.text("key")},
		By:        r.text("by"), As: r.text("as"),
	}
}
