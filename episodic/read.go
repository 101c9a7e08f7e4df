package episodic

import (
	"context"
	"fmt"
	"strings"
)

// Fetch returns the present episodes of those ids in one statement, in no particular
// order; absent and deleted ones are left out. It counts no read: callers that show an
// episode because someone asked for it by its id use [Service.Get] or [Service.NoteRead].
func (s *Service) Fetch(ctx context.Context, project string, ids []string) ([]Stored, error) {
	found, err := s.store.GetEpisodes(ctx, project, ids)
	if err != nil {
		return nil, fmt.Errorf("fetch %d episodes of %s: %w", len(ids), project, err)
	}
	return found, nil
}

// NoteRead counts one read of each of those episodes.
func (s *Service) NoteRead(project string, ids ...string) {
	for _, id := range ids {
		s.reads.add(project, id)
	}
}

// Count returns how many episodes match, whatever the page.
func (s *Service) Count(ctx context.Context, q EpisodeQuery) (int, error) {
	n, err := s.store.CountEpisodes(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count episodes of %s: %w", q.Project, err)
	}
	return n, nil
}

// Revisions returns every recorded content of those episodes, by id, latest first.
func (s *Service) Revisions(ctx context.Context, project string, ids []string) (map[string][]Revision, error) {
	found, err := s.store.ListRevisions(ctx, project, ids)
	if err != nil {
		return nil, fmt.Errorf("list revisions in %s: %w", project, err)
	}
	return found, nil
}

// Access returns how often those episodes were read, by id; never-read ones may be left out.
func (s *Service) Access(ctx context.Context, project string, ids []string) (map[string]Access, error) {
	found, err := s.store.GetAccess(ctx, project, ids)
	if err != nil {
		return nil, fmt.Errorf("get access counts in %s: %w", project, err)
	}
	return found, nil
}

// GetOccurrence returns one occurrence. It returns ErrNotFound when there is none,
// ErrProjectNotFound when there is not even the project.
func (s *Service) GetOccurrence(ctx context.Context, project, key string) (Occurrence, error) {
	found, err := s.FetchOccurrences(ctx, project, []string{key})
	if err != nil {
		return Occurrence{}, err
	}
	if len(found) == 0 {
		return Occurrence{}, Absent(ctx, s.store, project, fmt.Errorf("occurrence %q: %w", key, ErrNotFound))
	}
	return found[0], nil
}

// FetchOccurrences returns the occurrences of those keys in one statement, in no
// particular order; absent ones are left out.
func (s *Service) FetchOccurrences(ctx context.Context, project string, keys []string) ([]Occurrence, error) {
	found, err := s.store.GetOccurrences(ctx, project, keys)
	if err != nil {
		return nil, fmt.Errorf("fetch %d occurrences of %s: %w", len(keys), project, err)
	}
	return found, nil
}

// ListOccurrences returns a page of occurrences in the order of their keys. It returns
// ErrProjectNotFound for an unknown project.
func (s *Service) ListOccurrences(ctx context.Context, q OccurrenceQuery) ([]Occurrence, error) {
	found, err := s.store.ListOccurrences(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list occurrences of %s: %w", q.Project, err)
	}
	if len(found) == 0 {
		return nil, Absent(ctx, s.store, q.Project, nil)
	}
	return found, nil
}

// CountOccurrences returns how many occurrences match, whatever the page.
func (s *Service) CountOccurrences(ctx context.Context, q OccurrenceQuery) (int, error) {
	n, err := s.store.CountOccurrences(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count occurrences of %s: %w", q.Project, err)
	}
	return n, nil
}

// commitKeyLen is how many digits of a SHA make the key of a commit.
const commitKeyLen = 7

// FindReference turns the name of a reference, for a commit 7 digits of its SHA or more,
// into the reference. It returns an [InvalidError] for a commit of fewer digits, ErrNotFound
// when nothing in the project mentions it, ErrProjectNotFound when there is not even the project.
func (s *Service) FindReference(ctx context.Context, project string, kind ReferenceKind, name string) (Reference, error) {
	ref, err := NamedReference(kind, name)
	if err != nil {
		return Reference{}, err
	}
	found, err := s.FetchReferences(ctx, project, []Reference{ref})
	if err != nil {
		return Reference{}, err
	}
	if len(found) == 0 {
		return Reference{}, Absent(ctx, s.store, project, fmt.Errorf("%s %q: %w", kind, name, ErrNotFound))
	}
	return ref, nil
}

// FetchReferences returns those of the references that something mentions, with how many
// episodes do, in one statement and no particular order.
func (s *Service) FetchReferences(ctx context.Context, project string, refs []Reference) ([]ReferenceCount, error) {
	found, err := s.store.GetReferences(ctx, project, refs)
	if err != nil {
		return nil, fmt.Errorf("fetch %d references of %s: %w", len(refs), project, err)
	}
	return found, nil
}

// MentionsOf returns who mentions those references, by reference, the first limit of each.
func (s *Service) MentionsOf(ctx context.Context, project string, refs []Reference, limit int) (map[Reference][]Mention, error) {
	found, err := s.store.MentionsOf(ctx, project, refs, limit)
	if err != nil {
		return nil, fmt.Errorf("list mentions of %d references of %s: %w", len(refs), project, err)
	}
	return found, nil
}

// NamedReference returns the reference that a name stands for. It returns an
// [InvalidError] when the name of a commit is not at least 7 hexadecimal digits.
func NamedReference(kind ReferenceKind, name string) (Reference, error) {
	if kind != ReferenceCommit {
		return Reference{Kind: kind, Key: name}, nil
	}
	sha := strings.ToLower(name)
	if len(sha) < commitKeyLen || strings.Trim(sha, "0123456789abcdef") != "" {
		return Reference{}, &InvalidError{Problems: []Problem{{
			Path: "key", Code: CodeInvalid,
			Message: fmt.Sprintf("%q is no SHA; at least its first %d digits are wanted", name, commitKeyLen),
		}}}
	}
	return Reference{Kind: kind, Key: sha[:commitKeyLen]}, nil
}

// ListReferences returns a page of references with how many episodes mention each. It
// returns ErrProjectNotFound for an unknown project.
func (s *Service) ListReferences(ctx context.Context, q ReferenceQuery) ([]ReferenceCount, error) {
	found, err := s.store.ListReferences(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list references of %s: %w", q.Project, err)
	}
	if len(found) == 0 {
		return nil, Absent(ctx, s.store, q.Project, nil)
	}
	return found, nil
}

// ListMentions returns a page of who mentions a reference. It returns ErrProjectNotFound
// for an unknown project; a reference that nothing mentions has an empty page.
func (s *Service) ListMentions(ctx context.Context, q MentionQuery) ([]Mention, error) {
	found, err := s.store.ListMentions(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list mentions in %s: %w", q.Project, err)
	}
	if len(found) == 0 {
		return nil, Absent(ctx, s.store, q.Project, nil)
	}
	return found, nil
}

// MentionsBy returns what the heads of those episodes and those occurrences mention, by
// episode id or occurrence key.
func (s *Service) MentionsBy(ctx context.Context, project string, by []string) (map[string][]Mention, error) {
	found, err := s.store.MentionsBy(ctx, project, by)
	if err != nil {
		return nil, fmt.Errorf("list mentions by %d texts of %s: %w", len(by), project, err)
	}
	return found, nil
}

// Projects returns every project by name.
func (s *Service) Projects(ctx context.Context) ([]ProjectInfo, error) {
	found, err := s.store.ListProjects(ctx)
	if err != nil {
		return nil, fmt.Errorf("list projects: %w", err)
	}
	return found, nil
}

// Project returns one project. It returns ErrProjectNotFound when there is none.
func (s *Service) Project(ctx context.Context, name string) (ProjectInfo, error) {
	found, err := s.store.GetProject(ctx, name)
	if err != nil {
		return ProjectInfo{}, fmt.Errorf("get project %q: %w", name, err)
	}
	return found, nil
}

// Totals counts what projects hold, by name; unknown ones hold nothing.
func (s *Service) Totals(ctx context.Context, projects []string) (map[string]Totals, error) {
	found, err := s.store.Totals(ctx, projects)
	if err != nil {
		return nil, fmt.Errorf("count what %d projects hold: %w", len(projects), err)
	}
	return found, nil
}
