package weaviateindex

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// Limits of one request.
const (
	batchObjects = 500
	batchBytes   = 4 << 20
	// batchEpisodes is the number of episodes that one delete names.
	batchEpisodes = 100
)

// PutEpisodes implements [episodic.Index]. It writes the new chunks first and then removes those of
// other revisions, so an episode always has chunks.
func (x *Index) PutEpisodes(ctx context.Context, at episodic.IndexGeneration, episodes []episodic.EpisodeChunks) (map[string]error, error) {
	if err := x.EnsureSchema(ctx); err != nil {
		return nil, err
	}
	failed := map[string]error{}
	if err := x.putChunks(ctx, at, episodes, failed); err != nil {
		return nil, err
	}
	taken := make([]episodic.EpisodeChunks, 0, len(episodes))
	for _, e := range episodes {
		if failed[e.Episode] == nil {
			taken = append(taken, e)
		}
	}
	for some := range slices.Chunk(taken, batchEpisodes) {
		if err := x.deleteMatching(ctx, at, anyOf(mapped(some, leftOver)...)); err != nil {
			return nil, fmt.Errorf("remove old chunks: %w", err)
		}
	}
	return failed, nil
}

// leftOver matches the chunks of other revisions than the one just written.
func leftOver(e episodic.EpisodeChunks) *condition {
	return allOf(
		textIs(propEpisode, e.Episode),
		anyOf(
			number(opNotEqual, propRevision, int64(e.Revision)),
			number(opGreaterThanEqual, propNumber, int64(len(e.Chunks))),
		),
	)
}

// putChunks writes the chunks in batches limited by count and bytes.
func (x *Index) putChunks(ctx context.Context, at episodic.IndexGeneration, episodes []episodic.EpisodeChunks, failed map[string]error) error {
	var batch []*object
	owners := map[string]string{}
	bytes := 0
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		err := x.putBatch(ctx, batch, owners, failed)
		batch, bytes = nil, 0
		clear(owners)
		return err
	}
	var length vectorLength
	for _, e := range episodes {
		if err := length.check(e); err != nil {
			note(failed, e.Episode, err)
			continue
		}
		for _, c := range e.Chunks {
			n := size(c)
			if len(batch) == batchObjects || (len(batch) > 0 && bytes+n > batchBytes) {
				if err := flush(); err != nil {
					return err
				}
			}
			o := x.object(at, c)
			batch, bytes = append(batch, o), bytes+n
			owners[o.ID] = e.Episode
		}
	}
	return flush()
}

// putBatch writes one batch and records in failed the episode of every rejected object. Weaviate
// answers 200 even then.
func (x *Index) putBatch(ctx context.Context, batch []*object, owners map[string]string, failed map[string]error) error {
	var answers []objectAnswer
	err := x.write(ctx, "put-chunks", func(ctx context.Context) (err error) {
		answers, err = x.rest.putObjects(ctx, batch)
		return err
	})
	var refused *statusError
	if errors.As(err, &refused) && !errors.Is(err, episodic.ErrUnavailable) {
		for _, episode := range owners {
			note(failed, episode, err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	taken := map[string]bool{}
	for _, a := range answers {
		if err := objectError(a); err != nil {
			x.forget(err)
			note(failed, owners[a.ID], err)
		}
		taken[a.ID] = true
	}
	for id, episode := range owners {
		if !taken[id] {
			note(failed, episode, errors.New("weaviate did not answer for one of its chunks"))
		}
	}
	return nil
}

// forget makes the next write check the collection again if it is gone.
func (x *Index) forget(err error) {
	if errors.Is(err, errNoCollection) {
		x.ready.Store(false)
	}
}

// note keeps the first error of an episode.
func note(failed map[string]error, episode string, err error) {
	if failed[episode] == nil {
		failed[episode] = err
	}
}

// objectError returns the error for one object in a response.
func objectError(a objectAnswer) error {
	if a.Result == nil {
		return nil
	}
	if e := a.Result.Errors; e != nil && len(e.Error) > 0 {
		return known(fmt.Errorf("weaviate refuses a chunk: %s", e.Error[0].Message))
	}
	if a.Result.Status == statusFailed {
		return errors.New("weaviate refuses a chunk")
	}
	return nil
}

func mapped[T, U any](list []T, f func(T) U) []U {
	out := make([]U, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}
