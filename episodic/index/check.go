package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

const (
	// checkBatch is the number of episodes compared at once.
	checkBatch = 100
	// checkLooks is how often an episode that is being written is compared.
	checkLooks = 4
	// confirmLooks is in how many looks one has to differ: who adds its vectors meanwhile replaces its chunks, and for a moment Weaviate
	// lists neither the old nor the new ones. checkPause is between two looks.
	confirmLooks = 3
	checkPause   = 200 * time.Millisecond
)

// Check compares a project's index with its expected content and reports the differences. With
// repair it reindexes or removes those episodes and reports the result. progress, unless nil, is
// called after each batch. Writes and searches continue; episodes written during the comparison are
// compared again. If Check fails, the report has the findings so far. It returns ErrProjectNotFound
// for a project that neither engine knows.
func (s *Service) Check(ctx context.Context, project string, repair bool, progress func(done, total int)) (CheckReport, error) {
	c := &indexCheck{service: s, project: project, repair: repair, report: CheckReport{Project: project, Findings: []FindingCount{}}}
	if err := c.prepare(ctx, progress); err != nil {
		return c.report, fmt.Errorf("check %s: %w", project, err)
	}
	ids, err := c.list(ctx)
	if err != nil {
		return c.report, fmt.Errorf("check %s: %w", project, err)
	}
	done := 0
	for batch := range slices.Chunk(ids, checkBatch) {
		err := c.check(ctx, batch)
		c.report.sort()
		if err != nil {
			return c.report, fmt.Errorf("check %s: %w", project, err)
		}
		if done += len(batch); progress != nil {
			progress(done, len(ids))
		}
	}
	return c.report, nil
}

// indexCheck is one check of one project.
type indexCheck struct {
	service *Service
	project string
	place   episodic.IndexGeneration
	repair  bool
	report  CheckReport
}

// prepare finds the active generation. One with an older recipe differs everywhere: with repair it
// is rebuilt, without it is an error.
func (c *indexCheck) prepare(ctx context.Context, progress func(done, total int)) error {
	state, err := c.service.indexState(ctx, c.project)
	if errors.Is(err, episodic.ErrProjectNotFound) {
		state, err = episodic.FirstIndexState(), nil
	}
	if err != nil {
		return err
	}
	c.place = episodic.IndexGeneration{Project: c.project, Generation: state.Active.Number}
	if state.Active.Recipe == episodic.IndexRecipe {
		return nil
	}
	if !c.repair {
		return episodic.ErrOldIndex
	}
	if err := c.service.Reindex(ctx, c.project, progress); err != nil {
		return err
	}
	state, err = c.service.indexState(ctx, c.project)
	c.place.Generation = state.Active.Number
	return err
}

// list returns the episodes that either engine has, sorted. Episodes recorded later are indexed by
// their writer.
func (c *indexCheck) list(ctx context.Context) ([]string, error) {
	records, unknown := c.service.store.Snapshot(ctx, c.project)
	if unknown != nil && !errors.Is(unknown, episodic.ErrProjectNotFound) {
		return nil, fmt.Errorf("list the episodes: %w", unknown)
	}
	ids, err := c.service.engine.ListEpisodes(ctx, c.place)
	if err != nil {
		return nil, fmt.Errorf("list what the index has: %w", err)
	}
	if unknown != nil && len(ids) == 0 {
		return nil, unknown
	}
	for _, r := range records {
		if r.DeletedAt.IsZero() {
			ids = append(ids, r.Episode)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// check compares a batch, repairs it, and adds to the report.
func (c *indexCheck) check(ctx context.Context, ids []string) error {
	looked, err := c.look(ctx, ids)
	if err != nil {
		return err
	}
	var mending error
	if c.repair {
		mending = c.mend(ctx, looked)
	}
	for _, id := range ids {
		is := looked[id]
		c.report.Chunks += is.wanted
		c.report.Indexed += is.held
		c.report.Occurrences += is.occurrences
		if is.wanted > 0 {
			c.report.Episodes++
		}
		c.report.note(is.findings)
	}
	return mending
}

// look compares episodes until none was written in between, those that differ several times, and returns the result for each.
// Episodes that differ and are in the backlog, or are still being written, count as waiting.
func (c *indexCheck) look(ctx context.Context, ids []string) (map[string]comparison, error) {
	looked := map[string]comparison{}
	for look := range checkLooks {
		before, err := c.present(ctx, ids)
		if err != nil {
			return nil, err
		}
		differ, err := c.compare(ctx, ids, before, looked)
		if err != nil || len(differ) == 0 {
			return looked, err
		}
		behind, err := c.behind(ctx)
		if err != nil {
			return nil, err
		}
		after, err := c.present(ctx, differ)
		if err != nil {
			return nil, err
		}
		ids = nil
		for _, id := range differ {
			switch {
			case behind[id]:
				c.wait(looked, id)
			case look+1 < confirmLooks || stateOf(before[id]) != stateOf(after[id]):
				ids = append(ids, id)
			}
		}
		if len(ids) == 0 {
			return looked, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(checkPause):
		}
	}
	for _, id := range ids {
		c.wait(looked, id)
	}
	return looked, nil
}

// compare records the state of episodes and returns those that differ.
func (c *indexCheck) compare(ctx context.Context, ids []string, stored map[string]*episodic.Stored, looked map[string]comparison) ([]string, error) {
	chunks, err := c.service.engine.ListChunks(ctx, c.place, ids)
	if err != nil {
		return nil, fmt.Errorf("list the chunks of %d episodes: %w", len(ids), err)
	}
	held := map[string][]episodic.IndexedChunk{}
	for _, h := range chunks {
		held[h.Episode] = append(held[h.Episode], h)
	}
	var differ []string
	for _, id := range ids {
		looked[id] = compareChunks(id, stored[id], held[id])
		if len(looked[id].findings) > 0 {
			differ = append(differ, id)
		}
	}
	return differ, nil
}

// wait replaces the findings of an episode by one: that it waits.
func (c *indexCheck) wait(looked map[string]comparison, id string) {
	is := looked[id]
	is.findings = []Finding{{Kind: FindingWaiting, Episode: id}}
	looked[id] = is
}

// present returns the present episodes among ids, by id.
func (c *indexCheck) present(ctx context.Context, ids []string) (map[string]*episodic.Stored, error) {
	found, err := c.service.store.GetEpisodes(ctx, c.project, ids)
	if err != nil {
		return nil, fmt.Errorf("read %d episodes: %w", len(ids), err)
	}
	byID := make(map[string]*episodic.Stored, len(found))
	for i := range found {
		byID[found[i].Episode.ID] = &found[i]
	}
	return byID, nil
}

// stateOf changes with every write and every indexing of an episode.
func stateOf(e *episodic.Stored) [2]int {
	if e == nil {
		return [2]int{}
	}
	return [2]int{e.Revision, e.IndexedRevision}
}

// behind returns the episodes of the project that are in the backlog, due or postponed.
func (c *indexCheck) behind(ctx context.Context) (map[string]bool, error) {
	const all = 1 << 30
	tasks, err := c.service.store.Backlog(ctx, c.project, episodic.StageWords, c.service.now().Add(2*longestPause+24*time.Hour), all)
	if err != nil {
		return nil, fmt.Errorf("read the backlog of indexing: %w", err)
	}
	behind := make(map[string]bool, len(tasks))
	for _, t := range tasks {
		behind[t.Episode] = true
	}
	return behind, nil
}

// mend reindexes what differs, waiting or not, compares again, and records in looked what was
// repaired. It returns an error if an engine does not answer.
func (c *indexCheck) mend(ctx context.Context, looked map[string]comparison) error {
	var differ []string
	for _, id := range slices.Sorted(maps.Keys(looked)) {
		if len(looked[id].findings) > 0 {
			differ = append(differ, id)
		}
	}
	if len(differ) == 0 {
		return nil
	}
	w := c.service.newIndexing(c.project)
	c.service.IndexEpisodes(ctx, w, differ)
	for _, err := range w.failed {
		if unanswered(ctx, err) {
			return fmt.Errorf("mend %d episodes: %w", len(differ), err)
		}
	}
	again, err := c.look(ctx, differ)
	if err != nil {
		return err
	}
	for _, id := range differ {
		for i := range looked[id].findings {
			f := &looked[id].findings[i]
			f.Mended = len(again[id].findings) == 0
			if err := w.failed[id]; err != nil && !f.Mended {
				f.Reason = err.Error()
			}
		}
	}
	return nil
}
