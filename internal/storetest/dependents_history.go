package storetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/retraction"
	"github.com/causeway-memory/causeway/patterns"
)

// pastLife is everything that was told to a project.
type pastLife struct {
	rules      contribution.Rules
	episodes   []episodic.Prepared
	statements []link.Statement
	patterns   []patterns.AddRequest
	// applied are uses of patterns in episodes, by the name of the pattern.
	applied []patterns.ApplicationRequest
}

// mostEpisodes is the number of episodes of a random history.
const mostEpisodes = 9

// randomHistory returns a history whose episodes share factors, links, sessions and patterns.
func randomHistory(t *testing.T, r *rand.Rand) pastLife {
	t.Helper()
	var h pastLife
	if r.IntN(2) == 0 {
		h.rules.Closed = []contribution.Closed{{Variable: "z", AbsentState: "no", At: day()}}
	}
	if r.IntN(2) == 0 {
		h.rules.Merges = []contribution.Merge{{From: state(r), Into: factor.Identity{Variable: "merged", State: "a"}, At: day()}}
	}
	for i := range mostEpisodes {
		h.episodes = append(h.episodes, randomTold(t, r, i))
	}
	for i := range 5 {
		s := link.Statement{Source: state(r), Target: state(r), Relation: episodic.Relations()[r.IntN(4)], Origin: fmt.Sprint("analyst ", i%2), At: day()}
		if s.Source == s.Target {
			s.Target = factor.Identity{Variable: "alone", State: fmt.Sprint(i)}
		}
		if r.IntN(2) == 0 {
			s.Episodes = []string{fmt.Sprint("x", r.IntN(mostEpisodes))}
		}
		h.statements = append(h.statements, s)
	}
	for i := range 4 {
		h.patterns = append(h.patterns, patterns.AddRequest{Name: fmt.Sprint("pattern ", i), Definition: patterns.Definition{
			Trigger: "something holds", Action: "do something", Rule: patterns.RuleSuccess, Matches: []patterns.Match{{Then: []factor.Identity{state(r)}}},
		}})
		for range 2 {
			h.applied = append(h.applied, patterns.ApplicationRequest{
				Key: patterns.KeyOf(fmt.Sprint("pattern ", i)), Episode: fmt.Sprint("x", r.IntN(mostEpisodes)),
				Application: patterns.Application{Outcome: episodic.OutcomeSuccess, TimeSaved: new(1.5)},
			})
		}
	}
	return h
}

func state(r *rand.Rand) factor.Identity {
	return factor.Identity{Variable: string("uvz"[r.IntN(3)]), State: string("ab"[r.IntN(2)])}
}

// randomTold returns an episode whose links lead to itself and to others.
func randomTold(t *testing.T, r *rand.Rand, n int) episodic.Prepared {
	t.Helper()
	e := episodic.Episode{
		ID: fmt.Sprint("x", n), Session: fmt.Sprint("session ", n%4), Task: "t", StartedAt: episodic.At(day().Add(time.Duration(r.IntN(5)) * time.Hour)),
		Outcome: episodic.Outcomes()[r.IntN(4)], Context: map[string]string{"u": string("ab"[r.IntN(2)])},
	}
	for i := range 3 {
		e.Decisions = append(e.Decisions, episodic.Decision{
			ID: fmt.Sprint("d", i), Type: episodic.DecisionDesign, Chosen: "it", Factor: state(r).Label(), Outcome: episodic.OutcomeUnknown,
		})
	}
	e.Events = []episodic.Event{{ID: "e0", Type: episodic.EventOther, Content: fmt.Sprint("only here ", strings.Repeat("i", n+1))}}
	ends := []string{"d0", "d1", "d2", "e0", episodic.OutcomeID}
	for range 4 {
		l := episodic.Link{Source: ends[r.IntN(5)], Target: ends[r.IntN(5)], Relation: episodic.Relations()[r.IntN(4)], Basis: episodic.BasisStated, Note: "so I think"}
		if other := r.IntN(mostEpisodes); r.IntN(2) == 0 && other != n {
			l.Target = fmt.Sprintf("x%d/d%d", other, r.IntN(3))
		}
		if l.Source != l.Target && !slices.ContainsFunc(e.Links, func(o episodic.Link) bool {
			return o.Source == l.Source && o.Target == l.Target || o.Source == l.Target && o.Target == l.Source
		}) {
			e.Links = append(e.Links, l)
		}
	}
	p, err := intake.Prepare(e)
	must(t, err)
	return p
}

// String prints the history, to look at one that failed.
func (h pastLife) String() string {
	var out strings.Builder
	for _, e := range h.episodes {
		fmt.Fprintf(&out, "%s\n", e.Content)
	}
	for _, s := range h.statements {
		fmt.Fprintf(&out, "%s: %s %s %s, by %s %v\n", s.ID(), s.Source.Label(), s.Relation, s.Target.Label(), s.Origin, s.Episodes)
	}
	return out.String()
}

// things returns everything that can be asked about.
func (h pastLife) things() []dependents.Of {
	var out []dependents.Of
	for _, e := range h.episodes {
		out = append(out, dependents.Of{Episode: e.Episode.ID})
	}
	for _, one := range h.drawn() {
		out = append(out, dependents.Of{Link: one.name()})
	}
	for i := range 4 {
		out = append(out, dependents.Of{Source: fmt.Sprint("session ", i)})
	}
	for _, s := range h.statements {
		out = append(out, dependents.Of{Statement: s.ID()})
	}
	out = append(out, dependents.Of{Source: "analyst 0"}, dependents.Of{Source: "analyst 1"})
	slices.SortFunc(out, func(a, b dependents.Of) int { return strings.Compare(a.String(), b.String()) })
	return slices.Compact(out)
}

// arrow is a link between two occurrences, by their keys.
type arrow struct {
	source, target, episode string
	relation                episodic.Relation
}

func (a arrow) name() string {
	return fmt.Sprintf("%s %s %s", a.source, strings.ToUpper(string(a.relation)), a.target)
}

// drawn returns the links both of whose ends are told.
func (h pastLife) drawn() []arrow {
	there := map[string]bool{}
	for _, e := range h.episodes {
		for _, o := range e.Occurrences {
			there[o.Key] = true
		}
	}
	var out []arrow
	for _, e := range h.episodes {
		for _, l := range e.Episode.Links {
			a := arrow{episodic.OccurrenceKey(e.Episode.ID, l.Source), episodic.OccurrenceKey(e.Episode.ID, l.Target), e.Episode.ID, l.Relation}
			if a.relation == episodic.RelationCorrelates && a.target < a.source {
				a.source, a.target = a.target, a.source
			}
			if there[a.source] && there[a.target] {
				out = append(out, a)
			}
		}
	}
	return out
}

// taken returns the ids of the episodes that a thing is, and whether a statement is one of it.
func (h pastLife) taken(of dependents.Of) []string {
	var out []string
	for _, e := range h.episodes {
		if id := e.Episode.ID; id == of.Episode || of.Source != "" && e.Episode.Session == of.Source {
			out = append(out, id)
		}
	}
	return out
}

func states(of dependents.Of, s link.Statement) bool {
	return s.ID() == of.Statement || of.Source != "" && s.Origin == of.Source
}

// without returns a history that never had a thing.
func (h pastLife) without(of dependents.Of) pastLife {
	taken := h.taken(of)
	out := pastLife{rules: h.rules, patterns: h.patterns}
	for _, e := range h.episodes {
		if slices.Contains(taken, e.Episode.ID) {
			continue
		}
		if of.Link != "" {
			e.Episode.Links = slices.DeleteFunc(slices.Clone(e.Episode.Links), func(l episodic.Link) bool {
				one := pastLife{episodes: []episodic.Prepared{{Episode: episodic.Episode{ID: e.Episode.ID, Links: []episodic.Link{l}}}}}
				return one.names(of.Link)
			})
			e, _ = intake.Prepare(e.Episode)
		}
		out.episodes = append(out.episodes, e)
	}
	for _, s := range h.statements {
		if !states(of, s) {
			out.statements = append(out.statements, s)
		}
	}
	for _, a := range h.applied {
		if !slices.Contains(taken, a.Episode) {
			out.applied = append(out.applied, a)
		}
	}
	return out
}

// names reports whether the one link of a history has a name, drawn or not.
func (h pastLife) names(name string) bool {
	e := h.episodes[0].Episode
	source, target := episodic.OccurrenceKey(e.ID, e.Links[0].Source), episodic.OccurrenceKey(e.ID, e.Links[0].Target)
	r := e.Links[0].Relation
	return arrow{source: source, target: target, relation: r}.name() == name ||
		r == episodic.RelationCorrelates && arrow{source: target, target: source, relation: r}.name() == name
}

// relive tells a history to a project.
func (f *fixture) relive(t *testing.T, project string, h pastLife) {
	t.Helper()
	f.record(t, project, h.episodes...)
	must(t, f.Factors.ChangeFactors(t.Context(), project, true, day(), func(tx derive.Tx) error {
		if err := tx.PutRules(h.rules.Sorted()); err != nil {
			return err
		}
		_, err := derive.PutStatements(tx, h.statements)
		return err
	}))
	must(t, f.Factors.InvalidateLayer(t.Context(), project))
	for {
		n, err := f.Factors.RefreshSome(t.Context(), project, 100)
		must(t, err)
		if n == 0 {
			break
		}
	}
	kept := memory.NewPatterns(memory.PatternParts{Patterns: f.Patterns, Factors: f.Factors, Episodes: f.Graph}, func() time.Time { return minutes(1) })
	for _, p := range h.patterns {
		p.Project = project
		_, err := kept.Catalog.Add(t.Context(), p)
		must(t, err)
	}
	for _, a := range h.applied {
		a.Project = project
		_, err := kept.Catalog.Apply(t.Context(), a)
		must(t, err)
	}
	f.setStatuses(t, project)
}

// setStatuses makes every other pattern a validated one.
func (f *fixture) setStatuses(t *testing.T, project string) {
	t.Helper()
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		all, err := tx.Patterns(nil)
		if err != nil {
			return err
		}
		var put []patterns.Pattern
		for _, p := range all {
			if p.Status = patterns.StatusCandidate; p.Name == "pattern 0" || p.Name == "pattern 2" {
				p.Status = patterns.StatusValidated
			}
			put = append(put, p)
		}
		return tx.PutPatterns(put)
	})
}

// retraction returns the service over the engines.
func (f *fixture) retraction() *retraction.Service {
	now := func() time.Time { return minutes(2) }
	episodes := memory.NewEpisodes(memory.EpisodeParts{Store: f.Graph, Index: newModelIndex()}, now)
	return retraction.New(retraction.Parts{
		Finder: dependents.New(f.Dependents), Episodes: f.Graph, Recorder: episodes.Recording,
		Factors: f.Factors, Patterns: f.Patterns, Entries: f.Ledger, Now: now,
	})
}
