package storetest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

// factorReads are the methods of [derive.Store] except ChangeFactors, which the model cannot implement.
type factorReads interface {
	GetFactors(ctx context.Context, project string, keys []string) ([]factor.Factor, error)
	ListFactors(ctx context.Context, q layer.FactorQuery) ([]factor.Factor, error)
	CountFactors(ctx context.Context, q layer.FactorQuery) (int, error)
	ListVariables(ctx context.Context, project string, names []string) ([]factor.Variable, error)
	ListRecurringVariables(ctx context.Context, project string, least int) (found []factor.Variable, total int, err error)
	ListInstances(ctx context.Context, project, factor string, page episodic.Page) ([]episodic.Occurrence, error)
	CountInstances(ctx context.Context, project, factor string) (int, error)
	FactorsOf(ctx context.Context, project string, occurrences []string) (map[string]factor.Identity, error)
	GetFactorLinks(ctx context.Context, project string, keys []string) ([]link.FactorLink, error)
	ListFactorLinks(ctx context.Context, q layer.FactorLinkQuery) ([]link.FactorLink, error)
	CountFactorLinks(ctx context.Context, q layer.FactorLinkQuery) (int, error)
	FactorLinksAt(ctx context.Context, project string, keys []string, d search.Direction, f search.FactorFollow, limit int) (map[string][]link.FactorLink, error)
	ShortestFactorPath(ctx context.Context, q search.FactorSearch) ([]search.Step, error)
	FactorSubgraph(ctx context.Context, q search.FactorSearch) ([]link.FactorLink, bool, error)
	FindJoined(ctx context.Context, project string, joints []search.Joint, until time.Time) ([]bool, error)
	CommonSupport(ctx context.Context, project string, sets [][]string, until time.Time, limit int) ([]search.CommonSupport, error)
	ListEvidence(ctx context.Context, q link.EvidenceQuery) ([]link.Evidence, error)
	CountEvidence(ctx context.Context, q link.EvidenceQuery) (int, error)
	CountPairs(ctx context.Context, project string, pairs []link.Pair, until time.Time) ([]link.PairCounts, error)
	CountSupports(ctx context.Context, project string, links []string, until time.Time) ([]link.BasisCounts, error)
	CountRules(ctx context.Context, project string) ([]link.RuleTotal, error)
	StatesOf(ctx context.Context, project string, variables []string) ([]factor.Factor, error)
	LinksInto(ctx context.Context, project string, variables []string, limit int) ([]link.FactorLink, bool, error)
	ScanStates(ctx context.Context, q layer.StatesQuery, each func(layer.EpisodeStates) error) (layer.Derivation, error)
	GetDerivation(ctx context.Context, project string) (layer.Derivation, error)
	GetRules(ctx context.Context, project string) (contribution.Rules, error)
	ListStatements(ctx context.Context, project string, page episodic.Page) ([]link.Statement, error)
	CountStatements(ctx context.Context, project string) (int, error)
	ListStale(ctx context.Context, limit int) ([]string, error)
	RefreshSome(ctx context.Context, project string, limit int) (int, error)
	InvalidateLayer(ctx context.Context, project string) error
}

// Layer reads the whole factor layer: factors, variables, links, and the state of the derivation.
type Layer struct {
	Project int
	// Size is the page size.
	Size int
}

func (c Layer) run(ctx context.Context, w *world) (any, error) {
	project := w.project(c.Project)
	out := map[string]any{}
	var err error
	if out["factors"], err = (Factors{Project: c.Project, Size: c.Size}).run(ctx, w); err != nil {
		return nil, err
	}
	if out["links"], err = (FactorLinks{Project: c.Project, Size: c.Size}).run(ctx, w); err != nil {
		return nil, err
	}
	if out["variables"], err = w.factors.ListVariables(ctx, project, nil); err != nil {
		return nil, err
	}
	recurring, total, err := w.factors.ListRecurringVariables(ctx, project, 2)
	if err != nil {
		return nil, err
	}
	out["recurring"] = map[string]any{"variables": recurring, "total": total}
	d, err := w.factors.GetDerivation(ctx, project)
	if err != nil {
		return nil, err
	}
	d.Graph, d.Origin = 0, "" // the number of changes and the origin are up to the store
	if d.Episodes == 0 {
		d.Version = 0
	}
	out["derivation"] = d
	return out, nil
}

// Factors reads all pages of a list of factors, and its count.
type Factors struct {
	Project int
	Filter  layer.FactorFilter
	Size    int
}

func (c Factors) run(ctx context.Context, w *world) (any, error) {
	q := layer.FactorQuery{Project: w.project(c.Project), Filter: c.Filter}
	found, err := pages(c.Size, func(p episodic.Page) ([]factor.Factor, error) {
		q.Page = p
		return w.factors.ListFactors(ctx, q)
	}, func(f factor.Factor) string { return f.Key() })
	if err != nil {
		return nil, err
	}
	n, err := w.factors.CountFactors(ctx, q)
	return map[string]any{"factors": found, "count": n}, err
}

// FactorLinks reads all pages of a list of factor links, and its count.
type FactorLinks struct {
	Project int
	Filter  layer.FactorLinkFilter
	Size    int
}

func (c FactorLinks) run(ctx context.Context, w *world) (any, error) {
	q := layer.FactorLinkQuery{Project: w.project(c.Project), Filter: c.Filter}
	found, err := pages(c.Size, func(p episodic.Page) ([]link.FactorLink, error) {
		q.Page = p
		return w.factors.ListFactorLinks(ctx, q)
	}, func(l link.FactorLink) string { return l.Key })
	if err != nil {
		return nil, err
	}
	n, err := w.factors.CountFactorLinks(ctx, q)
	return map[string]any{"links": found, "count": n}, err
}

// RulesAndStatements reads the rules and the statements, and which projects are stale.
type RulesAndStatements struct {
	Project int
	Size    int
}

func (c RulesAndStatements) run(ctx context.Context, w *world) (any, error) {
	project := w.project(c.Project)
	rules, err := w.factors.GetRules(ctx, project)
	if err != nil {
		return nil, err
	}
	statements, err := pages(c.Size, func(p episodic.Page) ([]link.Statement, error) {
		return w.factors.ListStatements(ctx, project, p)
	}, link.Statement.ID)
	if err != nil {
		return nil, err
	}
	n, err := w.factors.CountStatements(ctx, project)
	if err != nil {
		return nil, err
	}
	left, err := w.factors.ListStale(ctx, everything)
	left = slices.DeleteFunc(left, func(name string) bool { return !strings.HasPrefix(name, w.name+"-") })
	return map[string]any{"rules": rules, "statements": statements, "count": n, "underived": left}, err
}

// ByName reads factors and variables by name, their instances, and the factors of occurrences.
type ByName struct {
	Project     int
	Factors     []factor.Identity
	Occurrences []string
	Size        int
}

func (c ByName) run(ctx context.Context, w *world) (any, error) {
	project := w.project(c.Project)
	var keys, names []string
	out := map[string]any{}
	for _, i := range c.Factors {
		keys, names = append(keys, i.Key()), append(names, i.Variable)
		found, err := pages(c.Size, func(p episodic.Page) ([]episodic.Occurrence, error) {
			return w.factors.ListInstances(ctx, project, i.Key(), p)
		}, func(o episodic.Occurrence) string { return o.Key })
		if err != nil {
			return nil, err
		}
		n, err := w.factors.CountInstances(ctx, project, i.Key())
		if err != nil {
			return nil, err
		}
		out["instances of "+i.Label()] = map[string]any{"occurrences": found, "count": n}
	}
	factors, err := w.factors.GetFactors(ctx, project, keys)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(factors, func(a, b factor.Factor) int { return cmp.Compare(a.Key(), b.Key()) })
	out["factors"] = factors
	if out["variables"], err = w.factors.ListVariables(ctx, project, orAll(names, []string{""})); err != nil {
		return nil, err
	}
	out["of"], err = w.factors.FactorsOf(ctx, project, c.Occurrences)
	return out, err
}

// LinkEvidence reads the evidence of some links: all pages of the episodes in some cells, and the counts
// of the table and the bases, up to a time.
type LinkEvidence struct {
	Project int
	// From and Many select links from the list of all links.
	From, Many int
	Cells      []link.Cell
	Stated     bool
	// Open counts as if no variable were closed.
	Open  bool
	Until time.Time
	Size  int
}

func (c LinkEvidence) run(ctx context.Context, w *world) (any, error) {
	project := w.project(c.Project)
	all, err := w.factors.ListFactorLinks(ctx, layer.FactorLinkQuery{Project: project, Page: episodic.Page{Limit: everything}})
	if err != nil {
		return nil, err
	}
	rules, err := w.factors.GetRules(ctx, project)
	if err != nil {
		return nil, err
	}
	closed := func(i factor.Identity) bool {
		return !c.Open && slices.ContainsFunc(rules.Closed, func(d contribution.Closed) bool { return d.Variable == i.Variable })
	}
	keys, pairs := []string{"unknown"}, []link.Pair(nil)
	for _, l := range all {
		keys = append(keys, l.Key)
		pairs = append(pairs,
			link.Pair{Source: l.Source, Target: l.Target, SourceClosed: closed(l.Source), TargetClosed: closed(l.Target)},
			link.Pair{Source: l.Target, Target: l.Source, SourceClosed: closed(l.Target), TargetClosed: closed(l.Source)})
	}
	out := map[string]any{}
	if out["tables"], err = w.factors.CountPairs(ctx, project, pairs, c.Until); err != nil {
		return nil, err
	}
	if out["supports"], err = w.factors.CountSupports(ctx, project, keys, c.Until); err != nil {
		return nil, err
	}
	if out["rules"], err = w.factors.CountRules(ctx, project); err != nil {
		return nil, err
	}
	for i := range min(c.Many, len(all)) {
		at := (max(c.From, 0) + i) % len(all)
		q := link.EvidenceQuery{
			Project: project, Link: all[at].Key, Pair: pairs[2*at], Cells: c.Cells, Stated: c.Stated, Until: c.Until,
		}
		if out[all[at].Key], err = c.episodes(ctx, w, q); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (c LinkEvidence) episodes(ctx context.Context, w *world, q link.EvidenceQuery) (any, error) {
	found, err := pages(c.Size, func(p episodic.Page) ([]link.Evidence, error) {
		q.Page = p
		return w.factors.ListEvidence(ctx, q)
	}, func(e link.Evidence) string { return e.Episode })
	if err != nil {
		return nil, err
	}
	n, err := w.factors.CountEvidence(ctx, q)
	return map[string]any{"episodes": found, "count": n}, err
}

// LinksAt reads the links at factors.
type LinksAt struct {
	Project   int
	Factors   []factor.Identity
	Direction search.Direction
	Follow    search.FactorFollow
	Limit     int
}

func (c LinksAt) run(ctx context.Context, w *world) (any, error) {
	return w.factors.FactorLinksAt(ctx, w.project(c.Project), keysOf(c.Factors), c.Direction, inFull(c.Follow), c.Limit)
}

func keysOf(list []factor.Identity) []string {
	out := make([]string, len(list))
	for i, f := range list {
		out[i] = f.Key()
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// inFull returns what a follow without lists means: all relations and bases.
func inFull(f search.FactorFollow) search.FactorFollow {
	f.Relations, f.Bases = orAll(f.Relations, episodic.CausalRelations()), orAll(f.Bases, episodic.Bases())
	f.Shown = cmp.Or(f.Shown, link.ShowAll)
	return f
}

// Between searches between factors: a shortest path, and all links.
type Between struct {
	Project  int
	From, To []factor.Identity
	Depth    int
	Follow   search.FactorFollow
	Limit    int
}

func (c Between) run(ctx context.Context, w *world) (any, error) {
	q := search.FactorSearch{
		Project: w.project(c.Project), From: keysOf(c.From), To: keysOf(c.To), Depth: max(c.Depth, 1), Follow: inFull(c.Follow), Limit: max(c.Limit, 1),
	}
	path, err := w.factors.ShortestFactorPath(ctx, q)
	if err != nil {
		return nil, err
	}
	links, more, err := w.factors.FactorSubgraph(ctx, q)
	if err != nil {
		return nil, err
	}
	joined, err := c.joined(ctx, w, links)
	return map[string]any{"path": path, "links": links, "more": more, "joined": joined}, err
}

// joined reads which links of a subgraph meet, and the episodes that state both.
func (c Between) joined(ctx context.Context, w *world, links []link.FactorLink) (any, error) {
	var joints []search.Joint
	sets := [][]string{{"unknown"}}
	for _, a := range links {
		for _, b := range links {
			if a.Target == b.Source && a.Key != b.Key {
				joints = append(joints, search.Joint{First: search.Step{Link: a}, Second: search.Step{Link: b}})
				sets = append(sets, []string{a.Key, b.Key})
			}
			if a.Relation == episodic.RelationCorrelates && a.Source == b.Source {
				joints = append(joints, search.Joint{First: search.Step{Link: a, Back: true}, Second: search.Step{Link: b}})
			}
		}
	}
	project := w.project(c.Project)
	found, err := w.factors.FindJoined(ctx, project, joints, c.Follow.Until)
	if err != nil {
		return nil, err
	}
	common, err := w.factors.CommonSupport(ctx, project, sets, c.Follow.Until, 2)
	return map[string]any{"meet": found, "common": common}, err
}
