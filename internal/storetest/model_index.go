package storetest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// modelIndex keeps chunks by project and episode and looks through all of them.
type modelIndex struct {
	projects map[string]map[string][]episodic.Chunk
}

func newModelIndex() *modelIndex {
	return &modelIndex{projects: map[string]map[string][]episodic.Chunk{}}
}

// PutEpisodes implements [episodic.Index].
func (x *modelIndex) PutEpisodes(_ context.Context, project string, episodes []episodic.EpisodeChunks) (map[string]error, error) {
	if x.projects[project] == nil {
		x.projects[project] = map[string][]episodic.Chunk{}
	}
	for _, e := range episodes {
		x.projects[project][e.Episode] = e.Chunks
	}
	return nil, nil
}

// DeleteEpisodes implements [episodic.Index].
func (x *modelIndex) DeleteEpisodes(_ context.Context, project string, ids []string) error {
	for _, id := range ids {
		delete(x.projects[project], id)
	}
	return nil
}

// DropProject implements [episodic.Index].
func (x *modelIndex) DropProject(_ context.Context, project string) error {
	delete(x.projects, project)
	return nil
}

// chunks returns those of some episodes, by episode and number.
func (x *modelIndex) chunks(project string, wanted func(id string) bool) []episodic.Chunk {
	var out []episodic.Chunk
	for _, id := range slices.Sorted(maps.Keys(x.projects[project])) {
		if wanted(id) {
			out = append(out, x.projects[project][id]...)
		}
	}
	return out
}

// Search implements [episodic.Index]. All hits are equally good.
func (x *modelIndex) Search(_ context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	asked := strings.Fields(q.Terms)
	var all []episodic.ChunkHit
	for _, c := range x.chunks(q.Project, func(string) bool { return true }) {
		have := strings.Fields(c.Own + " " + c.Around)
		found := slices.ContainsFunc(asked, func(term string) bool { return slices.Contains(have, term) })
		if found && matches(described(c), q.Filter) {
			all = append(all, episodic.ChunkHit{Episode: c.Episode, Part: c.Part, Text: c.Text, Occurrences: c.Occurrences, Score: 1})
		}
	}
	from := min(max(q.Offset, 0), len(all))
	return all[from:min(from+max(q.Limit, 0), len(all))], nil
}

// described returns what filters ask of the episode of a chunk.
func described(c episodic.Chunk) episodic.Episode {
	return episodic.Episode{
		Outcome: c.Outcome, Session: c.Session, Domain: c.Domain, TaskType: c.TaskType, Complexity: c.Complexity,
		Tags: c.Tags, Tools: c.Tools, Strategies: c.Strategies, Task: c.Task, StartedAt: c.StartedAt,
	}
}

// ListEpisodes implements [episodic.Index].
func (x *modelIndex) ListEpisodes(_ context.Context, project string) ([]string, error) {
	var out []string
	for id, chunks := range x.projects[project] {
		if len(chunks) > 0 {
			out = append(out, id)
		}
	}
	return out, nil
}

// ListChunks implements [episodic.Index].
func (x *modelIndex) ListChunks(_ context.Context, project string, ids []string) ([]episodic.IndexedChunk, error) {
	var out []episodic.IndexedChunk
	for _, c := range x.chunks(project, func(id string) bool { return slices.Contains(ids, id) }) {
		out = append(out, episodic.IndexedChunk{Episode: c.Episode, Revision: c.Revision, Number: c.Number, Digest: c.Digest()})
	}
	slices.SortFunc(out, func(a, b episodic.IndexedChunk) int {
		return cmp.Or(cmp.Compare(a.Episode, b.Episode), cmp.Compare(a.Revision, b.Revision), cmp.Compare(a.Number, b.Number))
	})
	return out, nil
}
