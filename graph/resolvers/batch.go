package resolvers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/vikstrous/dataloadgen"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

// batchWait is how long a batch waits for further items of the same level of a query. It
// is the price of every level that reads an engine, so it is short beside a statement.
const batchWait = 2 * time.Millisecond

// inProject names one thing of a project.
type inProject struct{ project, key string }

// linksAt names the links at one occurrence in one direction. The lists are joined by
// commas, so that the struct can be a key of a map.
type linksAt struct {
	inProject
	direction        causal.Direction
	relations, bases string
}

// batches load what many items of one answer need, one statement for each kind and level.
// They remember what they loaded, so they live no longer than one query or one mutation field.
type batches struct {
	episodes    *dataloadgen.Loader[inProject, episodic.Stored]
	occurrences *dataloadgen.Loader[inProject, episodic.Occurrence]
	revisions   *dataloadgen.Loader[inProject, []episodic.Revision]
	access      *dataloadgen.Loader[inProject, episodic.Access]
	mentions    *dataloadgen.Loader[inProject, []episodic.Mention]
	projects    *dataloadgen.Loader[string, episodic.ProjectInfo]
	totals      *dataloadgen.Loader[inProject, episodic.Totals]
	links       *dataloadgen.Loader[linksAt, []causal.Neighbour]
}

type batchesKey struct{}

// WithBatches returns a context in which resolvers share what they load. A query needs one
// for the whole operation; each field of a mutation needs its own, because a write in one
// field changes what the next one reads.
func (r *Root) WithBatches(ctx context.Context) context.Context {
	wait := dataloadgen.WithWait(batchWait)
	return context.WithValue(ctx, batchesKey{}, &batches{
		episodes:    dataloadgen.NewMappedLoader(perProject(keyed(r.episodes.Fetch, episodeKey)), wait),
		occurrences: dataloadgen.NewMappedLoader(perProject(keyed(r.episodes.FetchOccurrences, occurrenceKey)), wait),
		revisions:   dataloadgen.NewMappedLoader(orZero(perProject(r.episodes.Revisions)), wait),
		access:      dataloadgen.NewMappedLoader(orZero(perProject(r.episodes.Access)), wait),
		mentions:    dataloadgen.NewMappedLoader(orZero(perProject(r.episodes.MentionsBy)), wait),
		projects:    dataloadgen.NewMappedLoader(r.loadProjects, wait),
		totals:      dataloadgen.NewMappedLoader(r.loadTotals, wait),
		links:       dataloadgen.NewMappedLoader(orZero(r.loadLinks), wait),
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
		keys := map[string][]string{}
		for _, w := range wanted {
			keys[w.project] = append(keys[w.project], w.key)
		}
		out := make(map[inProject]V, len(wanted))
		for project, keys := range keys {
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

// orZero makes what a read leaves out the zero value instead of an error.
func orZero[K comparable, V any](read func(context.Context, []K) (map[K]V, error)) func(context.Context, []K) (map[K]V, error) {
	return func(ctx context.Context, wanted []K) (map[K]V, error) {
		found, err := read(ctx, wanted)
		if err != nil {
			return nil, err
		}
		for _, w := range wanted {
			if _, ok := found[w]; !ok {
				var zero V
				found[w] = zero
			}
		}
		return found, nil
	}
}

// loadProjects reads all projects, which are few, rather than each by its name.
func (r *Root) loadProjects(ctx context.Context, _ []string) (map[string]episodic.ProjectInfo, error) {
	all, err := r.episodes.Projects(ctx)
	out := make(map[string]episodic.ProjectInfo, len(all))
	for _, p := range all {
		out[p.Name] = p
	}
	return out, err
}

func (r *Root) loadTotals(ctx context.Context, wanted []inProject) (map[inProject]episodic.Totals, error) {
	out := make(map[inProject]episodic.Totals, len(wanted))
	for _, w := range wanted {
		totals, err := r.episodes.Totals(ctx, w.project)
		if err != nil {
			return nil, err
		}
		out[w] = totals
	}
	return out, nil
}

func (r *Root) loadLinks(ctx context.Context, wanted []linksAt) (map[linksAt][]causal.Neighbour, error) {
	keys := map[linksAt][]string{}
	for _, w := range wanted {
		group := w
		group.key = ""
		keys[group] = append(keys[group], w.key)
	}
	out := make(map[linksAt][]causal.Neighbour, len(wanted))
	for group, keys := range keys {
		follow := causal.Follow{
			Relations: split[episodic.Relation](group.relations), Bases: split[episodic.Basis](group.bases),
		}
		found, err := r.causes.Neighbours(ctx, group.project, keys, group.direction, follow)
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
	s, err := batchesOf(ctx).episodes.Load(ctx, inProject{project, key})
	if errors.Is(err, dataloadgen.ErrNotFound) {
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
func loadOccurrence(ctx context.Context, project, key string) (*model.Occurrence, error) {
	found, err := loadPresent(ctx, batchesOf(ctx).occurrences, project, []string{key})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &model.Occurrence{Occurrence: found[0], Project: project}, nil
}

// loadPresent loads those keys in that order and leaves out what is absent.
func loadPresent[V any](
	ctx context.Context, loader *dataloadgen.Loader[inProject, V], project string, keys []string,
) ([]V, error) {
	wanted := make([]func() (V, error), len(keys))
	for i, key := range keys {
		wanted[i] = loader.LoadThunk(ctx, inProject{project, key})
	}
	var present []V
	for _, get := range wanted {
		v, err := get()
		switch {
		case err == nil:
			present = append(present, v)
		case !errors.Is(err, dataloadgen.ErrNotFound):
			return nil, err
		}
	}
	return present, nil
}

func loadMentions(ctx context.Context, project, by string) ([]model.Mention, error) {
	found, err := batchesOf(ctx).mentions.Load(ctx, inProject{project, by})
	return model.NewMentions(project, found), err
}

func loadLinks(
	ctx context.Context, d causal.Direction, project, key string, relations []episodic.Relation, bases []episodic.Basis,
) ([]model.Neighbour, error) {
	at := linksAt{inProject{project, key}, d, join(relations), join(bases)}
	found, err := batchesOf(ctx).links.Load(ctx, at)
	return model.NewNeighbours(project, found), err
}
