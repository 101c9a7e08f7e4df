package dependents

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// The maximum numbers of episodes and statements of a source: they are taken out in one transaction.
const (
	maxSource           = 200
	maxSourceStatements = 1_000
)

// statementPage is how many statements are read at once.
const statementPage = 1_000

// resolve finds what a name stands for. A statement is found with what rests on it.
func (s *Service) resolve(ctx context.Context, project string, of Of) (Thing, error) {
	t := Thing{Of: of}
	var err error
	switch {
	case of.Episode != "":
		t.Episodes, err = s.store.GetEpisodes(ctx, project, []string{of.Episode})
	case of.Link != "":
		t.Links, err = s.linksNamed(ctx, project, of.Link)
	case of.Source != "":
		t.Episodes, err = s.session(ctx, project, of.Source)
	}
	if err != nil {
		return t, fmt.Errorf("look %s up: %w", of, err)
	}
	return t, nil
}

// linksNamed returns who states a link that is named by its ends.
func (s *Service) linksNamed(ctx context.Context, project, name string) ([]Link, error) {
	parts := strings.Fields(name)
	if len(parts) == 3 {
		parts[1] = strings.ToLower(parts[1])
	}
	if len(parts) != 3 || !slices.Contains(episodic.Relations(), episodic.Relation(parts[1])) {
		return nil, problem.Refuse("of.link", "%q names no link; name it by its ends, like cart-1/d001 CAUSES cart-1/e002", name)
	}
	l := Link{Source: parts[0], Relation: episodic.Relation(parts[1]), Target: parts[2]}
	follow := search.Follow{Relations: []episodic.Relation{l.Relation}, Bases: episodic.Bases()}
	at, err := s.store.Neighbors(ctx, project, []string{l.Source}, search.Downstream, follow)
	if err != nil {
		return nil, err
	}
	var out []Link
	for _, n := range at[l.Source] {
		if l.Episode = n.Link.Episode; n.Occurrence.Key == l.Target && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out, nil
}

// session returns the episodes of a session.
func (s *Service) session(ctx context.Context, project, name string) ([]episodic.Stored, error) {
	found, err := s.store.ListEpisodes(ctx, episodic.EpisodeQuery{
		Project: project, Filter: episodic.EpisodeFilter{Session: name}, Page: episodic.Page{Limit: maxSource + 1},
	})
	if err != nil {
		return nil, err
	}
	if len(found) > maxSource {
		return nil, problem.RefuseSize("of.source", "more than %d episodes are of source %q; ask about its episodes one by one", maxSource, name)
	}
	slices.SortFunc(found, func(a, b episodic.Stored) int { return strings.Compare(a.Episode.ID, b.Episode.ID) })
	return found, nil
}

// naming reads all statements, and returns those of an origin, and of the others those that name one of the episodes.
func (s *Service) naming(ctx context.Context, project, origin string, episodes []string) (of, citing []link.Statement, err error) {
	page := episodic.Page{Limit: statementPage}
	for {
		found, err := s.store.ListStatements(ctx, project, page)
		if err != nil {
			return nil, nil, fmt.Errorf("read the statements: %w", err)
		}
		for _, one := range found {
			switch {
			case origin != "" && one.Origin == origin:
				of = append(of, one)
			case slices.ContainsFunc(one.Episodes, func(id string) bool { return slices.Contains(episodes, id) }):
				citing = append(citing, one)
			}
			page.After = one.ID()
		}
		if len(of) > maxSourceStatements {
			return nil, nil, problem.RefuseSize("of.source", "more than %d statements are of source %q; ask about them one by one", maxSourceStatements, origin)
		}
		if len(found) < page.Limit {
			return of, citing, nil
		}
	}
}
