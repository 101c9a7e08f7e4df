package capture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/workflow"
	"github.com/causeway-memory/causeway/internal/ledger"
)

const (
	// progressKind is the kind of the ledger entries, progressKey the key of each.
	progressKind = "execution-index"
	progressKey  = "events"
	// progressKept is how long progress is remembered; without it the index is filled again, which
	// changes nothing.
	progressKept = 366 * 24 * time.Hour
)

// Progress keeps in the ledger how far the index has come: it goes with its project.
type Progress struct {
	Store ledger.Store
	Now   func() time.Time
}

var _ workflow.ProgressStore = Progress{}

func progressID(project string) ledger.ID {
	return ledger.ID{Kind: progressKind, Project: project, Key: progressKey}
}

// GetProgress implements [workflow.ProgressStore].
func (p Progress) GetProgress(ctx context.Context, project string) (workflow.Progress, error) {
	var out workflow.Progress
	e, err := ledger.Get(ctx, p.Store, progressID(project))
	if errors.Is(err, ledger.ErrNotFound) {
		return out, nil
	}
	if err == nil {
		err = json.Unmarshal(e.Data, &out)
	}
	if err != nil {
		return out, fmt.Errorf("read how far the index of execution events is: %w", err)
	}
	return out, nil
}

// PutProgress implements [workflow.ProgressStore]. Of two instances that index at once the second
// gives up, and looks again later.
func (p Progress) PutProgress(ctx context.Context, project string, progress workflow.Progress) error {
	data, err := json.Marshal(progress)
	if err != nil {
		return err
	}
	e := ledger.Entry{ID: progressID(project), Version: 1, Data: data, CreatedAt: p.Now(), ExpiresAt: p.Now().Add(progressKept)}
	held, err := ledger.Get(ctx, p.Store, e.ID)
	switch {
	case errors.Is(err, ledger.ErrNotFound):
		err = p.Store.AddEntry(ctx, e)
	case err == nil:
		e.Version, e.CreatedAt = held.Version+1, held.CreatedAt
		err = p.Store.ReplaceEntry(ctx, e)
	}
	if errors.Is(err, ledger.ErrExists) || errors.Is(err, ledger.ErrMoved) || errors.Is(err, ledger.ErrNotFound) {
		err = fmt.Errorf("%w: another instance indexes the execution events of %s", episodic.ErrConflict, project)
	}
	if err != nil {
		return fmt.Errorf("note how far the index of execution events is: %w", err)
	}
	return nil
}
