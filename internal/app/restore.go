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

// restoring is the file in the home folder that names the backup which is being restored from streams.
const restoring = "restoring.json"

// Restore brings a backup back into a memory that is empty. It reads the whole backup first, and compares
// fingerprints in the end. Database files appear in the home folder when they are whole and compared, or not at all; a restore from
// streams that was interrupted goes on when it is run again.
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
func restoreFiles(ctx context.Context, cfg config.Config, dir string, m backup.Manifest, log *slog.Logger, progress CopyProgress) (err error) {
	if cfg.Engines != config.EnginesEmbedded {
		return fmt.Errorf("the backup is of embedded engines, and the setting engines is %s: restore it with --engines=embedded, and `causeway copy` it then", cfg.Engines)
	}
	if err := emptyHome(cfg); err != nil {
		return err
	}
	if err := os.MkdirAll(cfg.Home, 0o700); err != nil {
		return fmt.Errorf("make the home folder: %w", err)
	}
	work, err := os.MkdirTemp(cfg.Home, ".restoring-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
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
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(journalPath(cfg)), 0o700); err != nil {
		return err
	}
	if m.Journal != nil {
		if err := appear(filepath.Join(work, m.Journal.File), journalPath(cfg)); err != nil {
			return err
		}
	}
	return appear(filepath.Join(work, backupStore), engine.DatabasePath(cfg.Home))
}

// appear gives a file its name, unless there is one already.
func appear(from, to string) error {
	if err := os.Link(from, to); err != nil {
		return fmt.Errorf("put %s in its place: %w", to, err)
	}
	return backup.SyncFolder(filepath.Dir(to))
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
	held, err := a.projectNames(ctx)
	if err != nil {
		return err
	}
	if !resumed && len(held) > 0 {
		return fmt.Errorf("the engines hold the projects %s; a backup is restored into an empty memory only", strings.Join(held[:min(len(held), 10)], ", "))
	}
	if err := os.WriteFile(mark, []byte(m.Seal+"\n"), 0o600); err != nil {
		return fmt.Errorf("note that a restore began: %w", err)
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
	return os.Remove(mark)
}

// noteRestore writes into the audit log of each project that it was restored, and as of when.
func (a *App) noteRestore(ctx context.Context, m backup.Manifest) error {
	subject := "as of " + m.BeganAt.UTC().Format(time.RFC3339)
	for _, p := range m.Projects {
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
		report, err := a.export(ctx, archive.ExportOptions{Project: want.Name, Revisions: true}, func([]byte) error { return nil }, func(done, total int) { progress("comparing "+want.Name, done, total) })
		if err != nil {
			return fmt.Errorf("read what was restored: %w", err)
		}
		if report.Whole != want.Fingerprint {
			return fmt.Errorf("project %q was restored with the fingerprint %s, and the backup has %s", want.Name, report.Whole, want.Fingerprint)
		}
	}
	return nil
}

// projectsOf returns the projects that a restore makes: an export of a project without anything makes none.
func projectsOf(m backup.Manifest) []string {
	names := []string{}
	for _, p := range m.Projects {
		if m.Kind == backup.KindFiles || p.Lines+len(p.Parts) > 0 {
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
