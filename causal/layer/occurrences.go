package layer

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
)

// Occurrences finds the ends of paths and the episodes of questions; the episodic store has it.
type Occurrences interface {
	// GetOccurrences returns the occurrences of those keys; absent ones are left out.
	GetOccurrences(ctx context.Context, project string, keys []string) ([]episodic.Occurrence, error)
	// ListOccurrences returns a page in the order of the keys.
	ListOccurrences(ctx context.Context, q episodic.OccurrenceQuery) ([]episodic.Occurrence, error)
	// CountOccurrences returns how many occurrences match.
	CountOccurrences(ctx context.Context, q episodic.OccurrenceQuery) (int, error)
	// GetEpisodes returns the present episodes of those ids, in no particular order; absent
	// ones are left out.
	GetEpisodes(ctx context.Context, project string, ids []string) ([]episodic.Stored, error)
	// GetProject returns ErrProjectNotFound when there is no such project.
	GetProject(ctx context.Context, project string) (episodic.ProjectInfo, error)
}
