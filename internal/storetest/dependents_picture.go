package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
)

// picture is all that is derived of a project, by key.
type picture struct {
	factors  map[string]factor.Factor
	links    map[string]link.FactorLink
	patterns map[string]counted
}

// counted is what is counted of a pattern.
type counted struct {
	patterns.Counts

	used   string
	status patterns.Status
}

func (f *fixture) picture(t *testing.T, project string) picture {
	t.Helper()
	p := picture{map[string]factor.Factor{}, map[string]link.FactorLink{}, map[string]counted{}}
	page := episodic.Page{Limit: 1_000}
	factors, err := f.Factors.ListFactors(t.Context(), layer.FactorQuery{Project: project, Page: page})
	must(t, err)
	for _, one := range factors {
		p.factors[one.Key()] = one
	}
	links, err := f.Factors.ListFactorLinks(t.Context(), layer.FactorLinkQuery{Project: project, Page: page})
	must(t, err)
	for _, one := range links {
		p.links[one.Key] = one
	}
	all, err := f.Patterns.ListPatterns(t.Context(), patterns.Query{Project: project, Filter: patterns.Filter{Statuses: patterns.Statuses()}, Order: patterns.OrderKey, Page: page})
	must(t, err)
	for _, one := range all {
		p.patterns[one.Key] = counted{one.Counts, one.LastUsed.String(), one.Status}
	}
	return p
}

// plain is the picture in words, without the statuses of patterns.
func (p picture) plain() []string {
	var out []string
	for key, f := range p.factors {
		out = append(out, fmt.Sprint(key, " ", f.Label(), " ", figuresOfFactor(f)))
	}
	for key, l := range p.links {
		out = append(out, fmt.Sprint(key, " ", l.Source.Label(), l.Relation, l.Target.Label(), " ", figuresOfLink(l)))
	}
	for key, c := range p.patterns {
		out = append(out, fmt.Sprint(key, " ", c.Counts, c.used))
	}
	slices.Sort(out)
	return out
}

func figuresOfFactor(f factor.Factor) string {
	return fmt.Sprint(f.Outcomes, f.Statements, f.FirstSeen, f.LastSeen)
}

func figuresOfLink(l link.FactorLink) string {
	strength := "none"
	if l.StatedStrength != nil {
		strength = fmt.Sprint(*l.StatedStrength)
	}
	return fmt.Sprint(l.Evidence, l.Statements, strength, l.Pair, l.FirstSeen, l.LastSeen)
}

// less returns what of a picture another one lacks, or has with other figures, as listed does.
func (p picture) less(other picture) []string {
	var out []string
	for key, f := range p.factors {
		if o, there := other.factors[key]; !there || figuresOfFactor(f) != figuresOfFactor(o) {
			out = append(out, line(dependents.KindFactor, key, !there, f.Frequency(), o.Frequency()))
		}
	}
	for key, l := range p.links {
		if o, there := other.links[key]; !there || figuresOfLink(l) != figuresOfLink(o) {
			out = append(out, line(dependents.KindFactorLink, key, !there, l.Pair.N11, o.Pair.N11))
		}
	}
	for key, c := range p.patterns {
		if o := other.patterns[key]; c.Counts != o.Counts || c.used != o.used {
			out = append(out, line(dependents.KindPattern, key, false, c.Successes, o.Successes))
		}
	}
	slices.Sort(out)
	return out
}

// line is one dependent as the oracle and the answer are compared: with the figure that tells most of its kind.
func line(kind dependents.Kind, key string, falls bool, before, after int) string {
	return fmt.Sprintf("%s %s falls %v, %d to %d", kind, key, falls, before, after)
}

// listed returns the dependents in that form.
func listed(all []dependents.Dependent) []string {
	var out []string
	for _, d := range all {
		name := map[dependents.Kind]string{dependents.KindFactor: "episodes", dependents.KindFactorLink: "both", dependents.KindPattern: "successes"}[d.Kind]
		before, _ := d.Before[name].(int)
		after, _ := d.After[name].(int)
		out = append(out, line(d.Kind, d.Key, d.Falls, before, after))
	}
	slices.Sort(out)
	return out
}

// layered reports whether a line is of what is derived.
func layered(line string) bool {
	return strings.HasPrefix(line, "FACTOR") || strings.HasPrefix(line, "PATTERN")
}

// resting returns what else rests on a thing, from the history alone.
func (h pastLife) resting(t *testing.T, f *fixture, project string, of dependents.Of) []string {
	t.Helper()
	taken := h.taken(of)
	var out []string
	for _, id := range taken {
		out = append(out, line(dependents.KindEpisode, id, true, 0, 0))
	}
	for _, s := range h.statements {
		cites := slices.ContainsFunc(s.Episodes, func(id string) bool { return slices.Contains(taken, id) })
		if states(of, s) || cites {
			out = append(out, line(dependents.KindStatement, s.ID(), states(of, s), 0, 0))
		}
	}
	stay := h.without(of).drawn()
	for _, a := range h.drawn() {
		if l := line(dependents.KindLink, a.name(), true, 0, 0); !slices.ContainsFunc(stay, func(b arrow) bool { return a == b }) && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	for _, key := range h.follow(of, taken) {
		out = append(out, line(dependents.KindDecision, key, false, 0, 0))
	}
	out = append(out, h.uses(t, f, project, taken)...)
	slices.Sort(out)
	return out
}

// follow returns the decisions that causal links lead to, walking one link at a time.
func (h pastLife) follow(of dependents.Of, taken []string) []string {
	within := func(key string) bool { id, _, _ := episodic.SplitKey(key); return slices.Contains(taken, id) }
	reached := map[string]bool{}
	causal := func(a arrow) bool { return slices.Contains(episodic.CausalRelations(), a.relation) }
	begin := ""
	for _, a := range h.drawn() {
		if a.name() == of.Link && causal(a) {
			reached[a.target], begin = true, a.source
		}
	}
	for grown := true; grown; {
		grown = false
		for _, a := range h.drawn() {
			if causal(a) && (within(a.source) || reached[a.source]) && !within(a.target) && !reached[a.target] && a.target != begin {
				reached[a.target], grown = true, true
			}
		}
	}
	var out []string
	for key := range reached {
		if _, short, _ := episodic.SplitKey(key); strings.HasPrefix(short, "d") {
			out = append(out, key)
		}
	}
	return out
}

// uses returns where patterns were applied, of which a taken episode is a trial, in other episodes. All were applied after all episodes
// were recorded.
func (h pastLife) uses(t *testing.T, f *fixture, project string, taken []string) []string {
	t.Helper()
	var out []string
	for _, p := range h.patterns {
		rows, err := f.Patterns.ListPatternEvidence(t.Context(), patterns.EvidenceQuery{Project: project, Pattern: patterns.KeyOf(p.Name), Page: episodic.Page{Limit: 1_000}})
		must(t, err)
		if !slices.ContainsFunc(rows, func(e patterns.Evidence) bool { return slices.Contains(taken, e.Episode) }) {
			continue
		}
		for _, row := range rows {
			if row.Applied != nil && !slices.Contains(taken, row.Episode) {
				out = append(out, line(dependents.KindApplication, row.Pattern+"/"+row.Episode, false, 0, 0))
			}
		}
	}
	return out
}

// exampleNothingKnown tells what is not known from what nothing rests on, and refuses what names nothing.
func exampleNothingKnown(t *testing.T, f *fixture) {
	project, service := f.project(t), f.retraction()
	f.record(t, project, prepare(t, "one", 2))
	for _, of := range []dependents.Of{{Episode: "two"}, {Link: "one/e1 PREVENTS one/e2"}, {Source: "nobody"}, {Statement: "0123456789abcdef"}} {
		found, note, err := service.Find(t.Context(), project, of)
		must(t, err)
		if found.Known() || len(found.Dependents) > 0 || note != fmt.Sprintf("Nothing is known about %s.", of) {
			t.Errorf("of %s it says %q, known %v, with %v", of, note, found.Known(), found.Dependents)
		}
		if _, _, err := service.Retract(t.Context(), project, of, "wrong"); problemOf(err) != "not found" {
			t.Errorf("retract %s: %v", of, err)
		}
		if _, _, err := service.Undo(t.Context(), project, of, "right"); problemOf(err) != "not found" {
			t.Errorf("undo %s: %v", of, err)
		}
	}
	for _, of := range []dependents.Of{{}, {Episode: "one", Source: "x"}, {Link: "one/e1"}, {Link: "one/e1 KNOWS one/e2"}} {
		if _, _, err := service.Find(t.Context(), project, of); problemOf(err) != "invalid" {
			t.Errorf("%+v: %v", of, err)
		}
	}
	if _, _, err := service.Retract(t.Context(), project, dependents.Of{Episode: "one"}, " "); problemOf(err) != "invalid" {
		t.Errorf("without a reason: %v", err)
	}
	if _, _, err := service.Find(t.Context(), newName(t), dependents.Of{Episode: "one"}); problemOf(err) != "no project" {
		t.Errorf("of an unknown project: %v", err)
	}
}

// problemOf names an error.
func problemOf(err error) string {
	for name, is := range map[string]error{"not found": episodic.ErrNotFound, "invalid": problem.ErrInvalid, "no project": episodic.ErrProjectNotFound} {
		if errors.Is(err, is) {
			return name
		}
	}
	return fmt.Sprint(err)
}
