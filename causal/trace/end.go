package trace

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

// exactEnd returns an end that was named by its key.
func exactEnd(o episodic.Occurrence) End {
	return End{Asked: o.Key, Matches: []episodic.Occurrence{o}, Total: 1}
}

// exact reports whether the name is the key of an occurrence.
func (e End) exact() bool { return e.Total == 1 && e.Matches[0].Key == e.Asked }

// ends resolves the names of both ends.
func (s *Service) ends(ctx context.Context, q PathQuestion) (from, to End, err error) {
	found, err := s.occurrences.GetOccurrences(ctx, q.Project, []string{q.From, q.To})
	if err != nil {
		return End{}, End{}, fmt.Errorf("find the occurrences %s and %s: %w", q.From, q.To, err)
	}
	if from, err = s.end(ctx, q.Project, q.From, found); err != nil {
		return End{}, End{}, err
	}
	to, err = s.end(ctx, q.Project, q.To, found)
	return from, to, err
}

// end resolves a name: the key of an occurrence, or else part of labels. found has the occurrence
// if the name is its key.
func (s *Service) end(ctx context.Context, project, name string, found []episodic.Occurrence) (End, error) {
	for _, o := range found {
		if o.Key == name {
			return exactEnd(o), nil
		}
	}
	query := episodic.OccurrenceQuery{
		Project: project,
		Filter:  episodic.OccurrenceFilter{Label: name},
		Page:    episodic.Page{Limit: search.MaxMatches + 1},
	}
	matches, err := s.occurrences.ListOccurrences(ctx, query)
	if err != nil {
		return End{}, fmt.Errorf("find occurrences named %q: %w", name, err)
	}
	if len(matches) <= search.MaxMatches {
		return End{Asked: name, Matches: matches, Total: len(matches)}, nil
	}
	total, err := s.occurrences.CountOccurrences(ctx, query)
	if err != nil {
		return End{}, fmt.Errorf("count occurrences named %q: %w", name, err)
	}
	return End{Asked: name, Matches: matches[:search.MaxMatches], Total: total}, nil
}

// endStatus returns the status if the ends alone determine it, empty if a search is needed.
func endStatus(from, to End) search.Status {
	switch {
	case from.Total == 0 || to.Total == 0:
		return search.StatusUnknownEnd
	case from.Total > search.MaxMatches || to.Total > search.MaxMatches:
		return search.StatusAmbiguous
	default:
		return ""
	}
}
