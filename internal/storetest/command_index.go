package storetest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// Put writes episodes of one revision to the index.
type Put struct {
	Project  int
	Revision int
	Episodes []episodic.Episode
}

func (c Put) run(ctx context.Context, w *world) (any, error) {
	chunks := make([]episodic.EpisodeChunks, len(c.Episodes))
	for i, e := range c.Episodes {
		p, err := episodic.Prepare(e)
		if err != nil {
			return nil, err
		}
		chunks[i] = episodic.Chunks(episodic.Stored{Revision: c.Revision, Episode: p.Episode})
	}
	failed, err := w.index.PutEpisodes(ctx, w.project(c.Project), chunks)
	return failed, err
}

// Remove takes episodes out of the index.
type Remove struct {
	Project int
	IDs     []string
}

func (c Remove) run(ctx context.Context, w *world) (any, error) {
	return nil, w.index.DeleteEpisodes(ctx, w.project(c.Project), c.IDs)
}

// Drop takes a project out of the index.
type Drop struct {
	Project int
}

func (c Drop) run(ctx context.Context, w *world) (any, error) {
	return nil, w.index.DropProject(ctx, w.project(c.Project))
}

// Held reads what the index holds.
type Held struct {
	Project int
	IDs     []string
}

func (c Held) run(ctx context.Context, w *world) (any, error) {
	ids, err := w.index.ListEpisodes(ctx, w.project(c.Project))
	if err != nil {
		return nil, err
	}
	slices.Sort(ids)
	chunks, err := w.index.ListChunks(ctx, w.project(c.Project), append(ids, c.IDs...))
	return map[string]any{"episodes": ids, "chunks": chunks}, err
}

// Search looks for words: all hits, and how many a page holds.
type Search struct {
	Project int
	Text    string
	Filter  episodic.EpisodeFilter
	Limit   int
	Offset  int
}

// mostHits is more than a sequence of commands makes chunks.
const mostHits = 1000

func (c Search) run(ctx context.Context, w *world) (any, error) {
	q := episodic.ChunkQuery{
		Project: w.project(c.Project), Text: c.Text, Terms: strings.Join(episodic.Analyse(c.Text), " "),
		Filter: c.Filter, Limit: mostHits,
	}
	hits, err := w.index.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	best := math.Inf(1)
	for i, h := range hits {
		if h.Score <= 0 || h.Score > best {
			return nil, fmt.Errorf("hit %d has score %v after %v", i, h.Score, best)
		}
		best, hits[i].Score = h.Score, 0
	}
	slices.SortFunc(hits, func(a, b episodic.ChunkHit) int {
		return cmp.Or(cmp.Compare(a.Episode, b.Episode), cmp.Compare(a.Text, b.Text), slices.Compare(a.Occurrences, b.Occurrences))
	})
	q.Limit, q.Offset = c.Limit, c.Offset
	page, err := w.index.Search(ctx, q)
	return map[string]any{"hits": hits, "page": len(page)}, err
}

// Recall asks the service whether something like this was here before.
type Recall struct {
	Project int
	Text    string
	Filter  episodic.EpisodeFilter
	Limit   int
	Offset  int
}

func (c Recall) run(ctx context.Context, w *world) (any, error) {
	q := episodic.RecallQuestion{Project: w.project(c.Project), Text: c.Text, Filter: c.Filter, Limit: episodic.MaxPage}
	all, err := w.service.Recall(ctx, q)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, h := range all.Hits {
		if h.Stored.Episode.ID != h.Episode || h.Best.Text == "" {
			return nil, fmt.Errorf("hit %+v", h)
		}
		found = append(found, h.Episode)
	}
	slices.Sort(found)
	q.Limit, q.Offset = c.Limit, c.Offset
	page, err := w.service.Recall(ctx, q)
	return map[string]any{"episodes": found, "page": len(page.Hits), "more": page.More, "degraded": page.Degraded}, err
}

// Reindex writes a project anew to the index.
type Reindex struct {
	Project int
}

func (c Reindex) run(ctx context.Context, w *world) (any, error) {
	return nil, w.service.Reindex(ctx, w.project(c.Project), nil)
}
