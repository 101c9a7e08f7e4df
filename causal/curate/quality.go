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

// wholePage is how many rows are read at once by what looks at a whole project.
const wholePage = 2_000

// maxDegenerate is how many degenerate factors a report names.
const maxDegenerate = 20

// Quality says how much the factor layer of a project can carry. It is read page by page while
// others write: of a project that is being written to it may count a write by half.
type Quality struct {
	Derivation layer.Derivation

	// Factors is how many there are, by kind in the order of [factor.Kinds].
	Factors int
	Kinds   []KindTotal
	// Isolated have no link, Once only one episode.
	Isolated, Once int
	// DegenerateCount is how many have a label that says nothing: only masks and marks, the
	// word for its type, or a state that repeats its variable. Degenerate are the most
	// frequent of them.
	DegenerateCount int
	Degenerate      []factor.Factor

	// Links is how many there are, by relation and by basis in their order; a link has as many
	// bases as it is believed for.
	Links     int
	Relations []RelationTotal
	Bases     []BasisTotal
	// Repeated are stated by at least two episodes. OnlyTemporal rest on nothing but the order
	// in time.
	Repeated, OnlyTemporal int
	// Unmeasured cannot be compared, Unsupported are compared and not borne out, Ambiguous
	// have the target first too often.
	Unmeasured, Unsupported, Ambiguous int

	// UnknownOutcomes is how many episodes do not tell their outcome.
	UnknownOutcomes int
	// Hub is the end of the most links; nil without links.
	Hub *Hub
	// Advice is what follows, the most urgent first.
	Advice []Advice
}

// KindTotal is how many factors are of a kind.
type KindTotal struct {
	Kind    factor.Kind
	Factors int
}

// RelationTotal is how many links are of a relation.
type RelationTotal struct {
	Relation episodic.Relation
	Links    int
}

// BasisTotal is how many links are believed on a basis.
type BasisTotal struct {
	Basis episodic.Basis
	Links int
}

// Hub is the factor at which most links are.
type Hub struct {
	Factor factor.Identity
	Links  int
}

// Quality reports on the factor layer of a project. It returns ErrProjectNotFound.
func (s *Service) Quality(ctx context.Context, project string) (Quality, error) {
	d, err := s.factors.GetDerivation(ctx, project)
	if err != nil {
		return Quality{}, fmt.Errorf("read how far the factors of %s are: %w", project, err)
	}
	outcomes, err := s.factors.ListVariables(ctx, project, []string{factor.VariableOutcome})
	if err != nil {
		return Quality{}, fmt.Errorf("read the outcomes of %s: %w", project, err)
	}
	a := assessing{Quality: Quality{Derivation: d, UnknownOutcomes: d.Episodes}, degree: map[string]int{}}
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

// eachFactor tells of every factor of a project, in the order of the keys.
func (s *Service) eachFactor(ctx context.Context, project string, tell func(factor.Factor)) error {
	q := layer.FactorQuery{Project: project, Page: episodic.Page{Limit: wholePage}}
	for {
		page, err := s.factors.ListFactors(ctx, q)
		if err != nil {
			return fmt.Errorf("read the factors of %s: %w", project, err)
		}
		for _, f := range page {
			tell(f)
		}
		if len(page) < wholePage {
			return nil
		}
		q.Page.After = page[len(page)-1].Key()
	}
}

// eachLink tells of every link of a project, in the order of the keys.
func (s *Service) eachLink(ctx context.Context, project string, tell func(link.FactorLink)) error {
	q := layer.FactorLinkQuery{Project: project, Page: episodic.Page{Limit: wholePage}}
	for {
		page, err := s.factors.ListFactorLinks(ctx, q)
		if err != nil {
			return fmt.Errorf("read the links between factors of %s: %w", project, err)
		}
		for _, l := range page {
			tell(l)
		}
		if len(page) < wholePage {
			return nil
		}
		q.Page.After = page[len(page)-1].Key
	}
}

// assessing gathers a report: the links first, then the factors.
type assessing struct {
	Quality

	kinds     map[factor.Kind]int
	relations map[episodic.Relation]int
	bases     map[episodic.Basis]int
	// degree is how many links are at each factor, by key.
	degree map[string]int
}

func (a *assessing) link(l link.FactorLink) {
	a.Links++
	count(&a.relations, l.Relation)
	bases := l.Bases()
	for _, b := range bases {
		count(&a.bases, b)
	}
	a.Repeated += one(l.Evidence.Total() >= 2)
	a.OnlyTemporal += one(slices.Equal(bases, []episodic.Basis{episodic.BasisTemporal}))
	a.Unmeasured += one(l.Measure.Unmeasured)
	a.Unsupported += one(l.Measure.Unsupported)
	a.Ambiguous += one(l.Measure.AmbiguousDirection)
	a.degree[l.Source.Key()]++
	a.degree[l.Target.Key()]++
}

func (a *assessing) factor(f factor.Factor) {
	a.Factors++
	count(&a.kinds, f.Kind())
	a.Once += one(f.Frequency() == 1)
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

// cutDegenerate keeps the most frequent ones.
func (a *assessing) cutDegenerate() {
	slices.SortStableFunc(a.Degenerate, func(x, y factor.Factor) int { return cmp.Compare(y.Frequency(), x.Frequency()) })
	a.Degenerate = a.Degenerate[:min(len(a.Degenerate), maxDegenerate)]
}

func (a *assessing) report() Quality {
	a.cutDegenerate()
	for _, k := range factor.Kinds() {
		a.Kinds = append(a.Kinds, KindTotal{k, a.kinds[k]})
	}
	for _, r := range episodic.Relations() {
		a.Relations = append(a.Relations, RelationTotal{r, a.relations[r]})
	}
	for _, b := range episodic.Bases() {
		a.Bases = append(a.Bases, BasisTotal{b, a.bases[b]})
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

// degenerate reports whether the label of a factor says nothing.
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

// hasNoWords reports whether a text has neither letter nor digit beside its masks.
func hasNoWords(text string) bool {
	return !strings.ContainsFunc(unmasked(text), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// unmasked is a template without its masks.
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
