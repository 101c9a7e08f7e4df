package resolvers

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/graph/level"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/allowance"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/patterns"
)

// inProject names one thing of a project.
type inProject struct{ project, key string }

// linksAt names the links at one occurrence in one direction. The lists are joined by
// commas, so that the struct can be a key of a map.
type linksAt struct {
	inProject
	direction        search.Direction
	relations, bases string
}

// referenceIn names a reference of a project.
type referenceIn struct {
	project string
	ref     episodic.Reference
}

// mentionsOf names the first mentions of a reference.
type mentionsOf struct {
	referenceIn
	first int
}

// revisionsOf names a part of the revisions of an episode.
type revisionsOf struct {
	inProject
	part episodic.Slice
}

// batches load what many items of one answer need, one statement for each kind and level.
// They remember what they read, so they live no longer than one query or one mutation field.
type batches struct {
	episodes    *loader[inProject, episodic.Stored]
	occurrences *loader[inProject, episodic.Occurrence]
	revisions   *loader[revisionsOf, []episodic.Revision]
	access      *loader[inProject, episodic.Access]
	mentions    *loader[inProject, []episodic.Mention]
	references  *loader[referenceIn, episodic.ReferenceCount]
	mentionsOf  *loader[mentionsOf, []episodic.Mention]
	projects    *loader[string, episodic.ProjectInfo]
	totals      *loader[string, episodic.Totals]
	indexes     *loader[string, index.Info]
	links       *loader[linksAt, []trace.Neighbor]
	jobs        *loader[inProject, jobs.Job]
	reports     *loader[inProject, json.RawMessage]
	patterns    *loader[inProject, patterns.Pattern]

	factorBatches
}

type batchesKey struct{}

// WithBatches returns a context in which resolvers share what they load. A query needs one
// for the whole operation; each field of a mutation needs its own, because a write in one
// field changes what the next one reads.
func (r *Root) WithBatches(ctx context.Context) context.Context {
	ctx, e := level.With(ctx)
	return context.WithValue(ctx, batchesKey{}, &batches{
		episodes:    newLoader(e, perProject(keyed(r.fetchEpisodes, episodeKey))),
		occurrences: newLoader(e, perProject(keyed(r.episodes.Reading.FetchOccurrences, occurrenceKey))),
		revisions:   newLoader(e, r.loadRevisions),
		access:      newLoader(e, perProject(r.episodes.Reading.Access)),
		mentions:    newLoader(e, perProject(r.episodes.Reading.MentionsBy)),
		references:  newLoader(e, r.loadReferences),
		mentionsOf:  newLoader(e, r.loadMentionsOf),
		projects:    newLoader(e, r.loadProjects),
		totals:      newLoader(e, r.episodes.Reading.Totals),
		indexes:     newLoader(e, r.episodes.Index.Infos),
		links:       newLoader(e, r.loadLinks),
		jobs:        newLoader(e, perProject(keyed(r.jobs.Fetch, jobKey))),
		reports:     newLoader(e, perProject(r.jobs.Reports)),
		patterns:    newLoader(e, perProject(keyed(r.patterns.Catalog.FetchPatterns, patternKey))),

		factorBatches: r.newFactorBatches(e),
	})
}

func batchesOf(ctx context.Context) *batches { return ctx.Value(batchesKey{}).(*batches) }

func episodeKey(s episodic.Stored) string        { return s.Episode.ID }
func occurrenceKey(o episodic.Occurrence) string { return o.Key }

// keyed turns a read that returns a list into one that returns a map.
func keyed[V any](
	read func(context.Context, string, []string) ([]V, error), key func(V) string,
) func(context.Context, string, []string) (map[string]V, error) {
	return func(ctx context.Context, project string, keys []string) (map[string]V, error) {
		found, err := read(ctx, project, keys)
		out := make(map[string]V, len(found))
		for _, v := range found {
			out[key(v)] = v
		}
		return out, err
	}
}

// perProject turns a read of one project into one over several.
func perProject[V any](
	read func(context.Context, string, []string) (map[string]V, error),
) func(context.Context, []inProject) (map[inProject]V, error) {
	return func(ctx context.Context, wanted []inProject) (map[inProject]V, error) {
		out := make(map[inProject]V, len(wanted))
		for project, group := range grouped(wanted, func(w inProject) string { return w.project }) {
			keys := make([]string, len(group))
			for i, w := range group {
				keys[i] = w.key
			}
			found, err := read(ctx, project, keys)
			if err != nil {
				return nil, err
			}
			for key, v := range found {
				out[inProject{project, key}] = v
			}
		}
		return out, nil
	}
}

// loadProjects reads all projects, which are few, rather than each by its name.
func (r *Root) loadProjects(ctx context.Context, _ []string) (map[string]episodic.ProjectInfo, error) {
	all, err := r.episodes.Reading.Projects(ctx)
	out := make(map[string]episodic.ProjectInfo, len(all))
	for _, p := range all {
		out[p.Name] = p
	}
	return out, err
}

func (r *Root) loadReferences(ctx context.Context, wanted []referenceIn) (map[referenceIn]episodic.ReferenceCount, error) {
	out := make(map[referenceIn]episodic.ReferenceCount, len(wanted))
	for project, group := range grouped(wanted, func(w referenceIn) string { return w.project }) {
		found, err := r.episodes.Reading.FetchReferences(ctx, project, refs(group))
		if err != nil {
			return nil, err
		}
		for _, c := range found {
			out[referenceIn{project, c.Reference}] = c
		}
	}
	return out, nil
}

func refs(wanted []referenceIn) []episodic.Reference {
	out := make([]episodic.Reference, len(wanted))
	for i, w := range wanted {
		out[i] = w.ref
	}
	return out
}

func (r *Root) loadMentionsOf(ctx context.Context, wanted []mentionsOf) (map[mentionsOf][]episodic.Mention, error) {
	type page struct {
		project string
		first   int
	}
	out := make(map[mentionsOf][]episodic.Mention, len(wanted))
	for p, group := range grouped(wanted, func(w mentionsOf) page { return page{w.project, w.first} }) {
		named := make([]episodic.Reference, len(group))
		for i, w := range group {
			named[i] = w.ref
		}
		found, err := r.episodes.Reading.MentionsOf(ctx, p.project, named, p.first)
		if err != nil {
			return nil, err
		}
		for ref, mentions := range found {
			out[mentionsOf{referenceIn{p.project, ref}, p.first}] = mentions
		}
	}
	return out, nil
}

// fetchEpisodes reads contents that the answer keeps.
func (r *Root) fetchEpisodes(ctx context.Context, project string, keys []string) ([]episodic.Stored, error) {
	return allowance.Read(ctx, func(ctx context.Context) ([]episodic.Stored, error) {
		return r.episodes.Reading.Fetch(ctx, project, keys)
	})
}

func (r *Root) loadRevisions(ctx context.Context, wanted []revisionsOf) (map[revisionsOf][]episodic.Revision, error) {
	out := make(map[revisionsOf][]episodic.Revision, len(wanted))
	for group, members := range grouped(wanted, func(w revisionsOf) revisionsOf { w.key = ""; return w }) {
		keys := make([]string, len(members))
		for i, w := range members {
			keys[i] = w.key
		}
		found, err := allowance.Read(ctx, func(ctx context.Context) (map[string][]episodic.Revision, error) {
			return r.episodes.Recording.Revisions(ctx, group.project, keys, group.part)
		})
		if err != nil {
			return nil, err
		}
		for key, revisions := range found {
			group.key = key
			out[group] = revisions
		}
	}
	return out, nil
}

// grouped puts together what can be read by one statement.
func grouped[T any, G comparable](wanted []T, group func(T) G) map[G][]T {
	out := map[G][]T{}
	for _, w := range wanted {
		out[group(w)] = append(out[group(w)], w)
	}
	return out
}

func (r *Root) loadLinks(ctx context.Context, wanted []linksAt) (map[linksAt][]trace.Neighbor, error) {
	out := make(map[linksAt][]trace.Neighbor, len(wanted))
	for group, members := range grouped(wanted, func(w linksAt) linksAt { w.key = ""; return w }) {
		keys := make([]string, len(members))
		for i, w := range members {
			keys[i] = w.key
		}
		follow := search.Follow{
			Relations: split[episodic.Relation](group.relations), Bases: split[episodic.Basis](group.bases),
		}
		found, err := r.causes.Trace.Neighbors(ctx, group.project, keys, group.direction, follow)
		if err != nil {
			return nil, err
		}
		for key, neighbours := range found {
			group.key = key
			out[group] = neighbours
		}
	}
	return out, nil
}

func join[W ~string](words []W) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = string(w)
	}
	return strings.Join(parts, ",")
}

func split[W ~string](joined string) []W {
	if joined == "" {
		return nil
	}
	var words []W
	for part := range strings.SplitSeq(joined, ",") {
		words = append(words, W(part))
	}
	return words
}

// loadEpisode returns ErrNotFound when the episode is absent.
func loadEpisode(ctx context.Context, project, key string) (model.Episode, error) {
	s, ok, err := batchesOf(ctx).episodes.load(ctx, inProject{project, key})
	if err == nil && !ok {
		err = fmt.Errorf("episode %q: %w", key, episodic.ErrNotFound)
	}
	return model.NewEpisode(s), err
}

// loadEpisodes returns the episodes of those keys in that order; absent ones are left out.
func loadEpisodes(ctx context.Context, project string, keys []string) ([]model.Episode, error) {
	found, err := loadPresent(ctx, batchesOf(ctx).episodes, project, keys)
	out := make([]model.Episode, len(found))
	for i, s := range found {
		out[i] = model.NewEpisode(s)
	}
	return out, err
}

// loadOccurrence returns nil when the occurrence is absent.
func loadOccurrence(ctx context.Context, project, key string) (model.Occurrence, error) {
	found, ok, err := batchesOf(ctx).occurrences.load(ctx, inProject{project, key})
	if err != nil || !ok {
		return nil, err
	}
	return model.NewOccurrence(project, found), nil
}

// loadEnd is loadOccurrence where there may be no key: a reference joins episodes as a whole, and of two runs one may have no such step.
func loadEnd(ctx context.Context, project, key string) (model.Occurrence, error) {
	if key == "" {
		return nil, nil
	}
	return loadOccurrence(ctx, project, key)
}

// loadPresent loads those keys in that order and leaves out what is absent.
func loadPresent[V any](ctx context.Context, l *loader[inProject, V], project string, keys []string) ([]V, error) {
	wanted := make([]func() (V, bool, error), len(keys))
	for i, key := range keys {
		wanted[i] = l.start(ctx, inProject{project, key})
	}
	var present []V
	for _, wait := range wanted {
		v, ok, err := wait()
		if err != nil {
			return nil, err
		}
		if ok {
			present = append(present, v)
		}
	}
	return present, nil
}

func loadMentions(ctx context.Context, project, by string, first *int, offset int) ([]model.Mention, error) {
	found, _, err := batchesOf(ctx).mentions.load(ctx, inProject{project, by})
	if err != nil {
		return nil, err
	}
	part, err := model.Part(found, first, offset)
	return model.NewMentions(project, part), err
}

func loadLinks(
	ctx context.Context, d search.Direction, project, key string, filter search.Follow, first *int, offset int,
) ([]model.Neighbor, error) {
	at := linksAt{inProject{project, key}, d, join(filter.Relations), join(filter.Bases)}
	found, _, err := batchesOf(ctx).links.load(ctx, at)
	if err != nil {
		return nil, err
	}
	part, err := model.Part(found, first, offset)
	return model.NewNeighbors(project, part), err
}
