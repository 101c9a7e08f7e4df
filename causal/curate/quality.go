package curate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/mask"
	"github.com/causeway-memory/causeway/episodic"
)

// wholePage is the page size for reading a whole project.
const wholePage = 2_000

// recurs is the number of episodes from which rates can be counted over a factor: as many as a
// validation of a pattern needs.
const recurs = 5

// maxDegenerate is the maximum number of degenerate factors in a report.
const maxDegenerate = 20

// Quality says how reliable the factor layer of a project is. It is read page by page without a
// snapshot, so a concurrent write may be counted in part.
type Quality struct {
	Derivation layer.Derivation

	// Factors is the number of factors, Kinds counts them in the order of [factor.Kinds].
	Factors int
	Kinds   []KindTotal
	// Isolated factors have no link, Once factors only one episode, Recurring factors at least five.
	Isolated, Once, Recurring int
	// DegenerateCount is the number of factors with a meaningless label: only masks and punctuation,
	// only the word for its type, or a state that repeats the variable. Degenerate lists the most
	// frequent ones.
	DegenerateCount int
	Degenerate      []factor.Factor

	// Links is the number of links, also by relation and by basis in their order; a link may have
	// several bases.
	Links     int
	Relations []RelationTotal
	Bases     []link.BasisTotal
	// Rules counts the links between occurrences by the rule that found them, those that a rule did.
	Rules []link.RuleTotal
	// Repeated links are stated by at least two episodes. OnlyTemporal links rest on the order in time
	// alone.
	Repeated, OnlyTemporal int
	// Unmeasured links cannot be compared, Unsupported links are compared but not supported, Ambiguous
	// links have the target first too often.
	Unmeasured, Unsupported, Ambiguous int

	// UnknownOutcomes is the number of episodes without a reported outcome.
	UnknownOutcomes int
	// Hub is the factor with the most links; nil without links.
	Hub *Hub
	// Advice is ordered by urgency.
	Advice []Advice
}

// KindTotal is the number of factors of a kind.
type KindTotal struct {
	Kind    factor.Kind
	Factors int
}

// RelationTotal is the number of links of a relation.
type RelationTotal struct {
	Relation episodic.Relation
	Links    int
}

// Hub is the factor with the most links.
type Hub struct {
	Factor factor.Identity
	Links  int
}

// Quality reports on the factor layer of a project. It returns ErrProjectNotFound.
func (s *Service) Quality(ctx context.Context, project string) (Quality, error) {
	d, err := s.factors.GetDerivation(ctx, project)
	if err != nil {
		return Quality{}, fmt.Errorf("read the derivation of %s: %w", project, err)
	}
	outcomes, err := s.factors.ListVariables(ctx, project, []string{factor.VariableOutcome})
	if err != nil {
		return Quality{}, fmt.Errorf("read the outcomes of %s: %w", project, err)
	}
	a := assessment{Quality: Quality{Derivation: d, UnknownOutcomes: d.Episodes}, project: project, degree: map[string]int{}}
	if a.told, err = s.FindToldOnly(ctx, project); err != nil {
		return Quality{}, err
	}
	if a.Rules, err = s.factors.CountRules(ctx, project); err != nil {
		return Quality{}, fmt.Errorf("count the links of %s by rule: %w", project, err)
	}
	for _, v := range outcomes {
		a.UnknownOutcomes -= v.Recorded
	}
	if err := s.eachLink(ctx, project, a.link); err != nil {
		return Quality{}, err
	}
	if err := s.eachFactor(ctx, project, a.factor); err != nil {
		return Quality{}, err
	}
	return a.report(), nil
}

// eachFactor calls visit for every factor of a project, in the order of the keys.
func (s *Service) eachFactor(ctx context.Context, project string, visit func(factor.Factor)) error {
	for f, err := range episodic.Items(wholePage, func(page episodic.Page) ([]factor.Factor, error) {
		return s.factors.ListFactors(ctx, layer.FactorQuery{Project: project, Page: page})
	}, factor.Factor.Key) {
		if err != nil {
			return fmt.Errorf("read the factors of %s: %w", project, err)
		}
		visit(f)
	}
	return nil
}

// eachLink calls visit for every link of a project, in the order of the keys.
func (s *Service) eachLink(ctx context.Context, project string, visit func(link.FactorLink)) error {
	for l, err := range episodic.Items(wholePage, func(page episodic.Page) ([]link.FactorLink, error) {
		return s.factors.ListFactorLinks(ctx, layer.FactorLinkQuery{Project: project, Page: page})
	}, func(l link.FactorLink) string { return l.Key }) {
		if err != nil {
			return fmt.Errorf("read the links between factors of %s: %w", project, err)
		}
		visit(l)
	}
	return nil
}

// assessment collects a report: links first, then factors.
type assessment struct {
	Quality

	project string
	// told are the events told only when they occur.
	told      ToldOnly
	kinds     map[factor.Kind]int
	relations map[episodic.Relation]int
	bases     map[episodic.Basis]int
	// degree is the number of links at each factor, by key.
	degree map[string]int
}

func (a *assessment) link(l link.FactorLink) {
	a.Links++
	count(&a.relations, l.Relation)
	for _, b := range l.Bases() {
		count(&a.bases, b)
	}
	a.Repeated += one(l.Evidence.Total() >= 2)
	a.OnlyTemporal += one(l.OnlyTemporal())
	a.Unmeasured += one(l.Measure.Unmeasured)
	a.Unsupported += one(l.Measure.Unsupported)
	a.Ambiguous += one(l.Measure.AmbiguousDirection)
	a.degree[l.Source.Key()]++
	a.degree[l.Target.Key()]++
}

func (a *assessment) factor(f factor.Factor) {
	a.Factors++
	count(&a.kinds, f.Kind())
	a.Once += one(f.Frequency() == 1)
	a.Recurring += one(f.Frequency() >= recurs)
	links := a.degree[f.Key()]
	a.Isolated += one(links == 0)
	if links > 0 && (a.Hub == nil || links > a.Hub.Links) {
		a.Hub = &Hub{f.Identity, links}
	}
	if degenerate(f) {
		a.DegenerateCount++
		a.Degenerate = append(a.Degenerate, f)
		if len(a.Degenerate) > 2*maxDegenerate {
			a.cutDegenerate()
		}
	}
}

// cutDegenerate keeps the most frequent degenerate factors.
func (a *assessment) cutDegenerate() {
	slices.SortStableFunc(a.Degenerate, func(x, y factor.Factor) int { return cmp.Compare(y.Frequency(), x.Frequency()) })
	a.Degenerate = a.Degenerate[:min(len(a.Degenerate), maxDegenerate)]
}

func (a *assessment) report() Quality {
	a.cutDegenerate()
	for _, k := range factor.Kinds() {
		a.Kinds = append(a.Kinds, KindTotal{k, a.kinds[k]})
	}
	for _, r := range episodic.Relations() {
		a.Relations = append(a.Relations, RelationTotal{r, a.relations[r]})
	}
	for _, b := range episodic.Bases() {
		a.Bases = append(a.Bases, link.BasisTotal{Basis: b, Links: a.bases[b]})
	}
	a.Advice = a.advice()
	return a.Quality
}

func count[K comparable](in *map[K]int, key K) {
	if *in == nil {
		*in = map[K]int{}
	}
	(*in)[key]++
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// degenerate reports whether the label of a factor is meaningless.
func degenerate(f factor.Factor) bool {
	if f.Kind() == factor.KindOutcome || f.Kind() == factor.KindContext {
		return false
	}
	if f.State != factor.StateOccurred {
		return strings.EqualFold(f.Variable, f.State) || hasNoWords(f.Variable) || hasNoWords(f.State)
	}
	kind, text, typed := strings.Cut(f.Variable, ": ")
	if !typed {
		return hasNoWords(f.Variable) || slices.Contains(episodic.EventTypes(), episodic.EventType(f.Variable))
	}
	for _, word := range strings.FieldsFunc(unmasked(text), func(r rune) bool { return !mask.Wordy(r) }) {
		if !strings.EqualFold(word, kind) {
			return false
		}
	}
	return true
}

// hasNoWords reports whether a text has no letters or digits except in masks.
func hasNoWords(text string) bool {
	return !strings.ContainsFunc(unmasked(text), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// unmasked returns a template without its masks.
func unmasked(text string) string {
	var out strings.Builder
	mask.EachPart(text, func(part string, mask bool) {
		if mask {
			part = " "
		}
		out.WriteString(part)
	})
	return out.String()
}
