package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// perEvents is what sizes are told for: so many events and what belongs to their episodes.
const perEvents = 10_000

// addSize adds what so many episodes of a corpus take, per 10,000 events.
func (b *bench) addSize(name string, c *corpus.Corpus, bytes float64, episodes int) {
	events := 0
	for n := range c.Size() {
		events += len(c.Episode(n).Events)
	}
	mean := float64(events) / float64(c.Size())
	b.figures = append(b.figures, measure.Figure{
		Name: "size of " + name, Episodes: episodes, Unit: "MB per 10,000 events",
		Value: bytes / (float64(episodes) * mean) * perEvents / 1e6,
	})
}

// weigh adds the size of the file, once everything in its log is moved into it.
func (b *bench) weigh(ctx context.Context, c *corpus.Corpus, home string) error {
	conn, err := checksumvfs.Open(engine.DatabasePath(home), sqlite.OpenReadWrite)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetInterrupt(ctx.Done())
	if err := sqlitex.ExecuteTransient(conn, "PRAGMA wal_checkpoint(TRUNCATE)", nil); err != nil {
		return err
	}
	parts := []struct{ name, like string }{
		{"the file", "%"},
		{"its graph", ""},
		{"its index", `index\_%`},
		{"its words", `words\_%`},
	}
	sizes := map[string]float64{}
	for _, p := range parts {
		err := sqlitex.ExecuteTransient(conn, `SELECT total(pgsize) FROM dbstat WHERE name LIKE ? ESCAPE '\'`,
			&sqlitex.ExecOptions{Args: []any{p.like}, ResultFunc: func(stmt *sqlite.Stmt) error {
				sizes[p.name] = stmt.ColumnFloat(0)
				return nil
			}})
		if err != nil {
			return err
		}
	}
	sizes["its graph"] = sizes["the file"] - sizes["its index"] - sizes["its words"]
	for _, p := range parts {
		b.addSize(p.name, c, sizes[p.name], c.Size())
	}
	return nil
}

// folderSize adds up the files of a folder. Files that go meanwhile do not count.
func folderSize(dir string) (bytes float64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := d.Info(); err == nil {
			bytes += float64(info.Size())
		}
		return nil
	})
	return bytes, err
}
