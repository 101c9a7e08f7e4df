package storetest

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// mentions returns every mention by a present episode.
func (p *held) mentions() []episodic.Mention {
	var out []episodic.Mention
	for _, k := range p.present() {
		out = append(out, k.Mentions...)
	}
	return out
}

// references counts the episodes that mention each reference, by kind and key.
func (p *held) references() []episodic.ReferenceCount {
	by := map[episodic.Reference]map[string]bool{}
	for _, m := range p.mentions() {
		if by[m.Reference] == nil {
			by[m.Reference] = map[string]bool{}
		}
		episode, _, _ := strings.Cut(m.By, "/")
		by[m.Reference][episode] = true
	}
	var out []episodic.ReferenceCount
	for ref, episodes := range by {
		out = append(out, episodic.ReferenceCount{Reference: ref, Episodes: len(episodes)})
	}
	slices.SortFunc(out, func(a, b episodic.ReferenceCount) int { return compareReferences(a.Reference, b.Reference) })
	return out
}

func compareReferences(a, b episodic.Reference) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Key, b.Key))
}

// ListReferences implements [episodic.Store].
func (m *model) ListReferences(_ context.Context, q episodic.ReferenceQuery) ([]episodic.ReferenceCount, error) {
	p := m.project(q.Project)
	var out []episodic.ReferenceCount
	for _, r := range p.references() {
		ref := r.Reference
		if (q.Kind == "" || q.Kind == ref.Kind) && p.begins(ref, q.Prefix) &&
			string(ref.Kind)+" "+ref.Key > q.Page.After && len(out) < q.Page.Limit {
			out = append(out, r)
		}
	}
	return out, nil
}

// begins reports whether a prefix matches the key of a reference, or agrees with the SHA in a mention
// of a commit.
func (p *held) begins(ref episodic.Reference, prefix string) bool {
	if strings.HasPrefix(ref.Key, prefix) {
		return true
	}
	return ref.Kind == episodic.ReferenceCommit && slices.ContainsFunc(p.mentions(), func(m episodic.Mention) bool {
		return m.Reference == ref && agree(m.As, prefix)
	})
}

// agree reports whether one of two SHAs is a prefix of the other.
func agree(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

// GetReferences implements [episodic.Store].
func (m *model) GetReferences(_ context.Context, project string, refs []episodic.Reference) ([]episodic.ReferenceCount, error) {
	all := m.project(project).references()
	return slices.DeleteFunc(all, func(r episodic.ReferenceCount) bool { return !slices.Contains(refs, r.Reference) }), nil
}

// MentionsOf implements [episodic.Store].
func (m *model) MentionsOf(ctx context.Context, project string, refs []episodic.Reference, limit int) (map[episodic.Reference][]episodic.Mention, error) {
	out := map[episodic.Reference][]episodic.Mention{}
	for _, ref := range refs {
		found, err := m.ListMentions(ctx, episodic.MentionQuery{Project: project, Reference: ref, Page: episodic.Page{Limit: limit}})
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			out[ref] = found
		}
	}
	return out, nil
}

// ListMentions implements [episodic.Store].
func (m *model) ListMentions(_ context.Context, q episodic.MentionQuery) ([]episodic.Mention, error) {
	var all []episodic.Mention
	for _, mention := range m.project(q.Project).mentions() {
		if mention.Reference == q.Reference && agree(mention.As, q.SHA) && mention.By > q.Page.After {
			all = append(all, mention)
		}
	}
	slices.SortFunc(all, func(a, b episodic.Mention) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(len(b.As), len(a.As)), cmp.Compare(a.As, b.As))
	})
	all = slices.CompactFunc(all, func(a, b episodic.Mention) bool { return a.By == b.By })
	return all[:min(len(all), q.Page.Limit)], nil
}

// MentionsBy implements [episodic.Store].
func (m *model) MentionsBy(_ context.Context, project string, by []string) (map[string][]episodic.Mention, error) {
	out := map[string][]episodic.Mention{}
	for _, mention := range m.project(project).mentions() {
		if slices.Contains(by, mention.By) {
			out[mention.By] = append(out[mention.By], mention)
		}
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b episodic.Mention) int {
			return cmp.Or(compareReferences(a.Reference, b.Reference), cmp.Compare(a.As, b.As))
		})
	}
	return out, nil
}
