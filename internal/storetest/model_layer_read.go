package storetest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// view is the factor layer of a project for reading.
type view struct {
	factorLayer
	contributed contributions
	statements  map[string]link.Statement
	// occurrences and drawn are those of the project; most reads need neither.
	occurrences func() []episodic.Occurrence
	drawn       func() []edge
	// episodes are the present ones.
	episodes func() []*kept
}

// newView returns the layer of a project beside the rest of it.
func newView(l factorLayer, c contributions, statements map[string]link.Statement, of *held, project string) view {
	return view{l, c, statements, sync.OnceValue(of.occurrences), sync.OnceValue(func() []edge { return of.drawn(project) }), of.present}
}

// layerReads answers by searching a whole view.
type layerReads struct {
	view func(project string) view
}

// GetFactors implements [derive.Store].
func (r layerReads) GetFactors(_ context.Context, project string, keys []string) ([]factor.Factor, error) {
	var out []factor.Factor
	for key, f := range r.view(project).factors {
		if slices.Contains(keys, key) {
			out = append(out, f)
		}
	}
	return out, nil
}

// ListFactors implements [derive.Store].
func (r layerReads) ListFactors(_ context.Context, q layer.FactorQuery) ([]factor.Factor, error) {
	all := r.view(q.Project)
	var out []factor.Factor
	for _, key := range slices.Sorted(maps.Keys(all.factors)) {
		if f := all.factors[key]; key > q.Page.After && len(out) < q.Page.Limit && all.matches(f, q.Filter) {
			out = append(out, f)
		}
	}
	return out, nil
}

// CountFactors implements [derive.Store].
func (r layerReads) CountFactors(ctx context.Context, q layer.FactorQuery) (int, error) {
	q.Page = episodic.Page{Limit: everything}
	all, err := r.ListFactors(ctx, q)
	return len(all), err
}

func (l factorLayer) matches(f factor.Factor, by layer.FactorFilter) bool {
	linked := func() bool {
		return slices.ContainsFunc(l.sortedLinks(), func(at link.FactorLink) bool {
			return at.Source == f.Identity || at.Target == f.Identity
		})
	}
	return hasPart(f.Label(), by.Label) && (by.Exact == "" || by.Exact == f.Label()) && (by.Variable == "" || by.Variable == f.Variable) &&
		(len(by.Kinds) == 0 || slices.Contains(by.Kinds, factorKind(f))) && f.Frequency() >= by.Least &&
		(by.Isolated == nil || *by.Isolated == !linked())
}

// factorKind returns the first kind that a factor has.
func factorKind(f factor.Factor) factor.Kind {
	for _, of := range []struct {
		n    int
		kind factor.Kind
	}{{f.Kinds.Decision, "decision"}, {f.Kinds.Event, "event"}, {f.Kinds.Outcome, "outcome"}, {f.Kinds.Context, "context"}} {
		if of.n > 0 {
			return of.kind
		}
	}
	return "stated"
}

// ListVariables implements [derive.Store].
func (r layerReads) ListVariables(_ context.Context, project string, names []string) ([]factor.Variable, error) {
	var out []factor.Variable
	for name, v := range r.view(project).variables {
		if names == nil || slices.Contains(names, name) {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(a, b factor.Variable) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// ListRecurringVariables implements [layer.FactorReader].
func (r layerReads) ListRecurringVariables(ctx context.Context, project string, least int) (found []factor.Variable, total int, err error) {
	all, err := r.ListVariables(ctx, project, nil)
	total = len(all)
	return slices.DeleteFunc(all, func(v factor.Variable) bool { return v.Recorded < least && !v.Closed }), total, err
}

// FactorsOf implements [derive.Store].
func (r layerReads) FactorsOf(_ context.Context, project string, occurrences []string) (map[string]factor.Identity, error) {
	out := map[string]factor.Identity{}
	for _, c := range r.view(project).contributed {
		for key, i := range c.Instances {
			if slices.Contains(occurrences, key) {
				out[key] = i
			}
		}
	}
	return out, nil
}

// ListInstances implements [derive.Store].
func (r layerReads) ListInstances(_ context.Context, project, key string, page episodic.Page) ([]episodic.Occurrence, error) {
	v, of := r.view(project), map[string]factor.Identity{}
	for _, c := range v.contributed {
		maps.Copy(of, c.Instances)
	}
	var out []episodic.Occurrence
	for _, o := range v.occurrences() {
		if i, is := of[o.Key]; is && i.Key() == key && o.Key > page.After && len(out) < page.Limit {
			out = append(out, o)
		}
	}
	return out, nil
}

// CountInstances implements [derive.Store].
func (r layerReads) CountInstances(ctx context.Context, project, factor string) (int, error) {
	all, err := r.ListInstances(ctx, project, factor, episodic.Page{Limit: everything})
	return len(all), err
}

// GetFactorLinks implements [derive.Store].
func (r layerReads) GetFactorLinks(_ context.Context, project string, keys []string) ([]link.FactorLink, error) {
	return slices.DeleteFunc(r.view(project).sortedLinks(), func(l link.FactorLink) bool {
		return !slices.Contains(keys, l.Key)
	}), nil
}

// ListFactorLinks implements [derive.Store].
func (r layerReads) ListFactorLinks(_ context.Context, q layer.FactorLinkQuery) ([]link.FactorLink, error) {
	all := slices.DeleteFunc(r.view(q.Project).sortedLinks(), func(l link.FactorLink) bool {
		return l.Key <= q.Page.After || !matchesLink(l, q.Filter)
	})
	return all[:min(len(all), q.Page.Limit)], nil
}

// CountFactorLinks implements [derive.Store].
func (r layerReads) CountFactorLinks(ctx context.Context, q layer.FactorLinkQuery) (int, error) {
	q.Page = episodic.Page{Limit: everything}
	all, err := r.ListFactorLinks(ctx, q)
	return len(all), err
}

func matchesLink(l link.FactorLink, by layer.FactorLinkFilter) bool {
	key := func(asked, is string) bool { return asked == "" || asked == is }
	flag := func(asked *bool, is bool) bool { return asked == nil || *asked == is }
	return !slices.Contains([]bool{
		key(by.Source, l.Source.Key()), key(by.Target, l.Target.Key()), meets(by.Relations, []episodic.Relation{l.Relation}),
		meets(by.Bases, l.Bases()), l.Evidence.Total() >= by.Least, reaches(l.Measure.Strength, by.MinStrength),
		flag(by.Unmeasured, l.Measure.Unmeasured), flag(by.Unsupported, l.Measure.Unsupported),
		flag(by.AmbiguousDirection, l.Measure.AmbiguousDirection), by.Shown == "" || shows(by.Shown, l),
		by.HiddenBy == "" || !shows(by.HiddenBy, l), by.Since.IsZero() || !l.LastSeen.IsZero() && !l.LastSeen.Before(by.Since),
	}, false)
}

// reaches reports whether a number is known and at least the wanted minimum, if there is one.
func reaches(is, least *float64) bool { return least == nil || is != nil && *is >= *least }

// shows reports whether a rule shows a link.
func shows(rule link.ShowRule, l link.FactorLink) bool {
	stated := l.Evidence.Total() + l.Statements
	switch rule {
	case link.ShowAll:
		return true
	case link.ShowStrict:
		return !l.Measure.Unsupported && (!l.Measure.Unmeasured || stated >= 2)
	default:
		return !l.Measure.Unsupported || l.Pair.Episodes() < 30
	}
}

// ListEvidence implements [derive.Store].
func (r layerReads) ListEvidence(_ context.Context, q link.EvidenceQuery) ([]link.Evidence, error) {
	p := r.view(q.Project)
	var out []link.Evidence
	for _, id := range slices.Sorted(maps.Keys(p.contributed)) {
		c := p.contributed[id]
		source, target := tells(c, q.Pair.Source, q.Pair.SourceClosed), tells(c, q.Pair.Target, q.Pair.TargetClosed)
		e := link.Evidence{Episode: id, Seen: c.Seen, Compared: source.known && target.known}
		if e.Compared {
			e.Cell = link.Cell{Source: source.has, Target: target.has}
		}
		for _, s := range c.Supports {
			if s.Link() == q.Link {
				e.Basis = s.Basis
			}
		}
		wanted := e.Compared && slices.Contains(q.Cells, e.Cell) || q.Stated && e.Basis != ""
		if wanted && inTime(c.Seen, q.Until) && id > q.Page.After && len(out) < q.Page.Limit {
			out = append(out, e)
		}
	}
	return out, nil
}

// CountEvidence implements [derive.Store].
func (r layerReads) CountEvidence(ctx context.Context, q link.EvidenceQuery) (int, error) {
	q.Page = episodic.Page{Limit: everything}
	all, err := r.ListEvidence(ctx, q)
	return len(all), err
}

// CountPairs implements [derive.Store].
func (r layerReads) CountPairs(_ context.Context, project string, pairs []link.Pair, until time.Time) ([]link.PairCounts, error) {
	out := make([]link.PairCounts, len(pairs))
	for i, pair := range pairs {
		out[i] = r.view(project).contributed.compare(pair, until)
	}
	return out, nil
}

// CountSupports implements [derive.Store].
func (r layerReads) CountSupports(_ context.Context, project string, links []string, until time.Time) ([]link.BasisCounts, error) {
	out := make([]link.BasisCounts, len(links))
	for _, c := range r.view(project).contributed {
		for _, s := range c.Supports {
			for i, key := range links {
				if key == s.Link() && inTime(c.Seen, until) {
					*basisCount(&out[i], s.Basis)++
				}
			}
		}
	}
	return out, nil
}

// CountRules implements [derive.Store].
func (r layerReads) CountRules(_ context.Context, project string) ([]link.RuleTotal, error) {
	counts := map[string]int{}
	for _, k := range r.view(project).episodes() {
		for _, l := range k.Episode.Links {
			inside := !strings.Contains(l.Source+l.Target, "/")
			if rule := link.RuleOf(l.Note); rule != "" && link.IsByRule(l.Basis) && inside {
				counts[rule]++
			}
		}
	}
	return link.TotalRules(counts), nil
}

// ListStatements implements [derive.Store].
func (r layerReads) ListStatements(_ context.Context, project string, page episodic.Page) ([]link.Statement, error) {
	statements := r.view(project).statements
	var out []link.Statement
	for _, id := range slices.Sorted(maps.Keys(statements)) {
		if id > page.After && len(out) < page.Limit {
			out = append(out, statements[id])
		}
	}
	return out, nil
}

// CountStatements implements [derive.Store].
func (r layerReads) CountStatements(_ context.Context, project string) (int, error) {
	return len(r.view(project).statements), nil
}
