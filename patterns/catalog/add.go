package catalog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
	"github.com/causeway-memory/causeway/patterns/match"
)

// MaxEvidence is the most episodes in one call.
const MaxEvidence = 1_000

// Instant returns the current time as stores keep it: UTC, whole microseconds.
func (s *Service) Instant() time.Time { return s.now().UTC().Truncate(time.Microsecond) }

// Add adds a pattern and creates the project if needed. If a pattern of the name exists, it gets the
// episodes as evidence, the claim and the figures of mining, and keeps its definition; existing
// applications stay. Add returns a [problem.InvalidError] for an invalid definition or unknown
// episodes, and an error that wraps [episodic.ErrConflict] for the name of a deprecated pattern.
func (s *Service) Add(ctx context.Context, r patterns.AddRequest) (patterns.Added, error) {
	r.Definition = r.WithDefaults()
	if r.Origin == "" {
		r.Origin = patterns.OriginStated
	}
	if err := validateAdd(r); err != nil {
		return patterns.Added{}, err
	}
	if err := s.knownEpisodes(ctx, r.Project, r.Episodes); err != nil {
		return patterns.Added{}, err
	}
	added, now := patterns.Added{Key: patterns.KeyOf(r.Name)}, s.Instant()
	err := s.store.ChangePatterns(ctx, r.Project, true, now, func(tx patterns.Tx) (err error) {
		added.Created, err = add(r, tx, now)
		return err
	})
	if err != nil {
		return patterns.Added{}, fmt.Errorf("add pattern %q: %w", r.Name, err)
	}
	return added, nil
}

func validateAdd(r patterns.AddRequest) error {
	var c patterns.Checker
	c.Name("name", r.Name)
	c.Add(r.Problems()...)
	c.Claim(r.Claim)
	problem.OneOf(&c.Checker, "origin", r.Origin, patterns.Origins())
	c.Length("episodes", len(r.Episodes), MaxEvidence)
	return c.Err()
}

// knownEpisodes rejects ids of missing episodes.
func (s *Service) knownEpisodes(ctx context.Context, project string, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	found, err := s.episodes.GetEpisodes(ctx, project, text.Sorted(ids))
	if err != nil {
		return fmt.Errorf("get %d episodes of %s: %w", len(ids), project, err)
	}
	var c patterns.Checker
	for i, id := range ids {
		if !slices.ContainsFunc(found, func(e episodic.Stored) bool { return e.Episode.ID == id }) {
			c.Invalid(fmt.Sprintf("episodes[%d]", i), "project %q has no episode %q", project, id)
		}
	}
	return c.Err()
}

// add creates the pattern or extends an existing one.
func add(r patterns.AddRequest, tx patterns.Tx, now time.Time) (created bool, err error) {
	key := patterns.KeyOf(r.Name)
	known, err := tx.Patterns([]string{key})
	if err != nil {
		return false, err
	}
	p, there := known[key]
	switch {
	case !there:
		if p, err = create(r, tx, now); err != nil {
			return false, err
		}
	case p.Status == patterns.StatusDeprecated:
		return false, deprecated(p, tx)
	default:
		if err := join(r, tx, p); err != nil {
			return false, err
		}
	}
	return !there, applyIn(tx, p, r.Episodes, func(_ string, before *patterns.Application) *patterns.Application {
		if before != nil {
			return before
		}
		return &patterns.Application{At: now}
	})
}

// create writes a new pattern with its evidence.
func create(r patterns.AddRequest, tx patterns.Tx, now time.Time) (patterns.Pattern, error) {
	p := patterns.Pattern{
		Key: patterns.KeyOf(r.Name), Name: r.Name, Definition: r.Definition, Version: 1, Origin: r.Origin,
		CreatedAt: now, UpdatedAt: now, Claim: r.Claim, Mined: r.Mined,
		Status: patterns.StatusCandidate, StatusAt: now, Reason: "It was added and is not validated yet.",
	}
	if err := fits(p, tx); err != nil {
		return p, err
	}
	if err := tx.PutPatterns([]patterns.Pattern{p}); err != nil {
		return p, err
	}
	change := patterns.Change{
		Pattern: p.Key, Number: 1, Kind: patterns.ChangeAdded, At: now, Version: 1,
		After: p.Status, Reason: p.Reason, Definition: &p.Definition,
	}
	if err := tx.PutChanges([]patterns.Change{change}); err != nil {
		return p, err
	}
	return recounted(tx, p)
}

// join sets the claim and the figures of mining of an existing pattern.
func join(r patterns.AddRequest, tx patterns.Tx, p patterns.Pattern) error {
	if r.Claim == nil && r.Mined == nil {
		return nil
	}
	if r.Claim != nil {
		p.Claim = r.Claim
	}
	if r.Mined != nil {
		p.Mined = r.Mined
	}
	return tx.PutPatterns([]patterns.Pattern{p})
}

// recounted recounts a pattern and returns its new state.
func recounted(tx patterns.Tx, p patterns.Pattern) (patterns.Pattern, error) {
	if _, err := evidence.Recount(tx, []string{p.Key}); err != nil {
		return p, err
	}
	found, err := tx.Patterns([]string{p.Key})
	if err != nil {
		return p, err
	}
	return found[p.Key], nil
}

// deprecated returns the error for using a deprecated pattern; it names the successor.
func deprecated(p patterns.Pattern, tx patterns.Tx) error {
	if p.SupersededBy == "" {
		return fmt.Errorf("pattern %q is deprecated (%s) and keeps its name: %w", p.Name, p.Reason, episodic.ErrConflict)
	}
	found, err := tx.Patterns([]string{p.SupersededBy})
	if err != nil {
		return err
	}
	return fmt.Errorf("pattern %q is deprecated; use %q (%s), which stands in its place: %w",
		p.Name, found[p.SupersededBy].Name, p.SupersededBy, episodic.ErrConflict)
}

// fits rejects a definition that contradicts the rules about factors or other patterns.
func fits(p patterns.Pattern, tx patterns.Tx) error {
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	if err := problem.AsError(match.Factors(p.Definition, match.NewFactorResolver(rules))); err != nil {
		return err
	}
	return p.Relates(tx)
}

// applyIn records applications of a pattern in episodes; say returns the new application, given the
// previous one.
func applyIn(tx patterns.Tx, p patterns.Pattern, episodes []string, say func(episode string, before *patterns.Application) *patterns.Application) error {
	if len(episodes) == 0 {
		return nil
	}
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	w, ids := match.NewFactorResolver(rules), text.Sorted(episodes)
	rows, err := tx.EvidenceIn(ids)
	if err != nil {
		return err
	}
	before := map[string]patterns.Evidence{}
	for _, row := range rows {
		if row.Pattern == p.Key {
			before[row.Episode] = row
		}
	}
	found, err := tx.Observed(nil, ids, w.Variables(p.Matches...))
	if err != nil {
		return err
	}
	if len(found) < len(ids) {
		return fmt.Errorf("not all of %d episodes are in the factor layer, which is being rebuilt: %w", len(ids), episodic.ErrUnavailable)
	}
	change := evidence.NewChange()
	for _, o := range found {
		was, there := before[o.Episode]
		change.Step(was, there, match.Evidence(p, w.Read(o), say(o.Episode, was.Applied)))
	}
	return change.Apply(tx, map[string]patterns.Pattern{p.Key: p})
}
