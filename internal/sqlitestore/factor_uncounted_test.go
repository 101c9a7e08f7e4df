package sqlitestore_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

func linksOf(t *testing.T, s *sqlitestore.Store) []link.FactorLink {
	t.Helper()
	found, err := s.ListFactorLinks(t.Context(), layer.FactorLinkQuery{Project: "p", Page: episodic.Page{Limit: 1000}})
	must(t, err)
	return found
}

// TestStore_readsCountLinks holds the lock of writers: a read that would have to count links fails then, and
// one that needs none answers.
func TestStore_readsCountLinks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	s := openFile(t, path)
	record(t, s, "p", choosing(t, 1, 1), choosing(t, 2, 2))
	if n := linksOf(t, s)[0].Pair.Episodes(); n != 2 {
		t.Fatalf("%d episodes are counted", n)
	}
	record(t, s, "p", choosing(t, 3, 1))
	_, err := s.GetDerivation(t.Context(), "p") // derives, and counts nothing
	must(t, err)
	hasty, err := sqlitestore.Open(sqlitestore.Options{Path: path, Timeout: 200 * time.Millisecond})
	must(t, err)
	defer func() { must(t, hasty.Close(t.Context())) }()
	other := run(t, path, "BEGIN IMMEDIATE")
	links, err := hasty.ListFactorLinks(t.Context(), layer.FactorLinkQuery{Project: "p", Page: episodic.Page{Limit: 10}})
	if !errors.Is(err, episodic.ErrUnavailable) {
		t.Errorf("links that cannot be counted: %v, %v", links, err)
	}
	if n, err := s.CountFactors(t.Context(), layer.FactorQuery{Project: "p"}); err != nil || n != 4 {
		t.Errorf("%d factors, %v", n, err)
	}
	must(t, other.Close())
	for _, l := range linksOf(t, s) {
		if l.Pair.Episodes() != 3 {
			t.Errorf("%s: %d episodes are counted", l.Source.Label(), l.Pair.Episodes())
		}
	}
}

// TestStore_countsAreOfOneMoment reads links while others write: whatever an answer holds, its counts agree.
func TestStore_countsAreOfOneMoment(t *testing.T) {
	s := open(t)
	record(t, s, "p", choosing(t, 0, 0))
	var writers sync.WaitGroup
	for w := range 2 {
		writers.Go(func() {
			for i := range 25 {
				n := 1 + w + 2*i
				record(t, s, "p", choosing(t, n, n%5))
			}
		})
	}
	done := make(chan struct{})
	go func() { writers.Wait(); close(done) }()
	for reading := true; reading; {
		select {
		case <-done:
			reading = false
		default:
		}
		links := linksOf(t, s)
		for _, l := range links {
			if l.Evidence.Total() != l.Pair.N11 || l.Pair.Episodes() != links[0].Pair.Episodes() {
				t.Fatalf("%s is stated by %d episodes, and counted as %+v beside %+v", l.Source.Label(), l.Evidence.Total(), l.Pair, links[0].Pair)
			}
		}
	}
	if n := linksOf(t, s)[0].Pair.Episodes(); n != 51 {
		t.Errorf("%d episodes are counted in the end", n)
	}
}

// TestStore_nothingWaitsOfWhatIsGone: what waits to be counted would hold the words of a purged episode.
func TestStore_nothingWaitsOfWhatIsGone(t *testing.T) {
	s := open(t)
	uncounted := func() string {
		t.Helper()
		projects, err := s.ListUncounted(t.Context(), 10)
		must(t, err)
		return fmt.Sprint(projects)
	}
	record(t, s, "p", choosing(t, 1, 1))
	if got := uncounted(); got != "[p]" {
		t.Errorf("after a write %s", got)
	}
	linksOf(t, s)
	if got := uncounted(); got != "[]" {
		t.Errorf("after a read %s", got)
	}
	record(t, s, "p", choosing(t, 1, 2))
	must(t, s.DeleteEpisode(t.Context(), "p", "c1", day))
	must(t, s.PurgeEpisode(t.Context(), "p", "c1"))
	if got := uncounted(); got != "[]" {
		t.Errorf("after a purge %s", got)
	}
}
