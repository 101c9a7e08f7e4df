package dependents

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
)

// Layer changes the factor layer of a project for trial.
type Layer interface {
	// Suppose runs work in one transaction that holds the project's lock, with everything derived that was written before, and
	// takes all of it back. It may run work more than once, each time from the start. It returns ErrProjectNotFound.
	Suppose(ctx context.Context, project string, work func(Tx) error) error
}

// Statements reads statements and how complete the layer is.
type Statements interface {
	// ListStatements returns a page of statements ordered by id.
	ListStatements(ctx context.Context, project string, page episodic.Page) ([]link.Statement, error)
	// GetDerivation returns how complete the layer of a project is. It returns ErrProjectNotFound.
	GetDerivation(ctx context.Context, project string) (layer.Derivation, error)
}

// Episodes reads episodes.
type Episodes interface {
	// GetEpisodes returns the present episodes with those ids, in no particular order.
	GetEpisodes(ctx context.Context, project string, ids []string) ([]episodic.Stored, error)
	// ListEpisodes returns a page, latest first.
	ListEpisodes(ctx context.Context, q episodic.EpisodeQuery) ([]episodic.Stored, error)
}

// Occurrences reads occurrences.
type Occurrences interface {
	// GetOccurrences returns the occurrences with those keys, in no particular order.
	GetOccurrences(ctx context.Context, project string, keys []string) ([]episodic.Occurrence, error)
}

// Links reads the links between occurrences.
type Links interface {
	// Neighbors returns the links at each occurrence in one direction, by occurrence key.
	Neighbors(ctx context.Context, project string, keys []string, d search.Direction, follow search.Follow) (map[string][]trace.Neighbor, error)
}

// Store is all of it; the engines implement it.
type Store interface {
	Layer
	Statements
	Episodes
	Occurrences
	Links
}

// Service answers what rests on a thing. It is safe for concurrent use.
type Service struct{ store Store }

// New returns a Service over a store.
func New(store Store) *Service { return &Service{store} }

// Find returns what rests on a thing. Nothing changes, but whoever writes to the project waits meanwhile, as for a deletion. A thing that the memory does not hold is not [Thing.Known], and no error. It returns
// [episodic.ErrProjectNotFound], and a [problem.InvalidError] for a name of another form and for a source of more than 200 episodes or 1,000 statements.
func (s *Service) Find(ctx context.Context, project string, of Of) (Found, error) {
	if err := of.check(); err != nil {
		return Found{}, err
	}
	derivation, err := s.store.GetDerivation(ctx, project)
	if err != nil {
		return Found{}, fmt.Errorf("see what is derived of %s: %w", project, err)
	}
	thing, err := s.resolve(ctx, project, of)
	if err != nil {
		return Found{}, err
	}
	f := Found{Thing: thing, Pending: derivation.Underived}
	if err := s.fill(ctx, project, &f); err != nil {
		return Found{}, err
	}
	slices.SortFunc(f.Dependents, func(a, b Dependent) int {
		return cmp.Or(slices.Index(Kinds(), a.Kind)-slices.Index(Kinds(), b.Kind), cmp.Compare(a.Key, b.Key))
	})
	return f, nil
}

// fill finds the dependents, in no particular order.
func (s *Service) fill(ctx context.Context, project string, f *Found) error {
	if f.Of.Episode != "" || f.Of.Source != "" {
		own, citing, err := s.naming(ctx, project, f.Of.Source, f.Taken())
		if err != nil {
			return err
		}
		f.Statements = own
		for _, one := range citing {
			f.Dependents = append(f.Dependents, Dependent{Kind: KindStatement, Key: one.ID(), Label: statementLabel(one), Why: "names it as evidence"})
		}
	}
	if !f.Known() && f.Of.Statement == "" {
		return nil
	}
	var without *supposition
	err := s.store.Suppose(ctx, project, func(tx Tx) (err error) {
		without, err = suppose(tx, f.Thing)
		return err
	})
	if err != nil {
		return fmt.Errorf("derive project %q without %s: %w", project, f.Of, err)
	}
	f.Thing, f.Applied = without.thing, without.applied()
	links, err := s.fallenLinks(ctx, project, f.Thing)
	if err != nil {
		return err
	}
	later, cut, err := s.decisions(ctx, project, f.Thing)
	if err != nil {
		return err
	}
	f.Cut = cut
	f.Dependents = slices.Concat(f.Dependents, f.own(), links, later,
		without.factorDependents(), without.linkDependents(), without.patternDependents(), without.applications())
	return nil
}

// own returns the parts of the thing itself.
func (t Thing) own() (out []Dependent) {
	for _, e := range t.Episodes {
		out = append(out, Dependent{Kind: KindEpisode, Key: e.Episode.ID, Label: e.Episode.Task, Falls: true})
	}
	for _, one := range t.Statements {
		out = append(out, Dependent{Kind: KindStatement, Key: one.ID(), Label: statementLabel(one), Falls: true})
	}
	return out
}

func statementLabel(s link.Statement) string {
	return linkName(s.Source.Label(), s.Relation, s.Target.Label()) + ", by " + s.Origin
}
