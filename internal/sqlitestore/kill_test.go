package sqlitestore_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/internal/storetest"
)

// TestStore_killed kills processes while they write. What they had acknowledged is there,
// and of a call all or nothing.
func TestStore_killed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	openFile(t, path)
	for round := range 5 {
		child := exec.CommandContext(t.Context(), os.Args[0])
		child.Env = append(os.Environ(), "SQLITESTORE_TEST_FILE="+path, fmt.Sprintf("SQLITESTORE_TEST_ROUND=%d", round))
		out, err := child.StdoutPipe()
		must(t, err)
		must(t, child.Start())
		acknowledged := -1
		for {
			var n int
			if _, err := fmt.Fscanf(out, "written %d\n", &n); err != nil {
				break
			}
			if acknowledged = n; n == 0 { // on a busy machine the first write takes a while
				time.AfterFunc(time.Duration(10+50*round)*time.Millisecond, func() { _ = child.Process.Kill() })
			}
		}
		_ = child.Wait()
		checkKilled(t, path, round, acknowledged)
	}
}

func checkKilled(t *testing.T, path string, round, acknowledged int) {
	t.Helper()
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path})
	must(t, err)
	defer func() { must(t, s.Close(t.Context())) }()
	project := fmt.Sprintf("round%d", round)
	if acknowledged < 0 {
		t.Fatalf("round %d ended before its first write", round)
	}
	records, err := s.Snapshot(t.Context(), project)
	must(t, err)
	// Each call writes two episodes; one call more than the last acknowledged may be there.
	if n := len(records); n != 2*(acknowledged+1) && n != 2*(acknowledged+2) {
		t.Errorf("round %d: %d episodes, %d calls were acknowledged", round, n, acknowledged+1)
	}
	totals, err := s.Totals(t.Context(), []string{project})
	must(t, err)
	for _, got := range totals {
		if got.Events != 20*got.Episodes || got.Episodes != len(records) {
			t.Errorf("round %d: %d episodes of %d have %d events", round, got.Episodes, len(records), got.Events)
		}
	}
	storetest.CheckFactors(t, storetest.Set{Graph: s, Factors: s}, project)
}

// TestMain runs the tests, or is the process that TestStore_killed kills.
func TestMain(m *testing.M) {
	path := os.Getenv("SQLITESTORE_TEST_FILE")
	if path == "" {
		os.Exit(m.Run())
	}
	if os.Getenv("SQLITESTORE_TEST_BUSY") != "" {
		os.Exit(writeBusily(path))
	}
	if err := writeUntilKilled(path, "round"+os.Getenv("SQLITESTORE_TEST_ROUND")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func writeUntilKilled(path, project string) error {
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path})
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		var batch []episodic.Prepared
		for _, name := range []string{"a", "b"} {
			e := episodic.Episode{ID: fmt.Sprintf("%s%05d", name, n), Outcome: episodic.OutcomeSuccess}
			for i := range 20 {
				e.Events = append(e.Events, episodic.Event{ID: fmt.Sprintf("e%d", i), Type: episodic.EventTest, Content: "go test"})
			}
			e.Events[0].Factor, e.Events[1].Factor = fmt.Sprintf("kind=%d", n%5), "shared"
			for _, target := range []string{"e1", fmt.Sprintf("a%05d/e1", n-1)} {
				e.Links = append(e.Links, episodic.Link{Source: "e0", Relation: episodic.RelationCauses, Target: target, Basis: episodic.BasisStated})
			}
			p, err := intake.Prepare(e)
			if err != nil {
				return err
			}
			batch = append(batch, p)
		}
		if _, err := s.RecordEpisodes(context.Background(), project, batch, false, day); err != nil {
			return err
		}
		if err := rebuildSome(s, project, n); err != nil {
			return err
		}
		fmt.Printf("written %d\n", n)
	}
}

// rebuildSome begins a rebuild of the factors now and then, and goes on with it in small steps.
func rebuildSome(s *sqlitestore.Store, project string, n int) error {
	if n%8 == 5 {
		if err := s.InvalidateLayer(context.Background(), project); err != nil {
			return err
		}
	}
	_, err := s.RefreshSome(context.Background(), project, 3)
	return err
}
