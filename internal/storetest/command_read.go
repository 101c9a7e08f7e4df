package storetest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// mostPages ends a list whose cursor does not advance.
const mostPages = 500

// pages reads a whole list, size items at a time.
func pages[T any](size int, read func(episodic.Page) ([]T, error), cursor func(T) string) ([]T, error) {
	size = max(size, 1) // a shrunk command may have none
	var all []T
	page := episodic.Page{Limit: size}
	for range mostPages {
		items, err := read(page)
		if err != nil {
			return nil, err
		}
		all = append(all, items...)
		if len(items) > size {
			return nil, fmt.Errorf("a page of at most %d has %d items", size, len(items))
		}
		if len(items) < size {
			return all, nil
		}
		page.After = cursor(items[size-1])
	}
	return nil, fmt.Errorf("the list has no end after %d pages of %d", mostPages, size)
}

// plain removes the form of the cursor, which is up to the store.
func plain(found []episodic.Stored) []episodic.Stored {
	for i := range found {
		found[i].SortKey = ""
	}
	return found
}

// Get reads episodes by their ids.
type Get struct {
	Project int
	IDs     []string
}

func (c Get) run(ctx context.Context, w *world) (any, error) {
	found, err := w.graph.GetEpisodes(ctx, w.project(c.Project), c.IDs)
	slices.SortFunc(found, func(a, b episodic.Stored) int { return strings.Compare(a.Episode.ID, b.Episode.ID) })
	return plain(found), err
}

// List reads all pages of a list of episodes, and its count.
type List struct {
	Project int
	Filter  episodic.EpisodeFilter
	Deleted bool
	Size    int
}

func (c List) run(ctx context.Context, w *world) (any, error) {
	q := episodic.EpisodeQuery{Project: w.project(c.Project), Filter: c.Filter, Deleted: c.Deleted}
	found, err := pages(c.Size, func(p episodic.Page) ([]episodic.Stored, error) {
		q.Page = p
		return w.graph.ListEpisodes(ctx, q)
	}, func(e episodic.Stored) string { return e.SortKey })
	if err != nil {
		return nil, err
	}
	n, err := w.graph.CountEpisodes(ctx, q)
	return map[string]any{"episodes": plain(found), "count": n}, err
}

// Revisions reads recorded contents of episodes.
type Revisions struct {
	Project int
	IDs     []string
	Part    episodic.Slice
}

func (c Revisions) run(ctx context.Context, w *world) (any, error) {
	return w.graph.ListRevisions(ctx, w.project(c.Project), c.IDs, c.Part)
}

// Occurrences reads occurrences by their keys.
type Occurrences struct {
	Project int
	Keys    []string
}

func (c Occurrences) run(ctx context.Context, w *world) (any, error) {
	found, err := w.graph.GetOccurrences(ctx, w.project(c.Project), c.Keys)
	slices.SortFunc(found, func(a, b episodic.Occurrence) int { return strings.Compare(a.Key, b.Key) })
	return found, err
}

// ListOccurrences reads all pages of a list of occurrences after After, and its count.
type ListOccurrences struct {
	Project int
	Filter  episodic.OccurrenceFilter
	After   string
	Size    int
}

func (c ListOccurrences) run(ctx context.Context, w *world) (any, error) {
	q := episodic.OccurrenceQuery{Project: w.project(c.Project), Filter: c.Filter}
	found, err := pages(c.Size, func(p episodic.Page) ([]episodic.Occurrence, error) {
		q.Page = p
		q.Page.After = cmp.Or(p.After, c.After)
		return w.graph.ListOccurrences(ctx, q)
	}, func(o episodic.Occurrence) string { return o.Key })
	if err != nil {
		return nil, err
	}
	n, err := w.graph.CountOccurrences(ctx, q)
	return map[string]any{"occurrences": found, "count": n}, err
}

// References reads all pages of a list of references.
type References struct {
	Project int
	Kind    episodic.ReferenceKind
	Prefix  string
	Size    int
}

func (c References) run(ctx context.Context, w *world) (any, error) {
	return pages(c.Size, func(p episodic.Page) ([]episodic.ReferenceCount, error) {
		return w.graph.ListReferences(ctx, episodic.ReferenceQuery{Project: w.project(c.Project), Kind: c.Kind, Prefix: c.Prefix, Page: p})
	}, func(r episodic.ReferenceCount) string { return string(r.Reference.Kind) + " " + r.Reference.Key })
}

// Mentions reads who mentions references: the count, the first mention, and all pages.
type Mentions struct {
	Project    int
	References []episodic.Reference
	SHA        string
	Size       int
}

func (c Mentions) run(ctx context.Context, w *world) (any, error) {
	project := w.project(c.Project)
	counts, err := w.graph.GetReferences(ctx, project, c.References)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(counts, func(a, b episodic.ReferenceCount) int { return compareReferences(a.Reference, b.Reference) })
	first, err := w.graph.MentionsOf(ctx, project, c.References, c.Size)
	if err != nil {
		return nil, err
	}
	all := make([][]episodic.Mention, len(c.References))
	for i, ref := range c.References {
		all[i], err = pages(c.Size, func(p episodic.Page) ([]episodic.Mention, error) {
			return w.graph.ListMentions(ctx, episodic.MentionQuery{Project: project, Reference: ref, SHA: c.SHA, Page: p})
		}, func(m episodic.Mention) string { return m.By })
		if err != nil {
			return nil, err
		}
	}
	return map[string]any{"counts": counts, "first": first, "all": all}, nil
}

// MentionsBy reads what episodes and occurrences mention.
type MentionsBy struct {
	Project int
	By      []string
}

func (c MentionsBy) run(ctx context.Context, w *world) (any, error) {
	return w.graph.MentionsBy(ctx, w.project(c.Project), c.By)
}

// Summary reads the projects, their totals and the reads of episodes.
type Summary struct {
	IDs []string
}

func (c Summary) run(ctx context.Context, w *world) (any, error) {
	out := map[string]any{}
	all, err := w.graph.ListProjects(ctx)
	if err != nil {
		return nil, err
	}
	out["projects"] = slices.DeleteFunc(all, func(p episodic.ProjectInfo) bool { return !strings.HasPrefix(p.Name, w.name+"-") })
	var names []string
	for i := range projects {
		name := w.project(i)
		names = append(names, name, name)
		if out["project "+name], err = w.graph.GetProject(ctx, name); err != nil {
			out["project "+name] = kind(err)
		}
		access, err := w.graph.GetAccess(ctx, name, c.IDs)
		if err != nil {
			return nil, err
		}
		// Episodes that were never read may be missing.
		for id, a := range access {
			if a == (episodic.Access{}) {
				delete(access, id)
			}
		}
		out["access "+name] = access
		if out["traits "+name], err = w.graph.GetTraits(ctx, name, c.IDs); err != nil {
			return nil, err
		}
	}
	names = append(names, w.name+"-unknown")
	if out["totals"], err = w.graph.Totals(ctx, names); err != nil {
		return nil, err
	}
	present, err := w.graph.CountPresent(ctx, names)
	maps.DeleteFunc(present, func(_ string, n int) bool { return n == 0 }) // these may be missing
	out["present"] = present
	return out, err
}

// Snapshot reads a project at one moment, with all contents.
type Snapshot struct {
	Project int
}

func (c Snapshot) run(ctx context.Context, w *world) (any, error) {
	records, err := w.graph.Snapshot(ctx, w.project(c.Project))
	if err != nil {
		return nil, err
	}
	keys := []episodic.RevisionKey{{Episode: "never", Number: 1}}
	for _, r := range records {
		for i := range r.Revision + 1 {
			keys = append(keys, episodic.RevisionKey{Episode: r.Episode, Number: i + 1})
		}
	}
	contents, err := w.graph.ListContents(ctx, w.project(c.Project), keys)
	slices.SortFunc(contents, func(a, b episodic.Content) int {
		return cmp.Or(cmp.Compare(a.Episode, b.Episode), cmp.Compare(a.Number, b.Number))
	})
	return map[string]any{"records": records, "contents": contents}, err
}
