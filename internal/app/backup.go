package app

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/backup"
	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/moving"
)

// The names of database files in a backup.
const (
	backupStore   = "causeway.db"
	backupJournal = "journal.db"
)

// HasJournal reports whether a service with this configuration has taken execution events in before.
func HasJournal(cfg config.Config) bool {
	_, err := os.Stat(journalPath(cfg))
	return err == nil
}

// journalPath is the file of the journal.
// journalPath is the file of the journal.
func journalPath(cfg config.Config) string {
	return cmp.Or(cfg.Capture.Journal, filepath.Join(cfg.Home, "journal.db"))
}

// Backup writes a backup of the memory into a new folder, while services run and write. The journal comes
// first: what was acknowledged before is in it, or has reached the engines and is in their copy.
func Backup(ctx context.Context, cfg config.Config, dir string, log *slog.Logger, progress CopyProgress) (m backup.Manifest, err error) {
	cfg, state, err := running(ctx, cfg)
	if err != nil {
		return m, err
	}
	folder, err := backup.NewFolder(dir)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, folder.Abandon()) }()
	m = backup.Manifest{Causeway: Version(), Engines: cfg.Engines, BeganAt: time.Now().UTC(), Projects: []backup.Project{}}
	names, err := backUpJournal(ctx, cfg, folder.Path, &m, progress)
	if err != nil {
		return m, err
	}
	var a *App
	if cfg.Engines == config.EnginesEmbedded {
		m.Kind = backup.KindFiles
		names = append(names, backupStore)
		a, err = backUpStore(ctx, cfg, folder.Path, log, progress)
	} else {
		m.Kind = backup.KindStreams
		a, err = Open(ctx, cfg, state, log)
	}
	if err != nil {
		return m, err
	}
	streams, err := a.backUpProjects(ctx, folder.Path, &m, progress)
	a.Close()
	if err != nil {
		return m, err
	}
	if err := forget(folder.Path, backupStore+"-commits", backupJournal+"-commits"); err != nil {
		return m, err
	}
	m.Files, err = backup.Describe(folder.Path, append(names, streams...), func(done, total int) { progress("computing checksums", done, total) })
	if err != nil {
		return m, err
	}
	m.EndedAt = time.Now().UTC()
	return m, errors.Join(backup.Write(folder.Path, m), folder.Finish())
}

// forget removes files that exist.
func forget(dir string, names ...string) error {
	for _, name := range names {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// backUpJournal copies the journal, if there is one.
func backUpJournal(ctx context.Context, cfg config.Config, dir string, m *backup.Manifest, progress CopyProgress) ([]string, error) {
	from, to := journalPath(cfg), filepath.Join(dir, backupJournal)
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	err := checksumvfs.Backup(ctx, from, to, func(done, total int) { progress("copying the journal", done, total) })
	if err != nil {
		return nil, err
	}
	stats, err := journalStats(ctx, to)
	if err != nil {
		return nil, fmt.Errorf("look at the copy of the journal: %w", err)
	}
	m.Journal = &backup.Journal{File: backupJournal, Waiting: stats.Journaled.Records, Failed: stats.Failed.Records}
	return []string{backupJournal}, nil
}

// journalStats opens the journal in a file that no service has.
func journalStats(ctx context.Context, path string) (journal.Stats, error) {
	j, err := journal.Open(ctx, journal.Options{Path: path, Now: time.Now})
	if err != nil {
		return journal.Stats{}, err
	}
	stats, err := j.Stats(ctx)
	return stats, errors.Join(err, j.Close())
}

// backUpStore copies the file of embedded engines, and opens the copy.
func backUpStore(ctx context.Context, cfg config.Config, dir string, log *slog.Logger, progress CopyProgress) (*App, error) {
	from := engine.DatabasePath(cfg.Home)
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no embedded memory in %s", cfg.Home)
	}
	err := checksumvfs.Backup(ctx, from, filepath.Join(dir, backupStore), func(done, total int) { progress("copying the memory", done, total) })
	if err != nil {
		return nil, err
	}
	cfg.Home = dir
	return Open(ctx, cfg, engine.State{}, log)
}

// backUpProjects notes what each project holds. It reads all of it, and writes it unless the file of the
// store is in the backup. It returns the files that it wrote.
func (a *App) backUpProjects(ctx context.Context, dir string, m *backup.Manifest, progress CopyProgress) (files []string, err error) {
	names, err := a.projectNames(ctx)
	if err != nil {
		return nil, err
	}
	purged, err := a.purgedNames(ctx, *m, names)
	if err != nil {
		return nil, err
	}
	for i, name := range append(names, purged...) {
		write, finish, file := func([]byte) error { return nil }, func() error { return nil }, ""
		if m.Kind == backup.KindStreams {
			file = fmt.Sprintf("project-%04d.jsonl.gz", i+1)
			if write, finish, err = streamTo(filepath.Join(dir, file)); err != nil {
				return files, err
			}
			files = append(files, file)
		}
		var report ExportReport
		if i < len(names) {
			report, err = a.export(ctx, archive.ExportOptions{Project: name, Revisions: true, Deleted: true}, write, func(done, total int) { progress("reading "+name, done, total) })
		} else {
			report.Project = name
			err = moving.ExportAudit(ctx, a.engines.graph, &report, write)
		}
		if err = errors.Join(err, finish()); err != nil {
			return files, err
		}
		m.Projects = append(m.Projects, newBackedUp(file, report, i >= len(names)))
	}
	return files, nil
}

// purgedNames returns the projects that are gone and whose audit logs a backup takes along; none if the file of the store is in it.
func (a *App) purgedNames(ctx context.Context, m backup.Manifest, there []string) ([]string, error) {
	if m.Kind == backup.KindFiles {
		return nil, nil
	}
	logged, err := audit.Projects(ctx, a.engines.graph)
	return slices.DeleteFunc(logged, func(name string) bool { return slices.Contains(there, name) }), err
}

func newBackedUp(file string, report ExportReport, purged bool) backup.Project {
	p := backup.Project{
		Name: report.Project, File: file, Episodes: report.Episodes, Lines: report.Lines, Parts: map[string]int{}, Fingerprint: report.Whole, Purged: purged,
	}
	for kind, n := range report.Parts {
		p.Parts[string(kind)] = n
	}
	return p
}

// streamTo writes compressed lines to a new file, which is on disk after finish.
func streamTo(path string) (write func(line []byte) error, finish func() error, err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, nil, err
	}
	buffered := bufio.NewWriterSize(file, 1<<16)
	zipped := gzip.NewWriter(buffered)
	write = func(line []byte) error {
		_, err := zipped.Write(line)
		return err
	}
	return write, func() error { return errors.Join(zipped.Close(), buffered.Flush(), file.Sync(), file.Close()) }, nil
}

// VerifyBackup reads a backup whole and returns its manifest, or an error that names each file that is not as
// it was written.
func VerifyBackup(dir string, progress CopyProgress) (backup.Manifest, error) {
	return backup.Verify(dir, func(done, total int) { progress("verifying", done, total) })
}
