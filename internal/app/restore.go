package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/backup"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/journal"
)

// restoring is the file in the home folder that names the backup which is being restored: it is there from before the first
// change until after the last.
const restoring = "restoring.json"

// Restore brings a backup back into a memory that is empty. It reads the whole backup first, and compares
// fingerprints in the end. Database files appear in the home folder when they are whole and compared. A restore that was
// interrupted, or killed, goes on when it is run again.
func Restore(ctx context.Context, cfg config.Config, dir string, log *slog.Logger, progress CopyProgress) (backup.Manifest, error) {
	m, err := VerifyBackup(dir, progress)
	if err != nil {
		return m, err
	}
	if m.Kind == backup.KindFiles {
		return m, restoreFiles(ctx, cfg, dir, m, log, progress)
	}
	return m, restoreStreams(ctx, cfg, dir, m, log, progress)
}

// restoreFiles restores the files of embedded engines.
func restoreFiles(ctx context.Context, cfg config.Config, dir string, m backup.Manifest, log *slog.Logger, progress CopyProgress) error {
	if cfg.Engines != config.EnginesEmbedded {
		return fmt.Errorf("the backup is of embedded engines, and the setting engines is %s: restore it with --engines=embedded, and `causeway copy` it then", cfg.Engines)
	}
	mark, work := filepath.Join(cfg.Home, restoring), filepath.Join(cfg.Home, ".restoring")
	resumed, err := resumes(mark, m)
	if err != nil {
		return err
	}
	if resumed {
		switch done, err := startOver(cfg); {
		case err != nil:
			return err
		case done:
			return complete(work, mark)
		}
	}
	if err := emptyHome(cfg); err != nil {
		return err
	}
	if err := setMark(mark, m); err != nil {
		return err
	}
	if err := makeFiles(ctx, cfg, work, dir, m, log, progress); err != nil {
		return errors.Join(err, complete(work, mark))
	}
	if err := placeFiles(cfg, work, m, progress); err != nil {
		return fmt.Errorf("%w; run the same command again to go on", err)
	}
	return complete(work, mark)
}

// complete removes what a restore needed for itself, its mark last.
func complete(work, mark string) error {
	if err := os.RemoveAll(work); err != nil {
		return err
	}
	return unmark(mark)
}

// startOver removes what a killed restore left, or reports that only its mark was left. Nothing else has used the files: no engines open
// while the mark is there. The database comes last, so with it everything is in place.
func startOver(cfg config.Config) (done bool, err error) {
	if _, err := os.Lstat(engine.DatabasePath(cfg.Home)); err == nil {
		return true, nil
	}
	events := journalPath(cfg)
	for _, path := range []string{events, events + "-wal", events + "-shm", events + "-commits"} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, fmt.Errorf("remove what a restore left: %w", err)
		}
	}
	return false, nil
}

// makeFiles makes the files of a backup in a folder of their own, and opens and compares them.
func makeFiles(ctx context.Context, cfg config.Config, work, dir string, m backup.Manifest, log *slog.Logger, progress CopyProgress) error {
	if err := errors.Join(os.RemoveAll(work), os.Mkdir(work, 0o700)); err != nil {
		return err
	}
	for _, file := range m.Files {
		err := checksumvfs.Backup(ctx, filepath.Join(dir, file.Name), filepath.Join(work, file.Name), func(done, total int) { progress("restoring "+file.Name, done, total) })
		if err != nil {
			return err
		}
	}
	inside := cfg
	inside.Home = work
	a, err := Open(ctx, inside, engine.State{}, log)
	if err != nil {
		return fmt.Errorf("open what was restored: %w", err)
	}
	err = errors.Join(a.checkFileNow(ctx), a.compare(ctx, m, progress))
	if err == nil {
		err = a.noteRestore(ctx, m)
	}
	a.Close()
	return err
}

// placeFiles gives the files their names, the database last.
func placeFiles(cfg config.Config, work string, m backup.Manifest, progress CopyProgress) error {
	if err := os.MkdirAll(filepath.Dir(journalPath(cfg)), 0o700); err != nil {
		return err
	}
	if m.Journal != nil {
		if err := appear(filepath.Join(work, m.Journal.File), journalPath(cfg), progress); err != nil {
			return err
		}
	}
	return appear(filepath.Join(work, backupStore), engine.DatabasePath(cfg.Home), progress)
}

// appear gives a file its name, unless there is one already.
func appear(from, to string, progress CopyProgress) error {
	progress("putting "+filepath.Base(to)+" in its place", 0, 1)
	if err := os.Link(from, to); err != nil {
		return fmt.Errorf("put %s in its place: %w", to, err)
	}
	err := backup.SyncFolder(filepath.Dir(to))
	progress("putting "+filepath.Base(to)+" in its place", 1, 1)
	return err
}

// setMark notes that a restore began, on disk.
func setMark(mark string, m backup.Manifest) error {
	if err := os.MkdirAll(filepath.Dir(mark), 0o700); err != nil {
		return fmt.Errorf("make the home folder: %w", err)
	}
	file, err := os.OpenFile(mark+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err == nil {
		_, err = file.WriteString(m.Seal + "\n")
		err = errors.Join(err, file.Sync(), file.Close())
	}
	if err == nil {
		err = errors.Join(os.Rename(mark+".new", mark), backup.SyncFolder(filepath.Dir(mark)))
	}
	if err != nil {
		return fmt.Errorf("note that a restore began: %w", err)
	}
	return nil
}

func unmark(mark string) error {
	return errors.Join(os.Remove(mark), backup.SyncFolder(filepath.Dir(mark)))
}

// unrestored returns an error while a restore of embedded engines into a home folder is not completed.
func unrestored(cfg config.Config) error {
	mark := filepath.Join(cfg.Home, restoring)
	if _, err := os.Lstat(mark); cfg.Engines != config.EnginesEmbedded || err != nil {
		return nil
	}
	return fmt.Errorf("a restore of a backup was not completed (%s): run the same `causeway restore` again", mark)
}

// emptyHome returns an error if the home folder holds a memory.
func emptyHome(cfg config.Config) error {
	store, events := engine.DatabasePath(cfg.Home), journalPath(cfg)
	for _, path := range []string{store, store + "-wal", store + "-commits", events, events + "-wal", events + "-commits"} {
		switch _, err := os.Lstat(path); {
		case err == nil:
			return fmt.Errorf("%s is there; a backup is restored into an empty home folder only: name another one with --home, or move what is there away", path)
		case !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("look whether the home folder is empty: %w", err)
		}
	}
	if engine.HasNativeData(cfg.Home) {
		return fmt.Errorf("%s holds the data of native engines; a backup is restored into an empty home folder only: name another one with --home", cfg.Home)
	}
	return nil
}

// restoreStreams imports the exports of a backup into engines that hold no project.
func restoreStreams(ctx context.Context, cfg config.Config, dir string, m backup.Manifest, log *slog.Logger, progress CopyProgress) error {
	mark := filepath.Join(cfg.Home, restoring)
	resumed, err := resumes(mark, m)
	if err != nil {
		return err
	}
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer a.Close()
	a.Episodes.Recording = a.Episodes.Recording.Unscreened() // what comes back is what was there
	held, err := a.projectNames(ctx)
	if err != nil {
		return err
	}
	if !resumed && len(held) > 0 {
		return fmt.Errorf("the engines hold the projects %s; a backup is restored into an empty memory only", strings.Join(held[:min(len(held), 10)], ", "))
	}
	if err := setMark(mark, m); err != nil {
		return err
	}
	for _, p := range m.Projects {
		if err := a.restoreProject(ctx, cfg.Import, filepath.Join(dir, p.File), p.Name, progress); err != nil {
			return fmt.Errorf("restore project %q: %w; run the same command again to go on", p.Name, err)
		}
	}
	if err := a.compare(ctx, m, progress); err != nil {
		return err
	}
	if err := a.applyJournal(ctx, dir, m, progress); err != nil {
		return err
	}
	if err := a.noteRestore(ctx, m); err != nil {
		return err
	}
	return unmark(mark)
}

// noteRestore writes into the audit log of each project that it was restored, and as of when.
func (a *App) noteRestore(ctx context.Context, m backup.Manifest) error {
	subject := "as of " + m.BeganAt.UTC().Format(time.RFC3339)
	for _, p := range m.Projects {
		if p.Purged {
			continue
		}
		if err := a.audit.Add(ctx, p.Name, audit.RestoreBackup, subject, p.Episodes); err != nil {
			return fmt.Errorf("note the restore of project %q: %w", p.Name, err)
		}
	}
	return nil
}

// resumes reports whether a restore of the same backup was interrupted.
func resumes(mark string, m backup.Manifest) (bool, error) {
	text, err := os.ReadFile(mark)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case strings.TrimSpace(string(text)) != m.Seal:
		return false, fmt.Errorf("a restore of another backup was not completed (%s): complete it, or purge what it brought and remove that file", mark)
	}
	return true, nil
}

// restoreProject imports the export of a project.
func (a *App) restoreProject(ctx context.Context, limits config.Import, path, project string, progress CopyProgress) error {
	sources, _, err := ingest.Files(ingest.FormatEpisode, []string{path}, nil)
	if err != nil {
		return err
	}
	o := ImportOptions{Project: project, Format: ingest.FormatEpisode, Wait: episodic.StateIndexed}
	report, err := a.importFiles(ctx, limits, o, sources, func(done, total int) { progress("restoring "+project, done, total) })
	if err != nil {
		return err
	}
	for _, item := range report.Items {
		if item.Status == ingest.StatusRefused || item.Status == ingest.StatusNotWritten {
			return fmt.Errorf("%s was not taken: %s", item.File, item.Reason)
		}
	}
	return nil
}

// compare returns an error unless the memory holds exactly what the manifest says.
func (a *App) compare(ctx context.Context, m backup.Manifest, progress CopyProgress) error {
	names, err := a.projectNames(ctx)
	if err != nil {
		return err
	}
	want := projectsOf(m)
	if !slices.Equal(names, want) {
		return fmt.Errorf("the projects %v were restored, and the backup has %v", names, want)
	}
	for _, want := range m.Projects {
		if !slices.Contains(names, want.Name) {
			continue
		}
		report, err := a.export(ctx, archive.ExportOptions{Project: want.Name, Revisions: true, Deleted: true}, func([]byte) error { return nil }, func(done, total int) { progress("comparing "+want.Name, done, total) })
		if err != nil {
			return fmt.Errorf("read what was restored: %w", err)
		}
		if report.Whole != want.Fingerprint {
			return fmt.Errorf("project %q was restored with the fingerprint %s, and the backup has %s", want.Name, report.Whole, want.Fingerprint)
		}
	}
	return nil
}

// projectsOf returns the projects that a restore makes: an export of a project without anything, or of a purged one, makes none.
func projectsOf(m backup.Manifest) []string {
	names := []string{}
	for _, p := range m.Projects {
		if m.Kind == backup.KindFiles || !p.Purged && p.Lines+len(p.Parts) > 0 {
			names = append(names, p.Name)
		}
	}
	return names
}

// applyJournal brings what waited in the journal to the graph, by a copy of it: the journal of the running
// service stays its own.
func (a *App) applyJournal(ctx context.Context, dir string, m backup.Manifest, progress CopyProgress) (err error) {
	if m.Journal == nil || m.Journal.Waiting == 0 {
		return nil
	}
	work, err := os.MkdirTemp("", "causeway-restore-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	path := filepath.Join(work, backupJournal)
	if err := checksumvfs.Backup(ctx, filepath.Join(dir, m.Journal.File), path, nil); err != nil {
		return err
	}
	j, err := journal.Open(ctx, journal.Options{Path: path, Now: time.Now})
	if err != nil {
		return fmt.Errorf("open the journal of the backup: %w", err)
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	applier := capture.New(capture.Options{Journal: j, Store: a.engines.graph, Events: a.Episodes.Workflow, Now: time.Now})
	for done := 0; ; {
		taken, err := applier.ApplySome(ctx)
		if err != nil {
			return fmt.Errorf("apply what waited in the journal: %w", err)
		}
		if taken == 0 {
			return nil
		}
		done += taken
		progress("applying the journal", done, max(done, int(m.Journal.Waiting)))
	}
}
