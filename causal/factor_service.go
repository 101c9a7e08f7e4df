package causal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// deriveBatch is how many episodes one transaction derives anew.
const deriveBatch = 200

// MaxStatements is the most links that one call states.
const MaxStatements = 10_000

// The most characters of an origin and of a note, and the most episodes that a statement names.
const (
	MaxOrigin        = 500
	MaxNote          = 10_000
	MaxNamedEpisodes = 10_000
)

// instant is the present moment as it is kept.
func (s *Service) instant() time.Time { return s.now().UTC().Truncate(time.Microsecond) }

// RecordLinks states links between factors, or replaces what the same origin stated before. It
// returns how many are new or other than before; the project is created when it is new. An
// [episodic.InvalidError] names the statements that join a factor to itself, give no names or
// a number out of its range.
func (s *Service) RecordLinks(ctx context.Context, project string, statements []Statement) (changed int, err error) {
	if err := validateStatements(statements); err != nil {
		return 0, err
	}
	now := s.instant()
	statements = slices.Clone(statements)
	for i := range statements {
		statements[i].At = now
	}
	err = s.factors.ChangeFactors(ctx, project, true, now, func(tx DerivationTx) (err error) {
		changed, err = PutStatements(tx, statements)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("state %d links: %w", len(statements), err)
	}
	return changed, nil
}

func validateStatements(statements []Statement) error {
	if len(statements) > MaxStatements {
		return failed([]episodic.Problem{{
			Path: "links", Code: episodic.CodeTooLarge,
			Message: fmt.Sprintf("%d links; at most %d are taken at a time", len(statements), MaxStatements),
		}})
	}
	var problems []episodic.Problem
	seen := map[string]int{}
	for i, s := range statements {
		at := ""
		if len(statements) > 1 {
			at = fmt.Sprintf("links[%d].", i)
		}
		problems = append(problems, s.problems(at)...)
		if first, twice := seen[s.ID()]; twice {
			problems = append(problems, invalid(at+"source", "the same link of the same origin is at links[%d]", first))
		}
		seen[s.ID()] = i
	}
	return failed(problems)
}

func (s Statement) problems(at string) []episodic.Problem {
	var out []episodic.Problem
	for _, end := range []struct {
		name string
		of   Identity
	}{{"source", s.Source}, {"target", s.Target}} {
		out = append(out, end.of.problems(at+end.name)...)
	}
	out = append(out, tooLong(at+"origin", s.Origin, MaxOrigin)...)
	out = append(out, tooLong(at+"note", s.Note, MaxNote)...)
	if len(s.Episodes) > MaxNamedEpisodes {
		out = append(out, invalid(at+"episodes", "%d episodes; at most %d are taken", len(s.Episodes), MaxNamedEpisodes))
	}
	if s.Source == s.Target && s.Source.Variable != "" {
		out = append(out, invalid(at+"target", "the link joins %q to itself", s.Source.Label()))
	}
	if !slices.Contains(episodic.Relations(), s.Relation) {
		out = append(out, invalid(at+"relation", "%q is no relation", s.Relation))
	}
	if p := s.Strength; p != nil && !(*p > 0 && *p <= 1) {
		out = append(out, invalid(at+"strength", "%v is no strength; use more than 0, and 1 at most", *p))
	}
	if p := s.Confidence; p != nil && !(*p >= 0 && *p <= 1) {
		out = append(out, invalid(at+"confidence", "%v is no confidence; use 0 to 1", *p))
	}
	return out
}

// RemoveLink takes a statement back; what episodes state of the link stays. It returns
// ErrProjectNotFound and an error that wraps [episodic.ErrNotFound].
func (s *Service) RemoveLink(ctx context.Context, project, statement string) error {
	now := s.instant()
	err := s.factors.ChangeFactors(ctx, project, false, now, func(tx DerivationTx) error {
		return RemoveStatement(tx, statement)
	})
	if err != nil {
		return fmt.Errorf("take back statement %q: %w", statement, err)
	}
	return nil
}

// Statements returns a page of what was stated between factors, in the order of their ids. It
// returns ErrProjectNotFound.
func (s *Service) Statements(ctx context.Context, project string, page episodic.Page) ([]Statement, error) {
	found, err := s.factors.ListStatements(ctx, project, page)
	if err != nil {
		return nil, fmt.Errorf("list the statements of project %q: %w", project, err)
	}
	if len(found) == 0 {
		return nil, episodic.Absent(ctx, s.occurrences, project, nil)
	}
	return found, nil
}

// CountStatements returns how many statements a project has.
func (s *Service) CountStatements(ctx context.Context, project string) (int, error) {
	n, err := s.factors.CountStatements(ctx, project)
	if err != nil {
		return 0, fmt.Errorf("count the statements of project %q: %w", project, err)
	}
	return n, nil
}

// Derive works off the episodes of a project whose contribution is to be derived anew. done,
// unless nil, is told after each batch how many were dealt with in all.
func (s *Service) Derive(ctx context.Context, project string, done func(int)) error {
	return DeriveDue(ctx, s.factors, project, done)
}

// DeriveDue is [Service.Derive] for who has the store alone.
func DeriveDue(ctx context.Context, store FactorStore, project string, done func(int)) error {
	for total := 0; ; {
		n, err := deriveSome(ctx, store, project)
		if err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		if total += n; done != nil {
			done(total)
		}
	}
}

// deriveSome derives one batch of a project, a smaller one where the store runs out of time.
func deriveSome(ctx context.Context, store FactorStore, project string) (int, error) {
	for batch := deriveBatch; ; batch /= 2 {
		n, err := store.DeriveSome(ctx, project, batch)
		switch {
		case err == nil:
			return n, nil
		case batch == 1 || ctx.Err() != nil || !errors.Is(err, episodic.ErrTimeout):
			return 0, fmt.Errorf("derive the factors of project %q: %w", project, err)
		}
	}
}

// DeriveBacklog derives one batch of each project that has some due, up to limit projects. It
// returns how many episodes it dealt with. A project that fails holds up no other.
func (s *Service) DeriveBacklog(ctx context.Context, limit int) (int, error) {
	projects, err := s.factors.ListUnderived(ctx, limit)
	if err != nil {
		return 0, fmt.Errorf("look for episodes to derive: %w", err)
	}
	total := 0
	var failures []error
	for _, project := range projects {
		n, err := deriveSome(ctx, s.factors, project)
		if err != nil {
			failures = append(failures, err)
		}
		total += n
	}
	return total, errors.Join(failures...)
}

// Renew has the layers derived anew that another version of causeway derived. It returns the
// projects.
func (s *Service) Renew(ctx context.Context, projects []string) ([]string, error) {
	var out []string
	for _, project := range projects {
		d, err := s.factors.GetDerivation(ctx, project)
		if errors.Is(err, episodic.ErrProjectNotFound) || err == nil && (d.Episodes == 0 || d.Version == DerivationVersion) {
			continue
		}
		if err == nil {
			err = s.factors.Underive(ctx, project)
		}
		if err != nil {
			return out, fmt.Errorf("have the factors of project %q derived anew: %w", project, err)
		}
		out = append(out, project)
	}
	return out, nil
}

// Rebuild removes the factor layer of a project, but for what people decided and stated, and
// derives all of it from the episodes. done is told as in [Service.Derive]. Meanwhile answers
// say how many episodes are missing. It returns ErrProjectNotFound.
func (s *Service) Rebuild(ctx context.Context, project string, done func(int)) error {
	if err := s.factors.Underive(ctx, project); err != nil {
		return fmt.Errorf("remove the factors of project %q: %w", project, err)
	}
	return s.deriveInTime(ctx, project, done)
}

// Derivation returns how far the factor layer of a project is. It returns ErrProjectNotFound.
func (s *Service) Derivation(ctx context.Context, project string) (Derivation, error) {
	return s.factors.GetDerivation(ctx, project) // whose error says what was attempted
}

// fingerprintPage is how many rows a fingerprint reads at a time, fingerprintTries how often it
// begins again because the layer changed meanwhile.
const (
	fingerprintPage  = 1000
	fingerprintTries = 5
)

// Fingerprint returns a hash over the factors, variables and links of a project with all their
// numbers: equal layers, equal fingerprint, on every engine. It returns ErrProjectNotFound, and
// an error that wraps [episodic.ErrConflict] when the layer keeps changing.
func (s *Service) Fingerprint(ctx context.Context, project string) (string, error) {
	for range fingerprintTries {
		before, err := s.Derivation(ctx, project)
		if err != nil {
			return "", err
		}
		sum, err := s.fingerprint(ctx, project)
		if err != nil {
			return "", fmt.Errorf("take the fingerprint of project %q: %w", project, err)
		}
		after, err := s.Derivation(ctx, project)
		if err != nil {
			return "", err
		}
		if before.Graph == after.Graph {
			return sum, nil
		}
	}
	return "", fmt.Errorf("the factors of project %q change all the time: %w", project, episodic.ErrConflict)
}

func (s *Service) fingerprint(ctx context.Context, project string) (string, error) {
	h := sha256.New()
	err := everyPage(func(after string) (string, int, error) {
		page, err := s.factors.ListFactors(ctx, FactorQuery{Project: project, Page: episodic.Page{Limit: fingerprintPage, After: after}})
		if err != nil || len(page) == 0 {
			return "", 0, err
		}
		return page[len(page)-1].Key(), len(page), digest(h, page)
	})
	if err != nil {
		return "", err
	}
	err = everyPage(func(after string) (string, int, error) {
		page, err := s.factors.ListFactorLinks(ctx, FactorLinkQuery{Project: project, Page: episodic.Page{Limit: fingerprintPage, After: after}})
		if err != nil || len(page) == 0 {
			return "", 0, err
		}
		for i := range page {
			page[i].Measure = Measure{} // follows from the counts
		}
		return page[len(page)-1].Key, len(page), digest(h, page)
	})
	if err != nil {
		return "", err
	}
	variables, err := s.factors.ListVariables(ctx, project, nil)
	if err != nil {
		return "", err
	}
	if err := digest(h, variables); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// everyPage reads pages until one is not full.
func everyPage(read func(after string) (last string, n int, err error)) error {
	for after := ""; ; {
		last, n, err := read(after)
		if err != nil || n < fingerprintPage {
			return err
		}
		after = last
	}
}

// digest adds rows to a hash, one JSON value each.
func digest[T any](h hash.Hash, rows []T) error {
	encoder := json.NewEncoder(h)
	for _, row := range rows {
		if err := encoder.Encode(row); err != nil {
			return err
		}
	}
	return nil
}
