package neo4jstore

import (
	"context"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// ListReferences implements [episodic.Store].
func (s *Store) ListReferences(ctx context.Context, q episodic.ReferenceQuery) ([]episodic.ReferenceCount, error) {
	from, before := referenceRange(q.Kind, q.Prefix)
	var out []episodic.ReferenceCount
	err := s.read(ctx, func(t *tx) error {
		out = nil
		return t.query(cypher.ListReferences, params{
			"project": q.Project, "after": q.Page.After, "from": from, "before": before,
			"prefix": q.Prefix, "limit": q.Page.Limit,
		}, func(r *row) {
			out = append(out, episodic.ReferenceCount{
				Reference: episodic.Reference{Kind: episodic.ReferenceKind(r.text("kind")), Key: r.text("key")},
				Episodes:  r.integer("episodes"),
			})
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list references: %w", err)
	}
	return out, nil
}

// ListMentions implements [episodic.Store].
func (s *Store) ListMentions(ctx context.Context, q episodic.MentionQuery) ([]episodic.Mention, error) {
	var out []episodic.Mention
	err := s.read(ctx, func(t *tx) error {
		out = nil
		return t.query(cypher.ListMentions, params{
			"project": q.Project, "kind": string(q.Reference.Kind), "key": q.Reference.Key,
			"sha": q.SHA, "after": q.Page.After, "limit": q.Page.Limit,
		}, func(r *row) { out = append(out, r.mention()) })
	})
	if err != nil {
		return nil, fmt.Errorf("list mentions of %s %s: %w", q.Reference.Kind, q.Reference.Key, err)
	}
	return out, nil
}

// MentionsBy implements [episodic.Store].
func (s *Store) MentionsBy(ctx context.Context, project string, by []string) (map[string][]episodic.Mention, error) {
	ids, keys := []string{}, []string{}
	for _, name := range distinct(by) {
		if strings.Contains(name, "/") {
			keys = append(keys, name)
		} else {
			ids = append(ids, name)
		}
	}
	var out map[string][]episodic.Mention
	err := s.read(ctx, func(t *tx) error {
		out = map[string][]episodic.Mention{}
		return t.query(cypher.ListMentionsBy, params{"project": project, "ids": ids, "keys": keys}, func(r *row) {
			m := r.mention()
			out[m.By] = append(out[m.By], m)
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list mentions by %d occurrences and episodes: %w", len(by), err)
	}
	return out, nil
}

func (r *row) mention() episodic.Mention {
	return episodic.Mention{
		Reference: episodic.Reference{Kind: episodic.ReferenceKind(r.text("kind")), Key: r.text("key")},
		By:        r.text("by"), As: r.text("as"),
	}
}
