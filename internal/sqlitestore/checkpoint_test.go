package sqlitestore_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// fill commits n entries of about that many pages.
func fill(t *testing.T, s *sqlitestore.Store, name string, n, pages int) {
	t.Helper()
	for i := range n {
		e := ledger.Entry{ID: ledger.ID{Kind: "fill", Key: fmt.Sprint(name, i)}, Data: make([]byte, pages*4096), CreatedAt: day, ExpiresAt: day}
		must(t, s.AddEntry(t.Context(), e))
	}
}

// await looks at the journal until it is as wanted.
func await(t *testing.T, s *sqlitestore.Store, wanted func(pages, copied int64) bool) {
	t.Helper()
	for {
		pages, copied, err := s.Journal()
		must(t, err)
		if wanted(pages, copied) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestCheckpoint_inTheBackground(t *testing.T) {
	s := open(t)
	fill(t, s, "few", 1, 100)
	if _, copied, err := s.Journal(); err != nil || copied != 0 {
		t.Errorf("after 100 pages %d are copied, %v", copied, err)
	}
	fill(t, s, "many", 12, 100)
	await(t, s, func(pages, copied int64) bool { return copied >= 1_000 || pages < 1_000 })
}

// A reader keeps the journal from being begun again for as long as it reads, and writers go on meanwhile.
func TestCheckpoint_beginsTheJournalAgain_concurrently(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	s := openFile(t, path)
	usual := s.RestartJournalAt(100)
	reader := run(t, path, "BEGIN", "SELECT count(*) FROM project")
	fill(t, s, "meanwhile", 1, 100)
	await(t, s, func(int64, int64) bool { return s.RestartJournalAt(0) != 100 })
	fill(t, s, "meanwhile, too", 2, 100)
	if pages, _, err := s.Journal(); err != nil || pages < 300 {
		t.Errorf("a reader needs the journal, which has %d pages, %v", pages, err)
	}
	must(t, reader.Close())
	s.RestartJournalAt(100)
	fill(t, s, "after", 1, 10)
	await(t, s, func(pages, copied int64) bool { return s.RestartJournalAt(0) == usual && copied == pages })
	fill(t, s, "again", 1, 1)
	if pages, _, err := s.Journal(); err != nil || pages > 50 {
		t.Errorf("the next writer goes on at page %d, %v", pages, err)
	}
}
