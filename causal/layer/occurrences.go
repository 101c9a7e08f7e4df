package layer

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
)

// Occurrences finds the ends of paths and the episodes of questions. The episodic store implements it.
type Occurrences interface {
	// GetOccurrences returns the occurrences with the given keys; missing ones are left out.
	GetOccurrences(ctx context.Context, project string, keys []string) ([]episodic.Occurrence, error)
	// ListOccurrences returns a page ordered by key.
	ListOccurrences(ctx context.Context, q episodic.OccurrenceQuery) ([]episodic.Occurrence, error)
	// CountOccurrences returns the number of matching occurrences.
	CountOccurrences(ctx context.Context, q episodic.OccurrenceQuery) (int, error)
	// GetEpisodes returns the present episodes with the given ids, in no particular order; missing
	// ones are left out.
	GetEpisodes(ctx context.Context, project string, ids []string) ([]episodic.Stored, error)
	// GetProject returns ErrProjectNotFound for an unknown project.
	GetProject(ctx context.Context, project string) (episodic.ProjectInfo, error)
}
