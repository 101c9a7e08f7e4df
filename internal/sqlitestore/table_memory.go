package sqlitestore

import (
	_ "embed"
	"math"
	"sync"

	"github.com/causeway-memory/causeway/internal/postings"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

//go:embed sql/index/list_dead.sql
var listDead statement

// tableBytes is how much memory the tables of large segments take, of all projects together: those of some 5,000,000 chunks.
const tableBytes = 64 << 20

// tableKey names the table of a segment. Places are numbered once. A segment may get the number of one that is gone, but then other
// chunks: those of a segment only ever become fewer.
type tableKey struct {
	place, segment, first, last int64
	chunks                      int
}

// heldTable is a table with so many chunks that are gone.
type heldTable struct {
	*postings.Table
	dead int
}

// tableMemory holds the tables of the large segments that were searched last: what is not read for every question. It is
// safe for concurrent use; the tables are not changed.
type tableMemory struct {
	mu    sync.Mutex
	limit int
	bytes int
	held  *simplelru.LRU[tableKey, heldTable]
}

func newTableMemory() *tableMemory {
	m := &tableMemory{limit: tableBytes}
	m.held, _ = simplelru.NewLRU(math.MaxInt, func(_ tableKey, h heldTable) { m.bytes -= h.Bytes() }) // fails for no size only
	return m
}

func (m *tableMemory) get(key tableKey) (heldTable, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.held.Get(key)
}

// keep holds a table, and forgets others, or the table itself, while all are too many.
func (m *tableMemory) keep(key tableKey, h heldTable) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held.Remove(key)
	m.held.Add(key, h)
	m.bytes += h.Bytes()
	for m.bytes > m.limit {
		m.held.RemoveOldest()
	}
}

// heldTable returns the table of a large segment as the transaction sees it. Of one that is held only what is gone is read again.
func (x *indexTx) heldTable(s *segment) (*postings.Table, error) {
	memory, key := x.store.tables, tableKey{x.place, s.number, s.first, s.last, s.chunks}
	held, found := memory.get(key)
	if found && held.dead == s.dead {
		return held.Table, nil
	}
	var table *postings.Table
	var err error
	if found {
		table = held.Alive()
		err = x.query(listDead, params{"project": x.place, "segment": s.number}, func(r *row) {
			if err := table.LoadDead(r.integer("span"), r.bytes("dead")); err != nil {
				r.fail("span %d: %w", r.integer("span"), err)
			}
		})
	} else {
		table, err = x.table(s)
	}
	if err == nil {
		memory.keep(key, heldTable{table, s.dead})
	}
	return table, err
}
