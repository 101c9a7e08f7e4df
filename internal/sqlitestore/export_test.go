package sqlitestore

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitefile"
	"zombiezen.com/go/sqlite"
)

// LimitPages lets the file have no more pages than it has, and some more; fewer than 0 take
// the limit away. It stands for a disk that is full.
func (s *Store) LimitPages(more int) error {
	conn, err := s.writers.Take(context.Background())
	if err != nil {
		return err
	}
	defer s.writers.Put(conn)
	pages, err := sqlitefile.Pragma(conn, "page_count", (*sqlite.Stmt).ColumnInt)
	if err != nil {
		return err
	}
	pages += more
	if more < 0 {
		pages = 1 << 30
	}
	return sqlitefile.Execute(conn, fmt.Sprintf("PRAGMA max_page_count = %d", pages))
}

// forever is a statement that does not end by itself.
const forever statement = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS count FROM n"

// ReadForever reads until it is stopped.
func (s *Store) ReadForever(ctx context.Context) error {
	return s.read(ctx, forever, nil, func(*row) {})
}

// WriteForever writes a project and goes on until it is stopped.
func (s *Store) WriteForever(ctx context.Context) error {
	return s.write(ctx, func(t *tx) error {
		if err := t.createProject("given up", time.Time{}); err != nil {
			return err
		}
		return t.query(forever, nil, func(*row) {})
	})
}

// HeldVectors counts the sets of vectors in memory.
func (s *Store) HeldVectors() int {
	s.vectors.mu.Lock()
	defer s.vectors.mu.Unlock()
	return len(s.vectors.sets)
}

// LimitTables bounds the memory of tables of segments.
func (s *Store) LimitTables(bytes int) { s.tables.limit = bytes }

// HeldTables counts the tables in memory, and their bytes.
func (s *Store) HeldTables() (tables, bytes int) {
	s.tables.mu.Lock()
	defer s.tables.mu.Unlock()
	return s.tables.held.Len(), s.tables.bytes
}

// LimitVectors bounds the memory of vectors.
func (s *Store) LimitVectors(bytes int64) {
	s.vectors.mu.Lock()
	defer s.vectors.mu.Unlock()
	s.vectors.limit = bytes
}

// ExactVectors says how many vectors a set holds as they are, from the next one on.
func (s *Store) ExactVectors(n int) {
	s.vectors.mu.Lock()
	defer s.vectors.mu.Unlock()
	s.vectors.exact = n
}

// VectorsInMemory counts the vectors in memory that are held as they are and as codes, and their bytes.
func (s *Store) VectorsInMemory() (exact, coded int, bytes int64) {
	s.vectors.mu.Lock()
	defer s.vectors.mu.Unlock()
	for _, h := range s.vectors.sets {
		h.mu.RLock()
		if h.codes != nil {
			coded += h.codes.Len()
		} else {
			exact += len(h.chunks)
		}
		bytes += h.vectorSet.bytes()
		h.mu.RUnlock()
	}
	return exact, coded, bytes
}

// ForgetVectors forgets all vectors that are in memory.
func (s *Store) ForgetVectors() {
	s.vectors.forget(func(episodic.IndexGeneration) bool { return true })
}

// IdleVectors says after what time without a search vectors are forgotten.
func (s *Store) IdleVectors(after time.Duration) {
	s.vectors.mu.Lock()
	defer s.vectors.mu.Unlock()
	s.vectors.idle = after
}

// Checkpoint writes the journal back into the file.
func (s *Store) Checkpoint() error {
	s.checkpointer.working.Lock()
	defer s.checkpointer.working.Unlock()
	_, err := s.checkpointAlone(context.Background(), "TRUNCATE")
	return err
}

// RestartJournalAt makes the journal be begun again at that length in pages, unless it is 0, and
// returns the length from before.
func (s *Store) RestartJournalAt(pages int64) int64 {
	if pages == 0 {
		return s.checkpointer.restartAt.Load()
	}
	return s.checkpointer.restartAt.Swap(pages)
}

// Journal returns how many pages the journal has and how many of them are in the file, after the
// checkpoint in progress.
func (s *Store) Journal() (pages, copied int64, err error) {
	s.checkpointer.working.Lock()
	defer s.checkpointer.working.Unlock()
	conn, err := s.writers.Take(context.Background())
	if err != nil {
		return 0, 0, err
	}
	defer s.writers.Put(conn)
	j, err := checkpoint(conn, "NOOP")
	return j.pages, j.copied, err
}

// OpenWithLibrary is Open in a program that contains the SQLite of that number.
func OpenWithLibrary(o Options, number int) (*Store, error) { return open(o, number) }

// Settings reads a pragma on a connection that writes and on one that reads.
func (s *Store) Settings(name string) (writer, reader int, err error) {
	for from, to := range map[*sqlitefile.Pool]*int{s.writers: &writer, s.readers: &reader} {
		conn, err := from.Take(context.Background())
		if err != nil {
			return 0, 0, err
		}
		*to, err = sqlitefile.Pragma(conn, name, (*sqlite.Stmt).ColumnInt)
		from.Put(conn)
		if err != nil {
			return 0, 0, err
		}
	}
	return writer, reader, nil
}

// HoldWriter takes the connection that writes until release is called.
func (s *Store) HoldWriter() (release func()) {
	conn, err := s.writers.Take(context.Background())
	if err != nil {
		panic(err)
	}
	return func() { s.writers.Put(conn) }
}

// WaitingWrites counts the writes that wait for the connection.
func (s *Store) WaitingWrites() int {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	return len(s.queue.waiting)
}

// CreateProjectThen creates a project and ends with err.
func (s *Store) CreateProjectThen(ctx context.Context, name string, err error) error {
	return s.CreateProjectWith(ctx, name, func() error { return err })
}

// CreateProjectWith creates a project and then calls work, in one write.
func (s *Store) CreateProjectWith(ctx context.Context, name string, work func() error) error {
	return s.write(ctx, func(t *tx) error {
		if err := t.createProject(name, time.Time{}); err != nil {
			return err
		}
		return work()
	})
}

// insertForever is a statement that writes and does not end by itself.
const insertForever statement = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
INSERT INTO project (name, created_at) SELECT 'forever ' || i, '' FROM n`

// InsertForever writes until it is stopped.
func (s *Store) InsertForever(ctx context.Context) error {
	return s.write(ctx, func(t *tx) error { return t.exec(insertForever, nil) })
}

// MergeOften makes segments of what is fresh soon and merges them often, a little at a time.
func (s *Store) MergeOften() {
	s.sizes = wordSizes{freshBytes: 1 << 20, freshRows: 2, levelChunks: 4, factor: 2, deadShare: 3, workPerByte: 0, leastWork: 700, heldChunks: 16}
}

// SegmentsOf counts the segments of a place by state: searched, being built and being removed.
func (s *Store) SegmentsOf(ctx context.Context, at episodic.IndexGeneration) (n [3]int, err error) {
	err = s.Index().view(ctx, at, func(x *indexTx) error {
		all, err := x.segments()
		for _, s := range all {
			n[s.state]++
		}
		return err
	})
	return n, err
}

// HoldFirstRead keeps searches from reading the vectors of a place until leave is called, as one that
// reads them does.
func (s *Store) HoldFirstRead(ctx context.Context, at episodic.IndexGeneration) (leave func(), err error) {
	return s.vectors.set(vectorKey{at, slices.Index(vectorNames(), episodic.VectorChunk)}).first.enter(ctx)
}

// HoldWrite writes a project and holds the lock of writers for a while.
func (s *Store) HoldWrite(ctx context.Context, project string, d time.Duration) error {
	return s.write(ctx, func(t *tx) error {
		time.Sleep(d)
		return t.createProject(project, time.Time{})
	})
}
