package curate

import (
	"fmt"
)

// AdviceCode identifies an advice for programs.
type AdviceCode string

// The advices, most important first.
const (
	// AdviceEmpty means that no episode is derived, or none records an occurrence.
	AdviceEmpty AdviceCode = "EMPTY"
	// AdviceUnderived means that episodes are missing or stale.
	AdviceUnderived AdviceCode = "UNDERIVED"
	// AdviceNoLinks means that there are factors but no links.
	AdviceNoLinks AdviceCode = "NO_LINKS"
	// AdviceOnlyTemporal means that most links rest on the order in time alone.
	AdviceOnlyTemporal AdviceCode = "ONLY_TEMPORAL"
	// AdviceFewRepeated means that few links are stated by two or more episodes.
	AdviceFewRepeated AdviceCode = "FEW_REPEATED"
	// AdviceOnce means that most factors occur in only one episode.
	AdviceOnce AdviceCode = "ONCE"
	// AdviceIsolated means that many factors have no link.
	AdviceIsolated AdviceCode = "ISOLATED"
	// AdviceUnmeasured means that many links cannot be compared.
	AdviceUnmeasured AdviceCode = "UNMEASURED"
	// AdviceUnsupported means that the counts do not support many of the compared links.
	AdviceUnsupported AdviceCode = "UNSUPPORTED"
	// AdviceUnknownOutcomes means that many episodes do not report an outcome.
	AdviceUnknownOutcomes AdviceCode = "UNKNOWN_OUTCOMES"
	// AdviceDegenerate means that meaningless labels are frequent.
	AdviceDegenerate AdviceCode = "DEGENERATE"
	// AdviceToldOnly means that events are told only when they occur, and not declared closed.
	AdviceToldOnly AdviceCode = "TOLD_ONLY"
	// AdviceHub means that one factor is an end of a large part of the links.
	AdviceHub AdviceCode = "HUB"
	// AdviceAmbiguous means that the order in time contradicts links.
	AdviceAmbiguous AdviceCode = "AMBIGUOUS_DIRECTION"
	// AdviceSelfLinks means that many links connect occurrences of the same factor.
	AdviceSelfLinks AdviceCode = "SELF_LINKS"
	// AdviceGood means that there is nothing to improve.
	AdviceGood AdviceCode = "GOOD"
)

// The thresholds of advices, as proportions. They are rules of thumb.
const (
	// mostly is for what should be the exception: a single episode, no comparison, no link, nothing
	// but time.
	mostly = .5
	// fewRepeated is the proportion of links with two episodes below which paths rest on single
	// episodes.
	fewRepeated = .2
	// manyUnsupported, manyUnknown and manyDegenerate are proportions of compared links, of episodes
	// and of factors.
	manyUnsupported, manyUnknown, manyDegenerate = .3, .1, .02
	// largeHub is the proportion of links at one factor above which most paths lead through it; below
	// fewLinks links it is meaningless.
	largeHub, fewLinks = .1, 50
	// manyAmbiguous and manySelf are proportions of links and of the links that episodes state.
	manyAmbiguous, manySelf = .05, .1
)

// Advice recommends an action for one figure.
type Advice struct {
	Code AdviceCode
	// Text has the figure and its consequence, in one or two sentences.
	Text string
}

// advice returns the advices for the figures.
func (a *assessment) advice() []Advice {
	if a.Factors == 0 {
		return append([]Advice{{AdviceEmpty, "There are no factors: no episode tells a decision, an event, a context or an outcome. " +
			"Record or import episodes."}}, a.stale()...)
	}
	out := append(a.stale(), a.adviceOnLinks()...)
	out = append(out, a.adviceOnFactors()...)
	if len(out) == 0 {
		return []Advice{{AdviceGood, "No figure is out of the ordinary."}}
	}
	return out
}

// stale advises to wait if the figures are about to change.
func (a *assessment) stale() []Advice {
	if a.Derivation.Underived == 0 {
		return nil
	}
	return []Advice{{AdviceUnderived, fmt.Sprintf(
		"%d episodes are not derived yet or out of date: wait for the derivation, or run a rebuild; the figures below change with it.",
		a.Derivation.Underived)}}
}

func (a *assessment) adviceOnLinks() []Advice {
	if a.Links == 0 {
		return []Advice{{AdviceNoLinks, "There are factors and no link between them, so that no path can be found. " +
			"Let the writer state links (effects, caused_by, leads_to, links), or state them between factors."}}
	}
	var out []Advice
	give := func(when bool, code AdviceCode, text string) {
		if when {
			out = append(out, Advice{code, text})
		}
	}
	compared := a.Links - a.Unmeasured
	give(Share(a.OnlyTemporal, a.Links) >= mostly, AdviceOnlyTemporal, fmt.Sprintf(
		"%s of the links rest on nothing but the order in time: they say what came before what, not what caused what. "+
			"Let the writer state causes; read these paths as sequences.", percent(a.OnlyTemporal, a.Links)))
	give(Share(a.Repeated, a.Links) < fewRepeated, AdviceFewRepeated, fmt.Sprintf(
		"Only %s of the links are stated by two episodes or more: most paths retell one story. "+
			"Names for what repeats (factor on decisions and events, variable=state contents) and merges make episodes comparable.",
		percent(a.Repeated, a.Links)))
	give(Share(a.Unmeasured, a.Links) >= mostly, AdviceUnmeasured, fmt.Sprintf(
		"%s of the links cannot be measured, because no episode is known to be without the source or without the effect. "+
			"Where not recorded means did not happen, declare the variable closed.", percent(a.Unmeasured, a.Links)))
	give(compared > 0 && Share(a.Unsupported, compared) >= manyUnsupported, AdviceUnsupported, fmt.Sprintf(
		"The counts do not bear out %d of the %d links that can be measured. "+
			"Look at their counter-evidence; a stricter rule hides them from paths.", a.Unsupported, compared))
	give(Share(a.Ambiguous, a.Links) >= manyAmbiguous, AdviceAmbiguous, fmt.Sprintf(
		"In %s of the links the effect often came first. Check which way they point, or the times of the episodes.",
		percent(a.Ambiguous, a.Links)))
	give(a.Links >= fewLinks && a.Hub != nil && Share(a.Hub.Links, a.Links) >= largeHub, AdviceHub, a.hubText())
	return out
}

func (a *assessment) hubText() string {
	if a.Hub == nil {
		return ""
	}
	return fmt.Sprintf("%s of the links are at one factor, %q: most paths lead through it and say little. "+
		"If it stands for different things, split it; if it says nothing, let the writer name what happened.",
		percent(a.Hub.Links, a.Links), a.Hub.Factor.Label())
}

func (a *assessment) adviceOnFactors() []Advice {
	var out []Advice
	give := func(when bool, code AdviceCode, text string) {
		if when {
			out = append(out, Advice{code, text})
		}
	}
	give(Share(a.Once, a.Factors) >= mostly, AdviceOnce, fmt.Sprintf(
		"%s of the factors have one episode only: nothing can be counted over them. "+
			"Shorter, repeated names help more than merging by hand; the suggestions for merging show where to begin.",
		percent(a.Once, a.Factors)))
	give(a.Links > 0 && Share(a.Isolated, a.Factors) >= mostly, AdviceIsolated, fmt.Sprintf(
		"%s of the factors have no link: no path leads to or from them. Let the writer link what led to what.",
		percent(a.Isolated, a.Factors)))
	give(Share(a.UnknownOutcomes, a.Derivation.Episodes) >= manyUnknown, AdviceUnknownOutcomes, fmt.Sprintf(
		"%s of the episodes do not tell their outcome, and count in no table with it. Let the writer report one.",
		percent(a.UnknownOutcomes, a.Derivation.Episodes)))
	give(Share(a.DegenerateCount, a.Factors) >= manyDegenerate || a.hubDegenerate(), AdviceDegenerate, fmt.Sprintf(
		"%s that says nothing, among them %q. Let the writer say what happened; until then paths through them say as little.",
		labels(a.DegenerateCount), a.firstDegenerate()))
	words, told := a.told.Advice(a.project)
	give(told, AdviceToldOnly, words)
	stated := a.Derivation.SelfLinks + a.Links
	give(Share(a.Derivation.SelfLinks, stated) >= manySelf, AdviceSelfLinks, fmt.Sprintf(
		"%d links join two occurrences of one factor and are left out: the texts differ only in what is masked. "+
			"Split the factor, or name its stages.", a.Derivation.SelfLinks))
	return out
}

// hubDegenerate reports whether the factor with the most links has a meaningless label.
func (a *assessment) hubDegenerate() bool {
	for _, f := range a.Degenerate {
		if a.Hub != nil && f.Identity == a.Hub.Factor {
			return true
		}
	}
	return false
}

func (a *assessment) firstDegenerate() string {
	if len(a.Degenerate) == 0 {
		return ""
	}
	return a.Degenerate[0].Label()
}

// labels returns a count of labels.
func labels(n int) string {
	if n == 1 {
		return "1 factor has a label"
	}
	return fmt.Sprintf("%d factors have a label", n)
}

// Share returns some divided by all; 0 if all is 0.
func Share(some, all int) float64 {
	if all <= 0 {
		return 0
	}
	return float64(some) / float64(all)
}

// percent formats a proportion; it writes 100 % and 0 % only for all and none.
func percent(some, all int) string {
	p := int(100*Share(some, all) + .5)
	switch {
	case p == 0 && some > 0:
		return "less than 1 %"
	case p == 100 && some < all:
		return "more than 99 %"
	default:
		return fmt.Sprintf("%d %%", p)
	}
}
