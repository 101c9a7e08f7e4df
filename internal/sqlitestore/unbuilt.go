package sqlitestore

import (
	"context"
	"errors"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

var errUnbuilt = errors.New("not built yet")

// RecordEpisodes implements [episodic.Store].
func (s *Store) RecordEpisodes(context.Context, string, []episodic.Prepared, bool, time.Time) ([]episodic.Receipt, error) {
	return nil, errUnbuilt
}

// GetEpisodes implements [episodic.Store].
func (s *Store) GetEpisodes(context.Context, string, []string) ([]episodic.Stored, error) {
	return nil, errUnbuilt
}

// ListEpisodes implements [episodic.Store].
func (s *Store) ListEpisodes(context.Context, episodic.EpisodeQuery) ([]episodic.Stored, error) {
	return nil, errUnbuilt
}

// CountEpisodes implements [episodic.Store].
func (s *Store) CountEpisodes(context.Context, episodic.EpisodeQuery) (int, error) {
	return 0, errUnbuilt
}

// ListRevisions implements [episodic.Store].
func (s *Store) ListRevisions(context.Context, string, []string) (map[string][]episodic.Revision, error) {
	return nil, errUnbuilt
}

// DeleteEpisode implements [episodic.Store].
func (s *Store) DeleteEpisode(context.Context, string, string, time.Time) error { return errUnbuilt }

// RestoreEpisode implements [episodic.Store].
func (s *Store) RestoreEpisode(context.Context, string, string, time.Time) (episodic.Receipt, error) {
	return episodic.Receipt{}, errUnbuilt
}

// PurgeEpisode implements [episodic.Store].
func (s *Store) PurgeEpisode(context.Context, string, string) error { return errUnbuilt }

// PurgeProject implements [episodic.Store].
func (s *Store) PurgeProject(context.Context, string) error { return errUnbuilt }

// RecordAccess implements [episodic.Store].
func (s *Store) RecordAccess(context.Context, string, map[string]int64, time.Time) error {
	return errUnbuilt
}

// GetAccess implements [episodic.Store].
func (s *Store) GetAccess(context.Context, string, []string) (map[string]episodic.Access, error) {
	return nil, errUnbuilt
}

// GetOccurrences implements [episodic.Store].
func (s *Store) GetOccurrences(context.Context, string, []string) ([]episodic.Occurrence, error) {
	return nil, errUnbuilt
}

// ListOccurrences implements [episodic.Store].
func (s *Store) ListOccurrences(context.Context, episodic.OccurrenceQuery) ([]episodic.Occurrence, error) {
	return nil, errUnbuilt
}

// CountOccurrences implements [episodic.Store].
func (s *Store) CountOccurrences(context.Context, episodic.OccurrenceQuery) (int, error) {
	return 0, errUnbuilt
}

// ListReferences implements [episodic.Store].
func (s *Store) ListReferences(context.Context, episodic.ReferenceQuery) ([]episodic.ReferenceCount, error) {
	return nil, errUnbuilt
}

// GetReferences implements [episodic.Store].
func (s *Store) GetReferences(context.Context, string, []episodic.Reference) ([]episodic.ReferenceCount, error) {
	return nil, errUnbuilt
}

// MentionsOf implements [episodic.Store].
func (s *Store) MentionsOf(context.Context, string, []episodic.Reference, int) (map[episodic.Reference][]episodic.Mention, error) {
	return nil, errUnbuilt
}

// ListMentions implements [episodic.Store].
func (s *Store) ListMentions(context.Context, episodic.MentionQuery) ([]episodic.Mention, error) {
	return nil, errUnbuilt
}

// MentionsBy implements [episodic.Store].
func (s *Store) MentionsBy(context.Context, string, []string) (map[string][]episodic.Mention, error) {
	return nil, errUnbuilt
}

// ListProjects implements [episodic.Store].
func (s *Store) ListProjects(context.Context) ([]episodic.ProjectInfo, error) { return nil, errUnbuilt }

// GetProject implements [episodic.Store].
func (s *Store) GetProject(context.Context, string) (episodic.ProjectInfo, error) {
	return episodic.ProjectInfo{}, errUnbuilt
}

// Totals implements [episodic.Store].
func (s *Store) Totals(context.Context, []string) (map[string]episodic.Totals, error) {
	return nil, errUnbuilt
}

// Backlog implements [episodic.Store].
func (s *Store) Backlog(context.Context, time.Time, int) ([]episodic.IndexTask, error) {
	return nil, errUnbuilt
}

// CountBacklog implements [episodic.Store].
func (s *Store) CountBacklog(context.Context) (episodic.BacklogCount, error) { return episodic.BacklogCount{}, errUnbuilt }

// MarkIndexed implements [episodic.Store].
func (s *Store) MarkIndexed(context.Context, []episodic.IndexTask) error { return errUnbuilt }

// PostponeIndexing implements [episodic.Store].
func (s *Store) PostponeIndexing(context.Context, []episodic.IndexTask, time.Time) error {
	return errUnbuilt
}

// Snapshot implements [episodic.Store].
func (s *Store) Snapshot(context.Context, string) ([]episodic.Record, error) { return nil, errUnbuilt }

// ListContents implements [episodic.Store].
func (s *Store) ListContents(context.Context, string, []episodic.RevisionKey) ([]episodic.Content, error) {
	return nil, errUnbuilt
}

// RecordHistories implements [episodic.Store].
func (s *Store) RecordHistories(context.Context, string, time.Time, []episodic.History) (int, error) {
	return 0, errUnbuilt
}

// ShortestPaths implements [causal.Store].
func (s *Store) ShortestPaths(context.Context, causal.PathSearch) ([]causal.Path, error) {
	return nil, errUnbuilt
}

// Subgraph implements [causal.Store].
func (s *Store) Subgraph(context.Context, causal.PathSearch) ([]causal.Hop, bool, error) {
	return nil, false, errUnbuilt
}

// Trace implements [causal.Store].
func (s *Store) Trace(context.Context, causal.TraceQuestion) ([]causal.Reached, error) {
	return nil, errUnbuilt
}

// CountTrace implements [causal.Store].
func (s *Store) CountTrace(context.Context, causal.TraceQuestion) (int, error) { return 0, errUnbuilt }

// Neighbours implements [causal.Store].
func (s *Store) Neighbours(context.Context, string, []string, causal.Direction, causal.Follow) (map[string][]causal.Neighbour, error) {
	return nil, errUnbuilt
}
