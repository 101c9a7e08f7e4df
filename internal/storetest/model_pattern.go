package storetest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/match"
)

// patterned is what the model stores of the patterns of one project. It recounts observed evidence and
// counts over all episodes after every write.
type patterned struct {
	kept     map[string]patterns.Pattern
	evidence map[patterns.EvidenceKey]patterns.Evidence
	changes  map[string][]patterns.Change
}

// clone returns a copy on which a change can be tried.
func (p patterned) clone() patterned {
	out := patterned{map[string]patterns.Pattern{}, map[patterns.EvidenceKey]patterns.Evidence{}, map[string][]patterns.Change{}}
	maps.Copy(out.kept, p.kept)
	maps.Copy(out.evidence, p.evidence)
	for key, changes := range p.changes {
		out.changes[key] = slices.Clone(changes)
	}
	return out
}

// countPatterns matches every pattern with every episode.
func (p *held) countPatterns() {
	if len(p.kept) == 0 {
		return
	}
	world, contents := match.NewFactorResolver(p.rules), p.contents()
	applied := map[patterns.EvidenceKey]*patterns.Application{}
	for key, e := range p.evidence {
		if _, present := contents[key.Episode]; present && e.Applied != nil {
			applied[key] = e.Applied
		}
	}
	p.evidence = map[patterns.EvidenceKey]patterns.Evidence{}
	for name, one := range p.kept {
		one.Counts, one.LastUsed = patterns.Counts{}, time.Time{}
		for _, id := range slices.Sorted(maps.Keys(p.contributed)) {
			key := patterns.EvidenceKey{Pattern: name, Episode: id}
			if e := trial(world, one, p.contributed[id], applied[key]); e != nil {
				p.evidence[key] = *e
				count(&one, *e)
			}
		}
		p.kept[name] = one
	}
}

// trial returns an episode as evidence of a pattern, nil if it is none.
func trial(w match.FactorResolver, p patterns.Pattern, c contribution.Contribution, applied *patterns.Application) *patterns.Evidence {
	observed := patterns.Observed{Episode: c.Episode, Seen: c.Seen, Outcome: c.Outcome, Errors: c.Errors, Observations: c.Observations}
	holds := slices.ContainsFunc(p.Matches, func(m patterns.Match) bool { return w.Judge(m, observed) == match.ResultTrial })
	if !holds && applied == nil {
		return nil
	}
	var said episodic.Outcome
	if applied != nil {
		said = applied.Outcome
	}
	return &patterns.Evidence{
		Pattern: p.Key, Episode: c.Episode, Seen: c.Seen, Observed: holds, Applied: applied,
		Verdict: p.Rule.Verdict(c.Outcome, c.Errors, said),
		Counted: p.CountedFrom.IsZero() || !c.Seen.IsZero() && !c.Seen.Before(p.CountedFrom),
	}
}

// count adds evidence to the counts of its pattern.
func count(p *patterns.Pattern, e patterns.Evidence) {
	if e.Applied != nil && e.Applied.At.After(p.LastUsed) {
		p.LastUsed = e.Applied.At
	}
	if !e.Counted {
		return
	}
	switch e.Verdict {
	case patterns.VerdictSupports:
		p.Counts.Successes++
	case patterns.VerdictContradicts:
		p.Counts.Failures++
	default:
		p.Counts.Unknown++
	}
	if e.Applied == nil {
		return
	}
	p.Counts.Applications++
	for saving, figure := range map[*patterns.Saving]*float64{&p.Counts.Time: e.Applied.TimeSaved, &p.Counts.Cost: e.Applied.CostSaved} {
		if figure != nil {
			saving.Sum += *figure
			saving.N++
		}
	}
}

// GetPatterns implements [patterns.Store].
func (m *model) GetPatterns(_ context.Context, project string, keys []string) ([]patterns.Pattern, error) {
	return slices.Collect(maps.Values(only(m.project(project).kept, keys))), nil
}

// only returns the items with some keys.
func only[M ~map[string]V, V any](all M, keys []string) map[string]V {
	out := map[string]V{}
	for _, key := range keys {
		if v, is := all[key]; is {
			out[key] = v
		}
	}
	return out
}

// ListPatterns implements [patterns.Store].
func (m *model) ListPatterns(_ context.Context, q patterns.Query) ([]patterns.Pattern, error) {
	found := m.filtered(q)
	slices.SortFunc(found, func(a, b patterns.Pattern) int {
		return cmp.Or(cmp.Compare(q.Order.Rank(a), q.Order.Rank(b)), strings.Compare(a.Key, b.Key))
	})
	if rank, key, ok := patterns.Place(q.Page.After); ok {
		found = slices.DeleteFunc(found, func(p patterns.Pattern) bool {
			return q.Order.Rank(p) < rank || q.Order.Rank(p) == rank && p.Key <= key
		})
	}
	return found[:min(len(found), q.Page.Limit)], nil
}

// CountPatterns implements [patterns.Store].
func (m *model) CountPatterns(_ context.Context, q patterns.Query) (int, error) {
	return len(m.filtered(q)), nil
}

func (m *model) filtered(q patterns.Query) []patterns.Pattern {
	p, f := m.project(q.Project), q.Filter
	return slices.DeleteFunc(slices.Collect(maps.Values(p.kept)), func(one patterns.Pattern) bool {
		rate := one.Counts.Rate()
		_, there := p.evidence[patterns.EvidenceKey{Pattern: one.Key, Episode: f.Episode}]
		has := func(text, part string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(part)) }
		switch {
		case !has(one.Name, f.Text) && !has(one.Trigger, f.Text) && !has(one.Action, f.Text), !has(one.Trigger, f.Trigger),
			lacks(f.Categories, one.Category), lacks(f.Statuses, one.Status), lacks(f.Origins, one.Origin),
			f.AntiPattern != nil && *f.AntiPattern != one.AntiPattern,
			f.MinRate != nil && (rate == nil || *rate < *f.MinRate), f.MaxRate != nil && (rate == nil || *rate > *f.MaxRate),
			one.Counts.Trials() < f.MinTrials, f.Episode != "" && !there,
			f.Contested != nil && *f.Contested != (one.Counts.Successes > 0 && one.Counts.Failures > 0):
			return true
		}
		return false
	})
}

// lacks reports whether a list of allowed words excludes a word.
func lacks[T comparable](list []T, word T) bool { return len(list) > 0 && !slices.Contains(list, word) }

// Indexed implements [patterns.Store].
func (m *model) Indexed(
	_ context.Context, project string, entries []string, statuses []patterns.Status, limit int,
) (found []patterns.Pattern, more bool, err error) {
	kept := m.project(project).kept
	for _, key := range slices.Sorted(maps.Keys(kept)) {
		stands := slices.ContainsFunc(kept[key].Entries(), func(e string) bool { return slices.Contains(entries, e) })
		if stands && slices.Contains(statuses, kept[key].Status) {
			found = append(found, kept[key])
		}
	}
	return found[:min(len(found), limit)], len(found) > limit, nil
}

// ListPatternEvidence implements [patterns.Store].
func (m *model) ListPatternEvidence(_ context.Context, q patterns.EvidenceQuery) ([]patterns.Evidence, error) {
	found := slices.DeleteFunc(m.trials(q), func(e patterns.Evidence) bool { return e.Episode <= q.Page.After })
	return found[:min(len(found), q.Page.Limit)], nil
}

// CountPatternEvidence implements [patterns.Store].
func (m *model) CountPatternEvidence(_ context.Context, q patterns.EvidenceQuery) (int, error) {
	return len(m.trials(q)), nil
}

func (m *model) trials(q patterns.EvidenceQuery) []patterns.Evidence {
	return slices.DeleteFunc(m.project(q.Project).sortedEvidence(), func(e patterns.Evidence) bool {
		return e.Pattern != q.Pattern || lacks(q.Verdicts, e.Verdict) || q.Counted && !e.Counted ||
			!q.Since.IsZero() && (e.Seen.IsZero() || e.Seen.Before(q.Since)) || !q.Until.IsZero() && (e.Seen.IsZero() || e.Seen.After(q.Until))
	})
}

func (p patterned) sortedEvidence() []patterns.Evidence {
	return slices.SortedFunc(maps.Values(p.evidence), func(a, b patterns.Evidence) int {
		return cmp.Or(strings.Compare(a.Pattern, b.Pattern), strings.Compare(a.Episode, b.Episode))
	})
}

// ListChanges implements [patterns.Store].
func (m *model) ListChanges(_ context.Context, project, pattern string, page episodic.Page) ([]patterns.Change, error) {
	found := slices.Clone(m.project(project).changes[pattern])
	slices.Reverse(found)
	if before, err := strconv.Atoi(page.After); err == nil {
		found = slices.DeleteFunc(found, func(c patterns.Change) bool { return c.Number >= before })
	}
	return found[:min(len(found), page.Limit)], nil
}

// CountChanges implements [patterns.Store].
func (m *model) CountChanges(_ context.Context, project, pattern string) (int, error) {
	return len(m.project(project).changes[pattern]), nil
}

// ScanApplications implements [patterns.Store].
func (m *model) ScanApplications(_ context.Context, project string, each func(patterns.Evidence) error) error {
	for _, e := range m.project(project).sortedEvidence() {
		if e.Applied == nil {
			continue
		}
		if err := each(e); err != nil {
			return err
		}
	}
	return nil
}

// ScanEpisodes implements [patterns.Store].
func (m *model) ScanEpisodes(
	ctx context.Context, project string, factors []string, each func(patterns.EpisodeStates) error,
) (layer.Derivation, error) {
	all := m.project(project).contributed
	return m.ScanStates(ctx, layer.StatesQuery{Project: project, After: layer.FromStart, Factors: factors}, func(t layer.EpisodeStates) error {
		c := all[t.Episode]
		return each(patterns.EpisodeStates{Episode: t.Episode, Seen: c.Seen, Outcome: c.Outcome, Errors: c.Errors, States: t.States})
	})
}

// ChangePatterns implements [patterns.Store].
func (m *model) ChangePatterns(_ context.Context, project string, create bool, now time.Time, work func(patterns.Tx) error) error {
	_, there := m.projects[project]
	if !there && !create {
		return episodic.ErrProjectNotFound
	}
	p := m.create(project, now)
	before := p.patterned
	p.patterned = before.clone()
	if err := work(patternTx{p, project}); err != nil {
		if p.patterned = before; !there {
			delete(m.projects, project)
		}
		return err
	}
	p.countPatterns()
	return nil
}
