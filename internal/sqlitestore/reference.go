package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/episodic/list_references.sql
	listReferences statement
	//go:embed sql/episodic/get_references.sql
	getReferences statement
	//go:embed sql/episodic/list_mentions.sql
	listMentions statement
	//go:embed sql/episodic/list_mentions_of.sql
	listMentionsOf statement
	//go:embed sql/episodic/list_mentions_by.sql
	listMentionsBy statement
)

// ListReferences implements [episodic.Store].
func (s *Store) ListReferences(ctx context.Context, q episodic.ReferenceQuery) ([]episodic.ReferenceCount, error) {
	from, before := q.SortKeys()
	var out []episodic.ReferenceCount
	err := s.read(ctx, listReferences, params{
		"project": q.Project, "after": q.Page.After, "from": from, "before": before,
		"prefix": q.Prefix, "limit": q.Page.Limit,
	}, func(r *row) { out = append(out, r.referenceCount()) })
	if err != nil {
		return nil, fmt.Errorf("list references: %w", err)
	}
	return out, nil
}

// GetReferences implements [episodic.Store].
func (s *Store) GetReferences(ctx context.Context, project string, refs []episodic.Reference) ([]episodic.ReferenceCount, error) {
	var out []episodic.ReferenceCount
	err := s.read(ctx, getReferences, params{"project": project, "references": sortKeys(refs)},
		func(r *row) { out = append(out, r.referenceCount()) })
	if err != nil {
		return nil, fmt.Errorf("get %d references: %w", len(refs), err)
	}
	return out, nil
}

// MentionsOf implements [episodic.Store].
func (s *Store) MentionsOf(
	ctx context.Context, project string, refs []episodic.Reference, limit int,
) (map[episodic.Reference][]episodic.Mention, error) {
	out := map[episodic.Reference][]episodic.Mention{}
	p := params{"project": project, "references": sortKeys(refs), "limit": limit}
	err := s.read(ctx, listMentionsOf, p, func(r *row) {
		m := r.mention()
		out[m.Reference] = append(out[m.Reference], m)
	})
	if err != nil {
		return nil, fmt.Errorf("list mentions of %d references: %w", len(refs), err)
	}
	return out, nil
}

// sortKeys are distinct references as a parameter.
func sortKeys(refs []episodic.Reference) []string {
	keys := make([]string, len(refs))
	for i, ref := range refs {
		keys[i] = ref.SortKey()
	}
	return distinct(keys)
}

func (r *row) reference() episodic.Reference {
	return episodic.Reference{Kind: episodic.ReferenceKind(r.text("kind")), Key: r.text("key")}
}

func (r *row) referenceCount() episodic.ReferenceCount {
	return episodic.ReferenceCount{Reference: r.reference(), Episodes: r.integer("episodes")}
}

// ListMentions implements [episodic.Store].
func (s *Store) ListMentions(ctx context.Context, q episodic.MentionQuery) ([]episodic.Mention, error) {
	var out []episodic.Mention
	err := s.read(ctx, listMentions, params{
		"project": q.Project, "reference": q.Reference.SortKey(),
		"sha": q.SHA, "after": q.Page.After, "limit": q.Page.Limit,
	}, func(r *row) { out = append(out, r.mention()) })
	if err != nil {
		return nil, fmt.Errorf("list mentions of %s %s: %w", q.Reference.Kind, q.Reference.Key, err)
	}
	return out, nil
}

// MentionsBy implements [episodic.Store].
func (s *Store) MentionsBy(ctx context.Context, project string, by []string) (map[string][]episodic.Mention, error) {
	ids, keys := episodic.SplitNames(distinct(by))
	out := map[string][]episodic.Mention{}
	err := s.read(ctx, listMentionsBy, params{"project": project, "ids": ids, "keys": keys}, func(r *row) {
		m := r.mention()
		out[m.By] = append(out[m.By], m)
	})
	if err != nil {
		return nil, fmt.Errorf("list mentions by %d occurrences and episodes: %w", len(by), err)
	}
	return out, nil
}

func (r *row) mention() episodic.Mention {
	return episodic.Mention{Reference: r.reference(), By: r.text("by"), As: r.text("spelled")}
}
