package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/index/list_filtered_rows.sql
	listFilteredRows statement
	//go:embed sql/index/list_attributed_rows.sql
	listAttributedRows statement
)

// Nearest implements [episodic.Index]: it compares the vector with every one that the filters
// leave, or with their codes where a place has more than [exactVectors]; then the best candidates are ranked by
// their vectors. The vectors of a place are read into memory by the first search, and what has changed
// since by the next ones. Chunks beyond the best 10,000 are not reached.
func (x *Index) Nearest(ctx context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	q.Limit = min(q.Limit, maxResults-q.Offset)
	var hits []episodic.ChunkHit
	v, err := newVectorQuery(q.IndexGeneration, q.Vector, q.Name)
	if err == nil && q.Limit > 0 && q.Offset >= 0 && v.vector != nil {
		v.answer = func(x *indexTx, set *vectorSet) (err error) {
			hits, err = x.nearest(v, q, set)
			return err
		}
		err = x.store.searchVectors(ctx, v)
	}
	if err != nil {
		return nil, fmt.Errorf("search chunks by vector: %w", err)
	}
	return hits, nil
}

// vectorQuery asks for what a set of vectors is needed for.
type vectorQuery struct {
	at episodic.IndexGeneration
	// vector has the length 1; nil if that of the question has none.
	vector []float32
	// name is a place in [vectorNames].
	name int
	// answer reads a set that is up to date.
	answer func(x *indexTx, set *vectorSet) error
}

// newVectorQuery returns a query without what answers it.
func newVectorQuery(at episodic.IndexGeneration, vector []float32, name episodic.VectorName) (vectorQuery, error) {
	q := vectorQuery{at: at, name: slices.Index(vectorNames(), name)}
	if q.name < 0 {
		return q, fmt.Errorf("there is no vector named %q", name)
	}
	var err error
	q.vector, err = normalised(vector)
	return q, err
}

// attempts is how often a search starts over because others have brought the vectors further than
// its transaction sees.
const attempts = 3

// searchVectors searches the vectors in memory. Many search at once; who finds them out of date brings them to what
// its transaction sees. The first search reads them all, and the others wait for it without a connection, so that
// everything else goes on. The lock is taken inside of the transaction: who held it while it waits for a
// connection would hold up all others. Where writers are quicker each time, a search reads the
// vectors for itself, so that it ends.
func (s *Store) searchVectors(ctx context.Context, q vectorQuery) error {
	key := vectorKey{q.at, q.name}
	set := s.vectors.set(key)
	waiting, cancel := context.WithTimeout(ctx, s.options.Timeout)
	defer cancel()
	leave, err := set.first.enter(waiting)
	if err != nil {
		return s.explain(waiting, err)
	}
	defer leave()
	found := false
	for range attempts {
		if found, err = s.searchSet(ctx, q, set); found || err != nil {
			break
		}
	}
	if err == nil && !found {
		_, err = s.searchSet(ctx, q, &vectorSet{exact: set.exact})
	}
	set.mu.RLock()
	defer set.mu.RUnlock()
	if len(set.chunks) == 0 {
		s.vectors.forgetSet(key, set)
		return err
	}
	s.vectors.keep(key, set.bytes())
	return err
}

// searchSet answers a query; found is false when the set holds more than the transaction sees. A place
// without vectors has nothing to find.
func (s *Store) searchSet(ctx context.Context, q vectorQuery, set *vectorSet) (found bool, err error) {
	found = true
	err = (&Index{store: s}).view(ctx, q.at, func(x *indexTx) error {
		if x.dimension == 0 {
			return nil
		}
		if len(q.vector) != x.dimension {
			return fmt.Errorf("the vector has %d numbers, those of this generation of the index have %d", len(q.vector), x.dimension)
		}
		for {
			if searched, err := x.searchShared(q, set); searched || err != nil {
				return err
			}
			if found, err = set.bring(x, q.name); !found || err != nil {
				return err
			}
		}
	})
	return found, err
}

// searchShared searches beside others; it does not when the set is not what the transaction sees.
func (x *indexTx) searchShared(q vectorQuery, set *vectorSet) (searched bool, err error) {
	set.mu.RLock()
	defer set.mu.RUnlock()
	if !set.upToDate(x) {
		return false, nil
	}
	return true, q.answer(x, set)
}

// nearest searches a set that is up to date.
func (x *indexTx) nearest(v vectorQuery, q episodic.ChunkQuery, set *vectorSet) (hits []episodic.ChunkHit, err error) {
	ranked, err := x.rankVectors(v, q, set)
	if err != nil {
		return nil, err
	}
	ranked = ranked[min(q.Offset, len(ranked)):]
	if len(ranked) == 0 {
		return nil, nil
	}
	err = x.query(getIndexChunks, params{"ranked": ranked}, func(r *row) { hits = append(hits, r.chunkHit()) })
	return hits, err
}

// filteredRows returns the rows of index_episode that a filter leaves; nil when it leaves all. One
// that asks for whole words only looks at no other rows.
func (x *indexTx) filteredRows(f episodic.EpisodeFilter) ([]int64, error) {
	narrow := episodeFilter(f)
	if narrow == nil {
		return nil, nil
	}
	rows := []int64{}
	p := params{"project": x.place}
	maps.Copy(p, narrow)
	st := listFilteredRows
	if p["task"] == nil && p["since"] == nil && p["until"] == nil {
		st = listAttributedRows
	}
	err := x.query(st, p, func(r *row) { rows = append(rows, r.int64("number")) })
	return rows, err
}
