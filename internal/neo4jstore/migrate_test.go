package neo4jstore_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/migration"
)

// testSchema is a schema on labels of its own, so that tests can run and spoil it beside
// those of other packages. It is dropped after the test.
func testSchema(t *testing.T) (name string, files fstest.MapFS) {
	t.Helper()
	label := "Test" + strings.ReplaceAll(enginetest.Project(t), "-", "")
	files = fstest.MapFS{}
	for number, property := range map[string]string{"001": "a", "002": "b", "003": "c"} {
		files[number+"_"+property+".cypher"] = &fstest.MapFile{Data: []byte(
			"CREATE INDEX " + label + property + " IF NOT EXISTS FOR (n:" + label + ") ON (n." + property + ")")}
	}
	t.Cleanup(func() {
		for _, property := range []string{"a", "b", "c"} {
			raw[int64](t, "DROP INDEX "+label+property+" IF EXISTS", nil)
		}
		raw[int64](t, "MATCH (n) WHERE (n:SchemaStep OR n:SchemaLock) AND n.set = $set DETACH DELETE n RETURN count(*)", map[string]any{"set": label})
	})
	return label, files
}

func indexes(t *testing.T, label string) int64 {
	t.Helper()
	return raw[int64](t, "SHOW INDEXES YIELD labelsOrTypes WHERE labelsOrTypes = [$label] RETURN count(*)", map[string]any{"label": label})
}

func TestStore_Migrate_fiveAtOnce(t *testing.T) {
	name, files := testSchema(t)
	var wg sync.WaitGroup
	errs := make([]error, 5)
	for i := range errs {
		s := open(t, options(t)).WithSchema(name, files)
		wg.Go(func() { errs[i] = s.Migrate(t.Context()) })
	}
	wg.Wait()
	must(t, errors.Join(errs...))
	if n := indexes(t, name); n != 3 {
		t.Errorf("%d indexes, want 3", n)
	}
	must(t, open(t, options(t)).WithSchema(name, files).Ready(t.Context()))
}

func TestStore_Migrate_refuses(t *testing.T) {
	newer := func(files fstest.MapFS) { delete(files, "003_c.cypher") }
	changed := func(files fstest.MapFS) {
		files["002_b.cypher"] = &fstest.MapFile{Data: append([]byte("// other\n"), files["002_b.cypher"].Data...)}
	}
	for _, c := range []struct {
		why   string
		spoil func(fstest.MapFS)
		want  string
	}{
		{"a graph that a newer program wrote", newer, "step 003_c is newer than this program; use the causeway that wrote it"},
		{"a file that was changed after it ran", changed, "step 002_b ran with other content"},
	} {
		name, files := testSchema(t)
		s := open(t, options(t))
		must(t, s.WithSchema(name, files).Migrate(t.Context()))
		c.spoil(files)
		for what, call := range map[string]func(context.Context) error{
			"Migrate": s.WithSchema(name, files).Migrate, "Ready": s.WithSchema(name, files).Ready,
		} {
			if err := call(t.Context()); !errors.Is(err, migration.ErrSchema) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %s returns %v, want %q", c.why, what, err, c.want)
			}
		}
	}
}

func TestStore_Migrate_goesOnWhereItWasCutOff(t *testing.T) {
	name, files := testSchema(t)
	good := files["002_b.cypher"]
	files["002_b.cypher"] = &fstest.MapFile{Data: []byte("CREATE INDEX oops IF NOT EXISTS FOR")}
	s := open(t, options(t)).WithSchema(name, files)
	if err := s.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "step 002_b") {
		t.Fatalf("a broken step: %v", err)
	}
	err := s.Ready(t.Context())
	if !errors.Is(err, migration.ErrSchema) || !strings.Contains(err.Error(), "step 002_b has not finished; start causeway again") {
		t.Errorf("half a schema is ready: %v", err)
	}
	files["002_b.cypher"] = good
	must(t, s.Migrate(t.Context()))
	must(t, s.Ready(t.Context()))
	must(t, s.Migrate(t.Context()))
	if n := indexes(t, name); n != 3 {
		t.Errorf("%d indexes, want 3", n)
	}
}

func TestStore_Ready(t *testing.T) {
	must(t, store(t).Ready(t.Context()))
}

// A process that runs while a newer one migrates the graph goes on reading and writes nothing more.
func TestStore_refusesToWriteWhatANewerOneMigrated(t *testing.T) {
	name, files := testSchema(t)
	older := fstest.MapFS{"001_a.cypher": files["001_a.cypher"], "002_b.cypher": files["002_b.cypher"]}
	s := open(t, options(t)).WithSchema(name, older)
	must(t, s.Migrate(t.Context()))
	project := enginetest.Project(t)
	t.Cleanup(func() { must(t, open(t, options(t)).PurgeProject(context.WithoutCancel(t.Context()), project)) })
	record(t, s, project, prepare(t, "a", 2))
	must(t, open(t, options(t)).WithSchema(name, files).Migrate(t.Context()))
	want := "step 003_c is newer than this program; use the causeway that wrote it, or a later one"
	for what, call := range map[string]func() error{
		"a record": func() error {
			_, err := s.RecordEpisodes(t.Context(), project, []episodic.Prepared{prepare(t, "b", 1)}, false, day)
			return err
		},
		"a mark": func() error {
			return s.MarkIndexed(t.Context(), []episodic.IndexTask{{Project: project, Episode: "a", Revision: 1}})
		},
		"a deletion": func() error { return s.DeleteEpisode(t.Context(), project, "a", time.Now()) },
		"a purge":    func() error { return s.PurgeProject(t.Context(), project) },
	} {
		if err := call(); !errors.Is(err, migration.ErrNewer) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
	if n, err := s.CountEpisodes(t.Context(), episodic.EpisodeQuery{Project: project}); err != nil || n != 1 {
		t.Errorf("%d episodes are read, %v; want the one that was there", n, err)
	}
	must(t, open(t, options(t)).WithSchema(name, files).DeleteEpisode(t.Context(), project, "a", time.Now()))
}

// A guarded store refuses everything before its schema is known to be up to date.
func TestStore_Guarded(t *testing.T) {
	o := options(t)
	o.Guarded = true
	s := open(t, o)
	if _, err := s.CountBacklog(t.Context()); !errors.Is(err, episodic.ErrUnavailable) {
		t.Errorf("a read before the migration: %v", err)
	}
	if _, err := s.PutEvents(t.Context(), "guarded", nil, nil, time.Now()); !errors.Is(err, episodic.ErrUnavailable) {
		t.Errorf("a write before the migration: %v", err)
	}
	if err := s.Ready(t.Context()); errors.Is(err, episodic.ErrUnavailable) {
		t.Errorf("it does not say what the schema is: %v", err)
	}
	must(t, s.Migrate(t.Context()))
	must(t, s.Ready(t.Context()))
	if _, err := s.CountBacklog(t.Context()); err != nil {
		t.Errorf("after the migration: %v", err)
	}
}
