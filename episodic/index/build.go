package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
)

// cutOffAfter is how long a build may make no progress before another process takes it over.
const cutOffAfter = 30 * time.Second

// ErrBuilding means that another process is building the next generation of the index.
var ErrBuilding = errors.New("the index is being built by another process")

// Reindex builds the next generation of a project's index beside the active one, activates it when
// it is complete, and drops the previous one. It resumes an interrupted build. Searches continue in
// the old generation; writes go to both. progress, unless nil, is called before the model is made
// and after each batch. It returns ErrProjectNotFound for an unknown project and ErrBuilding while
// another process builds.
func (s *Service) Reindex(ctx context.Context, project string, progress func(done, total int)) error {
	state, err := s.indexState(ctx, project)
	if err != nil {
		return fmt.Errorf("reindex %s: %w", project, err)
	}
	if state.Building.Number == 0 {
		if err := s.reportTotal(ctx, project, progress); err != nil {
			return fmt.Errorf("reindex %s: %w", project, err)
		}
		state, err = s.beginBuild(ctx, project, state)
	} else if s.takeChanged(state) {
		err = ErrBuilding
	}
	if err == nil {
		err = s.build(ctx, project, state, progress)
	}
	if errors.Is(err, episodic.ErrIndexMoved) {
		err = ErrBuilding
	}
	if err != nil {
		return fmt.Errorf("reindex %s: %w", project, err)
	}
	return nil
}

// reportTotal reports the number of episodes to index before indexing starts.
func (s *Service) reportTotal(ctx context.Context, project string, progress func(done, total int)) error {
	if progress == nil {
		return nil
	}
	total, err := s.store.CountEpisodes(ctx, episodic.EpisodeQuery{Project: project})
	if err != nil {
		return fmt.Errorf("count the episodes: %w", err)
	}
	progress(0, total)
	return nil
}

// beginBuild records that the next generation is being built, with a model made for it. Its number
// is new, so that late writes and drops of other processes cannot affect it.
func (s *Service) beginBuild(ctx context.Context, project string, state episodic.IndexState) (episodic.IndexState, error) {
	// Making a model may take long; saving the state first makes other builds from the
	// previous state fail.
	state, err := s.setIndexState(ctx, project, state)
	if err != nil {
		return state, err
	}
	next := episodic.Generation{Number: max(state.Active.Number, state.Last) + 1, Recipe: episodic.IndexRecipe}
	var data episodic.ModelData
	if s.embedder != nil {
		if data, err = s.embedder.Prepare(ctx, s.corpus(ctx, project)); err != nil {
			return state, fmt.Errorf("prepare the embedding model: %w", err)
		}
	}
	if data.Fingerprint != "" {
		next.Provider, next.Model = data.Provider, data.Model
		next.Dimension, next.Fingerprint = data.Dimension, data.Fingerprint
	}
	count, err := s.countChunks(ctx, project, state.Active)
	if err != nil {
		return state, err
	}
	next.Chunks = count.Chunks
	state.Building, state.Last, state.BuiltTo, state.Built = next, next.Number, "", 0
	if state, err = s.setIndexState(ctx, project, state); err != nil || data.Fingerprint == "" {
		return state, err
	}
	// Not earlier: whoever ends an earlier build drops models that no state names.
	if err := s.store.PutModel(ctx, project, data); err != nil {
		return state, fmt.Errorf("keep the embedding model: %w", err)
	}
	return state, nil
}

// corpus yields the chunks of all present episodes, latest episode first.
func (s *Service) corpus(ctx context.Context, project string) episodic.Corpus {
	return func(yield func([]episodic.EmbedText, error) bool) {
		for e, err := range episodic.Items(episodic.MaxPage, func(page episodic.Page) ([]episodic.Stored, error) {
			return s.store.ListEpisodes(ctx, episodic.EpisodeQuery{Project: project, Page: page})
		}, func(e episodic.Stored) string { return e.SortKey }) {
			if err != nil {
				yield(nil, fmt.Errorf("list the episodes: %w", err))
				return
			}
			chunks := chunk.Chunks(e).Chunks
			texts := make([]episodic.EmbedText, len(chunks))
			for i, t := range vectorTexts(e.Episode, chunks)[:len(chunks)] {
				texts[i] = t.EmbedText
			}
			if !yield(texts, nil) {
				return
			}
		}
	}
}

// build writes every episode to the generation under construction, from its cursor on, and
// activates it. If the project is purged in the meantime, it drops what it built.
func (s *Service) build(ctx context.Context, project string, state episodic.IndexState, progress func(done, total int)) error {
	b := &indexBuild{service: s, project: project, state: state, progress: progress}
	err := b.run(ctx)
	switch {
	case errors.Is(err, episodic.ErrProjectNotFound):
		return errors.Join(err, s.engine.DropProject(context.WithoutCancel(ctx), project))
	case errors.Is(err, episodic.ErrModelChanged):
		// What was built so far is useless: the next round starts over.
		b.state.Building, b.state.BuiltTo, b.state.Built = episodic.Generation{}, "", 0
		_, giveUp := s.setIndexState(ctx, project, b.state)
		return errors.Join(err, giveUp)
	case err != nil && !errors.Is(err, episodic.ErrIndexMoved) && b.state.Building.Number != 0:
		// The next process need not wait before it takes over the build.
		b.state.ChangedAt = time.Time{}
		_, _ = s.replaceState(context.WithoutCancel(ctx), project, b.state)
	}
	return err
}

// indexBuild is one run over the episodes of a project.
type indexBuild struct {
	service  *Service
	project  string
	state    episodic.IndexState
	progress func(done, total int)
	// late are the episodes with a text that the model rejected.
	late []string
}

func (b *indexBuild) run(ctx context.Context) error {
	total, err := b.service.store.CountEpisodes(ctx, episodic.EpisodeQuery{Project: b.project})
	if err != nil {
		return fmt.Errorf("count the episodes: %w", err)
	}
	for {
		page, err := b.service.store.ListEpisodes(ctx, episodic.EpisodeQuery{
			Project: b.project, Page: episodic.Page{Limit: episodic.MaxPage, After: b.state.BuiltTo},
		})
		if err != nil {
			return fmt.Errorf("list the episodes: %w", err)
		}
		if len(page) == 0 {
			break
		}
		if err := b.add(ctx, page); err != nil {
			return err
		}
		if b.progress != nil {
			b.progress(b.state.Built, max(total, b.state.Built))
		}
	}
	if err := b.removeUnknown(ctx); err != nil {
		return err
	}
	return b.swap(ctx)
}

// add writes a page of episodes and records the progress of the build.
func (b *indexBuild) add(ctx context.Context, page []episodic.Stored) error {
	ids := make([]string, len(page))
	for i, e := range page {
		ids[i] = e.Episode.ID
	}
	if err := b.write(ctx, ids); err != nil {
		return err
	}
	next := b.state
	next.BuiltTo, next.Built = page[len(page)-1].SortKey, b.state.Built+len(page)
	next, err := b.service.setIndexState(ctx, b.project, next)
	if err == nil {
		b.state = next
	}
	return err
}

// write writes episodes with their vectors; episodes with a text that the model rejects get their
// words only.
func (b *indexBuild) write(ctx context.Context, ids []string) error {
	s := b.service
	w := b.indexing()
	m, err := s.Model(ctx, b.project, b.state.Building)
	switch {
	case errors.Is(err, ErrNoVectors) && b.state.Building.Fingerprint != "":
		return fmt.Errorf("%w: the build was begun with vectors, and this service has none", episodic.ErrModelChanged)
	case errors.Is(err, ErrNoVectors) || err == nil && m.Instant():
		s.IndexEpisodes(ctx, w, ids)
		return firstFailure(w.failed)
	case err != nil:
		return err
	}
	s.embedEpisodes(ctx, w, ids)
	var refused []string
	for id, err := range w.failed {
		if unanswered(ctx, err) {
			return firstFailure(w.failed)
		}
		refused = append(refused, id)
	}
	again := b.indexing()
	s.IndexEpisodes(ctx, again, refused)
	b.late = append(b.late, refused...)
	return firstFailure(again.failed)
}

// indexing writes only to the generation under construction and marks nothing in the store.
func (b *indexBuild) indexing() *indexing {
	w := b.service.newIndexing(b.project)
	w.unmarked = true
	w.generations = func(episodic.IndexState) []episodic.Generation { return []episodic.Generation{b.state.Building} }
	return w
}

// removeUnknown rechecks the episodes that are in the generation but not in the store: a process
// may have deleted them and failed to remove them from the index.
func (b *indexBuild) removeUnknown(ctx context.Context) error {
	held, err := b.service.engine.ListEpisodes(ctx, episodic.IndexGeneration{Project: b.project, Generation: b.state.Building.Number})
	if err != nil {
		return fmt.Errorf("list what was built: %w", err)
	}
	for ids := range slices.Chunk(held, indexBatch) {
		present, err := episodic.PresentEpisodes(ctx, b.service.store, b.project, ids)
		if err != nil {
			return err
		}
		w := b.indexing()
		b.service.IndexEpisodes(ctx, w, slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
			_, ok := present[id]
			return ok
		}))
		if err := firstFailure(w.failed); err != nil {
			return err
		}
	}
	return nil
}

// swap activates the generation and drops all others once no search reads them.
func (b *indexBuild) swap(ctx context.Context) error {
	next := b.state
	next.Active, next.Building, next.BuiltTo, next.Built = b.state.Building, episodic.Generation{}, "", 0
	state, err := b.service.setIndexState(ctx, b.project, next)
	if err != nil {
		return err
	}
	b.state = state
	b.service.own.note(b.project, state.Active)
	if err := b.embedLate(ctx); err != nil {
		return err
	}
	// Other instances give no signal when they have seen the swap: each reads the state again within
	// staleFor. Searches do not wait for this: the new generation answers already.
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(2 * staleFor):
	}
	return b.service.dropOthers(ctx, b.project, state)
}

// embedLate adds the episodes without vectors to the backlog, if their words are indexed.
func (b *indexBuild) embedLate(ctx context.Context) error {
	if len(b.late) == 0 {
		return nil
	}
	found, err := b.service.store.GetEpisodes(ctx, b.project, b.late)
	if err != nil {
		return fmt.Errorf("read the episodes without vectors: %w", err)
	}
	var tasks []episodic.IndexTask
	for _, e := range found {
		if e.IndexedRevision == e.Revision {
			tasks = append(tasks, episodic.IndexTask{
				Project: b.project, Episode: e.Episode.ID, Revision: e.Revision, VectorsDue: b.service.now(),
			})
		}
	}
	if len(tasks) == 0 {
		return nil
	}
	if err := b.service.store.MarkIndexed(ctx, tasks); err != nil {
		return fmt.Errorf("note which episodes have no vectors: %w", err)
	}
	return nil
}

// dropOthers drops the generations before the active one and the unused models. The next build
// drops the rest of an abandoned build: another process may be about to build there.
func (s *Service) dropOthers(ctx context.Context, project string, state episodic.IndexState) error {
	numbers, err := s.engine.ListGenerations(ctx, project)
	if err != nil {
		return fmt.Errorf("list the generations: %w", err)
	}
	for _, n := range numbers {
		if n >= state.Active.Number {
			continue
		}
		if err := s.engine.DropGeneration(ctx, episodic.IndexGeneration{Project: project, Generation: n}); err != nil {
			return fmt.Errorf("drop generation %d: %w", n, err)
		}
	}
	if err := s.store.DropUnusedModels(ctx, project); err != nil {
		return fmt.Errorf("drop unused models: %w", err)
	}
	return nil
}
