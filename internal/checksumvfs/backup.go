package checksumvfs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// backupPages is how many pages are copied before the context is looked at: 4 MiB.
const backupPages = 1024

// Backup copies a database, which other processes may read and write meanwhile, into a new file, as it is at one
// moment. The copy is on disk and closed in order when Backup returns. This process must not have the
// database open otherwise. progress, unless nil, is called with pages.
func Backup(ctx context.Context, from, to string, progress func(done, total int)) (err error) {
	header := make([]byte, headerSize)
	file, err := os.Open(from)
	if err != nil {
		return fmt.Errorf("copy a database: %w", err)
	}
	_, err = io.ReadFull(file, header)
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("copy a database: read the beginning of %s: %w", from, err)
	}
	source, err := Open(from, sqlite.OpenReadWrite)
	if err != nil {
		return fmt.Errorf("copy a database: %w", err)
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if hasChecksums(header) {
		err = Create(to, 0)
	}
	if err != nil {
		return err
	}
	target, err := Open(to, sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err == nil {
		err = copyPages(ctx, source, target, progress)
		err = errors.Join(err, target.Close())
	}
	if err != nil {
		return fmt.Errorf("copy the database %s: %w", from, err)
	}
	return syncFile(to)
}

// copyPages copies what the source holds now: a read that stays open keeps it at that, whoever writes.
func copyPages(ctx context.Context, source, target *sqlite.Conn, progress func(done, total int)) (err error) {
	source.SetInterrupt(ctx.Done())
	for _, text := range []string{"PRAGMA query_only = ON", "BEGIN", "SELECT count(*) FROM sqlite_schema"} {
		if err := sqlitex.ExecuteTransient(source, text, nil); err != nil {
			return err
		}
	}
	// What is not complete is thrown away, so nothing has to be kept until the end.
	if err := sqlitex.ExecuteTransient(target, "PRAGMA synchronous = OFF", nil); err != nil {
		return err
	}
	work, err := sqlite.NewBackup(target, "main", source, "main")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, work.Close()) }()
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if more, err = work.Step(backupPages); err != nil {
			return err
		}
		if progress != nil {
			progress(work.PageCount()-work.Remaining(), work.PageCount())
		}
	}
	return nil
}

// syncFile makes sure that a file is on disk under its name, and that nobody else may read it.
func syncFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(file.Chmod(0o600), file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("sync %s: %w", path, err)
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
