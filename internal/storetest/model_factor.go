package storetest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// derived is what the model stores of the factor layer of one project. It has no counts: each answer
// counts all contributions and statements again.
type derived struct {
	rules contribution.Rules
	// contributed are the contributions in the layer, by episode; marked are the episodes whose
	// contribution is missing or stale.
	contributed contributions
	marked      map[string]bool
	// statements are all statements, by id; placed are the ends, after merges, of those in the layer.
	statements map[string]link.Statement
	placed     map[string][2]factor.Identity
	// counted caches the counts since the last write, because a list has many pages.
	counted *view
	// graph caches the occurrences and the links between them since episodes last changed.
	graph *occurrenceGraph
}

func newDerived() derived {
	return derived{
		contributed: contributions{}, marked: map[string]bool{},
		statements: map[string]link.Statement{}, placed: map[string][2]factor.Identity{},
	}
}

// contents returns the present episodes by id.
func (p *held) contents() map[string]episodic.Episode {
	out := map[string]episodic.Episode{}
	for _, k := range p.present() {
		out[k.Episode.ID] = k.Episode
	}
	return out
}

// derive replaces the contributions of some episodes, and of the episodes linked with them.
func (p *held) derive(ids []string) {
	p.counted, p.graph = nil, nil
	defer p.countPatterns()
	contents := p.contents()
	concerned, outdated := p.concerned(ids, contents)
	factors := map[string]factor.Identity{}
	for id, c := range p.contributed {
		if !concerned[id] {
			maps.Copy(factors, c.Instances)
		}
	}
	for id := range concerned {
		if e, present := contents[id]; present {
			maps.Copy(factors, contribution.Contribute(e, p.rules, nil).Instances)
		}
	}
	for id := range concerned {
		before, was := p.contributed[id]
		delete(p.contributed, id)
		e, present := contents[id]
		if present {
			p.contributed[id] = contribution.Contribute(e, p.rules, factors)
			p.rules.Closed = undecided(p.rules.Closed, nil, contributions{id: p.contributed[id]})
		}
		same := present && was && reflect.DeepEqual(before, p.contributed[id])
		if slices.Contains(ids, id) || outdated[id] || !same {
			delete(p.marked, id)
		}
	}
}

// undecided drops the closed variables of which a contribution has a state as a decision, except those
// in before.
func undecided(list, before []contribution.Closed, of contributions) []contribution.Closed {
	decided := map[string]bool{}
	for _, c := range of {
		for _, o := range c.Observations {
			decided[o.Variable] = decided[o.Variable] || o.Kinds.Decision > 0
		}
	}
	for _, c := range before {
		decided[c.Variable] = false
	}
	return slices.DeleteFunc(slices.Clone(list), func(c contribution.Closed) bool { return decided[c.Variable] })
}

// concerned returns some episodes with the episodes of the layer that are linked with them, and with
// those linked with outdated ones: ones whose factors differ from the layer.
func (p *held) concerned(ids []string, contents map[string]episodic.Episode) (out, outdated map[string]bool) {
	out, outdated = setOf(ids), map[string]bool{}
	for next := ids; len(next) > 0; {
		reached := setOf(next)
		next = nil
		for id, e := range contents {
			c, inLayer := p.contributed[id]
			if out[id] || !inLayer || !linksWith(e, reached) {
				continue
			}
			out[id] = true
			if !reflect.DeepEqual(c.Instances, contribution.Contribute(e, p.rules, nil).Instances) {
				next = append(next, id)
				outdated[id] = true
			}
		}
	}
	return out, outdated
}

// linksWith reports whether an episode states a link to or from one of others.
func linksWith(e episodic.Episode, others map[string]bool) bool {
	return slices.ContainsFunc(e.Links, func(l episodic.Link) bool {
		source, _, _ := episodic.SplitKey(l.Source)
		target, _, _ := episodic.SplitKey(l.Target)
		return others[source] || others[target]
	})
}

func setOf(ids []string) map[string]bool {
	out := make(map[string]bool, len(ids))
	for _, id := range ids {
		out[id] = true
	}
	return out
}

// drifted returns an error if the contributions differ from those of the present episodes although none
// is marked: then the model itself is wrong.
func (p *held) drifted() error {
	if len(p.marked) > 0 {
		return nil
	}
	contents := p.contents()
	factors := map[string]factor.Identity{}
	for _, e := range contents {
		maps.Copy(factors, contribution.Contribute(e, p.rules, nil).Instances)
	}
	want := contributions{}
	for id, e := range contents {
		want[id] = contribution.Contribute(e, p.rules, factors)
	}
	if !reflect.DeepEqual(want, p.contributed) {
		return fmt.Errorf(contradiction+"the model holds %+v, want %+v", p.contributed, want)
	}
	return nil
}

// merged returns the factor that a factor is merged into.
func merged(rules contribution.Rules, i factor.Identity) factor.Identity {
	into := map[factor.Identity]factor.Identity{}
	for _, m := range rules.Merges {
		into[m.From] = m.Into
	}
	for range rules.Merges {
		if next, is := into[i]; is {
			i = next
		}
	}
	return i
}

// changeRules replaces the rules, places the statements again and marks the episodes whose factors may
// have changed.
func (p *held) changeRules(next contribution.Rules) {
	p.counted = nil
	defer p.countPatterns()
	before := p.rules
	p.rules = next
	p.rules.Closed = undecided(next.Closed, before.Closed, p.contributed)
	for id := range p.placed {
		p.place(id)
	}
	moved := map[string]bool{}
	touch := func(i factor.Identity) { moved[i.Key()], moved[merged(before, i).Key()] = true, true }
	for m, n := range merges(before, 1, merges(next, -1, map[contribution.Merge]int{})) {
		if n != 0 {
			touch(m.From)
		}
	}
	for split, n := range splits(before, 1, splits(next, -1, map[contribution.Split]int{})) {
		if n != 0 {
			touch(split.From)
			touch(split.Into)
		}
	}
	for id, c := range p.contributed {
		for _, o := range c.Observations {
			p.marked[id] = p.marked[id] || moved[o.Key()]
		}
		for _, s := range c.Supports {
			p.marked[id] = p.marked[id] || moved[s.Source.Key()] || moved[s.Target.Key()]
		}
	}
	maps.DeleteFunc(p.marked, func(_ string, is bool) bool { return !is })
}

// merges counts the merges in some rules, regardless of their author and time.
func merges(rules contribution.Rules, by int, in map[contribution.Merge]int) map[contribution.Merge]int {
	for _, m := range rules.Merges {
		in[contribution.Merge{From: m.From, Into: m.Into}] += by
	}
	return in
}

// splits counts the splits in some rules.
func splits(rules contribution.Rules, by int, in map[contribution.Split]int) map[contribution.Split]int {
	for _, s := range rules.Splits {
		in[contribution.Split{From: s.From, Text: s.Text, Into: s.Into}] += by
	}
	return in
}

// place puts a statement into the layer.
func (p *held) place(id string) {
	s := p.statements[id]
	p.placed[id] = [2]factor.Identity{merged(p.rules, s.Source), merged(p.rules, s.Target)}
}

// stateLinks stores statements and returns how many are new or changed.
func (p *held) stateLinks(statements []link.Statement) int {
	p.counted = nil
	last := map[string]link.Statement{}
	for _, s := range statements {
		last[s.ID()] = s
	}
	changed := 0
	for id, s := range last {
		old, was := p.statements[id]
		if old.At, old.Source, old.Target = s.At, s.Source, s.Target; was && alike(reflect.ValueOf(old), reflect.ValueOf(s)) {
			continue
		}
		changed++
		p.statements[id] = s
		p.place(id)
	}
	return changed
}

// unplaced returns the statements that are not in the layer.
func (p *held) unplaced() []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(p.statements)) {
		if _, placed := p.placed[id]; !placed {
			out = append(out, id)
		}
	}
	return out
}

// invalidate empties the layer.
func (p *held) invalidate() {
	p.counted = nil
	p.contributed, p.placed = contributions{}, map[string][2]factor.Identity{}
	for id := range p.contents() {
		p.marked[id] = true
	}
}

// refreshSome adds missing and stale contributions and statements to the layer.
func (p *held) refreshSome(limit int) int {
	p.counted = nil
	statements := p.unplaced()
	statements = statements[:min(len(statements), limit)]
	for _, id := range statements {
		p.place(id)
	}
	ids := slices.Sorted(maps.Keys(p.marked))
	ids = ids[:min(len(ids), limit)]
	p.derive(ids)
	return len(statements) + len(ids)
}

// spanned widens a span to include a time, if it is known.
func spanned(first, last, t time.Time) (time.Time, time.Time) {
	if !t.IsZero() && (first.IsZero() || t.Before(first)) {
		first = t
	}
	if t.After(last) {
		last = t
	}
	return first, last
}
