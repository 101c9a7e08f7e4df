package app

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/backup"
	"github.com/causeway-memory/causeway/internal/moving"
)

// eventArchive keeps execution events that are about to be removed: a folder for each project, with a file of compressed lines of an
// export for each part that went. An event may be in two of them; an import takes the second as unchanged.
type eventArchive struct {
	dir string
	now func() time.Time
}

// keep writes events into a file of their own. They are on disk when it returns.
func (a eventArchive) keep(project string, events []execution.Stored) error {
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	for _, e := range events {
		line, err := moving.EventLine(project, e)
		if err == nil {
			_, err = zipped.Write(line)
		}
		if err != nil {
			return fmt.Errorf("archive execution events of %s: %w", project, err)
		}
	}
	if err := zipped.Close(); err != nil {
		return fmt.Errorf("archive execution events of %s: %w", project, err)
	}
	if err := a.add(filepath.Join(a.dir, url.PathEscape(project)), packed.Bytes()); err != nil {
		return fmt.Errorf("archive execution events of %s: %w", project, err)
	}
	return nil
}

// add makes a file, which has its name once it is whole.
func (a eventArchive) add(dir string, content []byte) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	name := filepath.Join(dir, a.now().UTC().Format("20060102T150405.000000000Z")+".jsonl.gz")
	file, err := os.OpenFile(name+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = os.Rename(name+".new", name)
	}
	return errors.Join(err, backup.SyncFolder(dir), backup.SyncFolder(a.dir))
}
