package workflow

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/episodic/recording"
)

// Parts are the dependencies of a Service.
type Parts struct {
	Store execution.Store
	// Projects tells an unknown project from one without events.
	Projects episodic.ProjectReader
	// Engine is the search index, Index has its generations and models.
	Engine Searcher
	Index  *index.Service
	// Progress remembers how far the index has come.
	Progress ProgressStore
	// Recorder records the episodes of completed workflows.
	Recorder *recording.Service
	// Archive keeps events that are about to be removed, perhaps more than once; nil for no archive.
	Archive func(project string, events []execution.Stored) error
}

// Searcher is the part of an [episodic.Index] that finds events.
type Searcher interface {
	episodic.IndexWriter
	episodic.IndexSearcher
}

// ProgressStore remembers how far the search index of each project has come.
type ProgressStore interface {
	// GetProgress returns the zero Progress if nothing was put.
	GetProgress(ctx context.Context, project string) (Progress, error)
	PutProgress(ctx context.Context, project string, p Progress) error
}

// Progress says that the index holds the events up to a sequence.
type Progress struct {
	// Generation is the generation of the project's index whose model made the vectors; 0 before the
	// first.
	Generation int   `json:"generation"`
	Sequence   int64 `json:"sequence"`
}

// Service finds execution events and takes care of them. It is safe for concurrent use.
type Service struct {
	parts Parts
	now   episodic.Clock
}

// New returns a Service over its parts.
func New(p Parts, now episodic.Clock) *Service { return &Service{parts: p, now: now} }

// known returns err, or ErrProjectNotFound if there are no rows because there is no project.
func (s *Service) known(ctx context.Context, project string, rows int, err error) error {
	if err != nil || rows > 0 {
		return err
	}
	return episodic.KnownProject(ctx, s.parts.Projects, project)
}
