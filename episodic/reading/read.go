package reading

import (
	"context"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Fetch returns the present episodes with those ids in one statement, in no particular order;
// missing and deleted ones are left out. It does not count reads: callers that show an episode
// because someone asked for its id use [Service.Get] or [Service.NoteRead].
func (s *Service) Fetch(ctx context.Context, project string, ids []string) ([]episodic.Stored, error) {
	found, err := s.store.GetEpisodes(ctx, project, ids)
	if err != nil {
		return nil, fmt.Errorf("fetch %d episodes of %s: %w", len(ids), project, err)
	}
	return found, nil
}

// Count returns the number of matching episodes, ignoring the page.
func (s *Service) Count(ctx context.Context, q episodic.EpisodeQuery) (int, error) {
	n, err := s.store.CountEpisodes(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count episodes of %s: %w", q.Project, err)
	}
	return n, nil
}

// Access returns how often those episodes were read, by id; episodes that were never read may be
// left out.
func (s *Service) Access(ctx context.Context, project string, ids []string) (map[string]episodic.Access, error) {
	found, err := s.store.GetAccess(ctx, project, ids)
	if err != nil {
		return nil, fmt.Errorf("get access counts in %s: %w", project, err)
	}
	return found, nil
}

// GetOccurrence returns one occurrence. It returns ErrNotFound if there is none and
// ErrProjectNotFound if the project does not exist.
func (s *Service) GetOccurrence(ctx context.Context, project, key string) (episodic.Occurrence, error) {
	found, err := s.FetchOccurrences(ctx, project, []string{key})
	if err != nil {
		return episodic.Occurrence{}, err
	}
	if len(found) == 0 {
		return episodic.Occurrence{}, episodic.Absent(ctx, s.store, project, fmt.Errorf("occurrence %q: %w", key, episodic.ErrNotFound))
	}
	return found[0], nil
}

// FetchOccurrences returns the occurrences with those keys in one statement, in no particular
// order; missing ones are left out.
func (s *Service) FetchOccurrences(ctx context.Context, project string, keys []string) ([]episodic.Occurrence, error) {
	found, err := s.store.GetOccurrences(ctx, project, keys)
	if err != nil {
		return nil, fmt.Errorf("fetch %d occurrences of %s: %w", len(keys), project, err)
	}
	return found, nil
}

// ListOccurrences returns a page in key order. It returns ErrProjectNotFound for an unknown
// project.
func (s *Service) ListOccurrences(ctx context.Context, q episodic.OccurrenceQuery) ([]episodic.Occurrence, error) {
	found, err := s.store.ListOccurrences(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list occurrences of %s: %w", q.Project, err)
	}
	if len(found) == 0 {
		return nil, episodic.Absent(ctx, s.store, q.Project, nil)
	}
	return found, nil
}

// CountOccurrences returns the number of matching occurrences, ignoring the page.
func (s *Service) CountOccurrences(ctx context.Context, q episodic.OccurrenceQuery) (int, error) {
	n, err := s.store.CountOccurrences(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count occurrences of %s: %w", q.Project, err)
	}
	return n, nil
}

// FindReference looks up a reference by name; for a commit, at least 7 digits of its SHA. It
// returns a [problem.InvalidError] for a commit with fewer digits, ErrNotFound if nothing in the
// project mentions it, and ErrProjectNotFound if the project does not exist.
func (s *Service) FindReference(ctx context.Context, project string, kind episodic.ReferenceKind, name string) (episodic.Reference, error) {
	ref, err := NamedReference(kind, name)
	if err != nil {
		return episodic.Reference{}, err
	}
	found, err := s.FetchReferences(ctx, project, []episodic.Reference{ref})
	if err != nil {
		return episodic.Reference{}, err
	}
	if len(found) == 0 {
		return episodic.Reference{}, episodic.Absent(ctx, s.store, project, fmt.Errorf("%s %q: %w", kind, name, episodic.ErrNotFound))
	}
	return ref, nil
}

// FetchReferences returns the given references that are mentioned at all, with the number of
// episodes that mention each, in one statement and no particular order.
func (s *Service) FetchReferences(ctx context.Context, project string, refs []episodic.Reference) ([]episodic.ReferenceCount, error) {
	found, err := s.store.GetReferences(ctx, project, refs)
	if err != nil {
		return nil, fmt.Errorf("fetch %d references of %s: %w", len(refs), project, err)
	}
	return found, nil
}

// MentionsOf returns the first limit mentions of each of those references.
func (s *Service) MentionsOf(ctx context.Context, project string, refs []episodic.Reference, limit int) (map[episodic.Reference][]episodic.Mention, error) {
	found, err := s.store.MentionsOf(ctx, project, refs, limit)
	if err != nil {
		return nil, fmt.Errorf("list mentions of %d references of %s: %w", len(refs), project, err)
	}
	return found, nil
}

// NamedReference parses the name of a reference. It returns a [problem.InvalidError] if the name of
// a commit is not at least 7 hexadecimal digits.
func NamedReference(kind episodic.ReferenceKind, name string) (episodic.Reference, error) {
	if kind != episodic.ReferenceCommit {
		return episodic.Reference{Kind: kind, Key: name}, nil
	}
	sha := strings.ToLower(name)
	if len(sha) < episodic.CommitKeyLen || strings.Trim(sha, "0123456789abcdef") != "" {
		return episodic.Reference{}, problem.Refuse("key", "%q is no SHA; at least its first %d digits are wanted", name, episodic.CommitKeyLen)
	}
	return episodic.Reference{Kind: kind, Key: sha[:episodic.CommitKeyLen]}, nil
}

// ListReferences returns a page of references with the number of episodes that mention each. It
// returns ErrProjectNotFound for an unknown project.
func (s *Service) ListReferences(ctx context.Context, q episodic.ReferenceQuery) ([]episodic.ReferenceCount, error) {
	found, err := s.store.ListReferences(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list references of %s: %w", q.Project, err)
	}
	if len(found) == 0 {
		return nil, episodic.Absent(ctx, s.store, q.Project, nil)
	}
	return found, nil
}

// ListMentions returns a page of mentions of a reference. It returns ErrProjectNotFound for an
// unknown project; a reference that nothing mentions has an empty page.
func (s *Service) ListMentions(ctx context.Context, q episodic.MentionQuery) ([]episodic.Mention, error) {
	found, err := s.store.ListMentions(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list mentions in %s: %w", q.Project, err)
	}
	if len(found) == 0 {
		return nil, episodic.Absent(ctx, s.store, q.Project, nil)
	}
	return found, nil
}

// MentionsBy returns what the heads of those episodes and those occurrences mention, by
// episode id or occurrence key.
func (s *Service) MentionsBy(ctx context.Context, project string, by []string) (map[string][]episodic.Mention, error) {
	found, err := s.store.MentionsBy(ctx, project, by)
	if err != nil {
		return nil, fmt.Errorf("list mentions by %d texts of %s: %w", len(by), project, err)
	}
	return found, nil
}

// Projects returns every project by name.
func (s *Service) Projects(ctx context.Context) ([]episodic.ProjectInfo, error) {
	found, err := s.store.ListProjects(ctx)
	if err != nil {
		return nil, fmt.Errorf("list projects: %w", err)
	}
	return found, nil
}

// Project returns one project. It returns ErrProjectNotFound if there is none.
func (s *Service) Project(ctx context.Context, name string) (episodic.ProjectInfo, error) {
	found, err := s.store.GetProject(ctx, name)
	if err != nil {
		return episodic.ProjectInfo{}, fmt.Errorf("get project %q: %w", name, err)
	}
	return found, nil
}

// Totals counts the contents of projects, by name; unknown projects are empty.
func (s *Service) Totals(ctx context.Context, projects []string) (map[string]episodic.Totals, error) {
	found, err := s.store.Totals(ctx, projects)
	if err != nil {
		return nil, fmt.Errorf("count what %d projects hold: %w", len(projects), err)
	}
	return found, nil
}

// Get returns a present episode and counts the read. It returns ErrNotFound if there is none and
// ErrProjectNotFound if the project does not exist.
func (s *Service) Get(ctx context.Context, project, id string) (episodic.Stored, error) {
	found, err := s.store.GetEpisodes(ctx, project, []string{id})
	if err != nil {
		return episodic.Stored{}, fmt.Errorf("get episode %s: %w", id, err)
	}
	if len(found) == 0 {
		return episodic.Stored{}, episodic.Absent(ctx, s.store, project, fmt.Errorf("episode %q: %w", id, episodic.ErrNotFound))
	}
	s.reads.add(project, id)
	return found[0], nil
}

// List returns a page of episodes, latest first. It returns a [problem.InvalidError] for a time
// range that ends before it begins and ErrProjectNotFound for an unknown project.
func (s *Service) List(ctx context.Context, q episodic.EpisodeQuery) ([]episodic.Stored, error) {
	if err := problem.AsError(q.Filter.Problems()); err != nil {
		return nil, err
	}
	found, err := s.store.ListEpisodes(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list episodes of %s: %w", q.Project, err)
	}
	if len(found) == 0 {
		return nil, episodic.Absent(ctx, s.store, q.Project, nil)
	}
	return found, nil
}
