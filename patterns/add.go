package patterns

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// MaxEvidence is the most episodes that one call names.
const MaxEvidence = 1_000

// instant is the present moment as it is kept.
func (s *Service) instant() time.Time { return s.now().UTC().Truncate(time.Microsecond) }

// Add writes a pattern down, in a project that is made when it is new. When there is one of the
// name already, it gets the episodes as evidence, the claim and the figures of mining, and keeps
// its definition; episodes that are its applications already stay as they are. It returns an
// [episodic.InvalidError] for a definition that is none and for episodes that the project does not
// have, and an error that wraps [episodic.ErrConflict] for the name of a deprecated pattern.
func (s *Service) Add(ctx context.Context, r AddRequest) (Added, error) {
	r.Definition = r.withDefaults()
	if r.Origin == "" {
		r.Origin = OriginStated
	}
	if err := r.validate(); err != nil {
		return Added{}, err
	}
	if err := s.knownEpisodes(ctx, r.Project, r.Episodes); err != nil {
		return Added{}, err
	}
	added, now := Added{Key: KeyOf(r.Name)}, s.instant()
	err := s.store.ChangePatterns(ctx, r.Project, true, now, func(tx Tx) (err error) {
		added.Created, err = r.add(tx, now)
		return err
	})
	if err != nil {
		return Added{}, fmt.Errorf("add pattern %q: %w", r.Name, err)
	}
	return added, nil
}

func (r AddRequest) validate() error {
	var c checking
	c.name("name", r.Name)
	c.found = append(c.found, r.problems()...)
	c.claim(r.Claim)
	oneOf(&c, "origin", r.Origin, Origins())
	c.length("episodes", len(r.Episodes), MaxEvidence)
	return refused(c.found)
}

// knownEpisodes refuses ids of which the project has no episode.
func (s *Service) knownEpisodes(ctx context.Context, project string, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	found, err := s.episodes.GetEpisodes(ctx, project, sorted(ids))
	if err != nil {
		return fmt.Errorf("get %d episodes of %s: %w", len(ids), project, err)
	}
	var c checking
	for i, id := range ids {
		if !slices.ContainsFunc(found, func(e episodic.Stored) bool { return e.Episode.ID == id }) {
			c.invalid(fmt.Sprintf("episodes[%d]", i), "project %q has no episode %q", project, id)
		}
	}
	return refused(c.found)
}

// add adds the pattern, or what is new of it.
func (r AddRequest) add(tx Tx, now time.Time) (created bool, err error) {
	key := KeyOf(r.Name)
	known, err := tx.Patterns([]string{key})
	if err != nil {
		return false, err
	}
	p, there := known[key]
	switch {
	case !there:
		if p, err = r.create(tx, now); err != nil {
			return false, err
		}
	case p.Status == StatusDeprecated:
		return false, p.deprecated(tx)
	default:
		if err := r.join(tx, p); err != nil {
			return false, err
		}
	}
	return !there, applyIn(tx, p, r.Episodes, func(_ string, before *Application) *Application {
		if before != nil {
			return before
		}
		return &Application{At: now}
	})
}

// create writes a new pattern with the evidence that the episodes tell of it.
func (r AddRequest) create(tx Tx, now time.Time) (Pattern, error) {
	p := Pattern{
		Key: KeyOf(r.Name), Name: r.Name, Definition: r.Definition, Version: 1, Origin: r.Origin,
		CreatedAt: now, UpdatedAt: now, Claim: r.Claim, Mined: r.Mined,
		Status: StatusCandidate, StatusAt: now, Reason: "It was added and is not validated yet.",
	}
	if err := p.fits(tx); err != nil {
		return p, err
	}
	if err := tx.PutPatterns([]Pattern{p}); err != nil {
		return p, err
	}
	change := Change{
		Pattern: p.Key, Number: 1, Kind: ChangeAdded, At: now, Version: 1,
		After: p.Status, Reason: p.Reason, Definition: &p.Definition,
	}
	if err := tx.PutChanges([]Change{change}); err != nil {
		return p, err
	}
	return recounted(tx, p)
}

// join takes over what is told anew of a pattern that is there.
func (r AddRequest) join(tx Tx, p Pattern) error {
	if r.Claim == nil && r.Mined == nil {
		return nil
	}
	if r.Claim != nil {
		p.Claim = r.Claim
	}
	if r.Mined != nil {
		p.Mined = r.Mined
	}
	return tx.PutPatterns([]Pattern{p})
}

// recounted counts a pattern from scratch and returns it as it is then.
func recounted(tx Tx, p Pattern) (Pattern, error) {
	if _, err := Recount(tx, []string{p.Key}); err != nil {
		return p, err
	}
	found, err := tx.Patterns([]string{p.Key})
	if err != nil {
		return p, err
	}
	return found[p.Key], nil
}

// deprecated is the error for what is asked of a deprecated pattern; it names the successor.
func (p Pattern) deprecated(tx Tx) error {
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

// fits refuses a definition that does not go with what people decided about factors, or with the
// patterns that it names.
func (p Pattern) fits(tx Tx) error {
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	if err := refused(p.factors(NewWorld(rules))); err != nil {
		return err
	}
	return p.relates(tx)
}

// applyIn records applications of a pattern in episodes: say tells what is recorded of one, given
// what was before.
func applyIn(tx Tx, p Pattern, episodes []string, say func(episode string, before *Application) *Application) error {
	if len(episodes) == 0 {
		return nil
	}
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	w, ids := NewWorld(rules), sorted(episodes)
	rows, err := tx.EvidenceIn(ids)
	if err != nil {
		return err
	}
	before := map[string]Evidence{}
	for _, row := range rows {
		if row.Pattern == p.Key {
			before[row.Episode] = row
		}
	}
	held, err := tx.Holding(nil, ids, w.Variables(p.Matches...))
	if err != nil {
		return err
	}
	if len(held) < len(ids) {
		return fmt.Errorf("not all of %d episodes are in the factor layer, which is being made anew: %w", len(ids), episodic.ErrUnavailable)
	}
	change := newEvidenceChange()
	for _, t := range held {
		was, there := before[t.Episode]
		change.step(was, there, p.evidence(w.Read(t), say(t.Episode, was.Applied)))
	}
	return change.apply(tx, map[string]Pattern{p.Key: p})
}
