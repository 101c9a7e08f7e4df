package curate

import (
	"fmt"
)

// AdviceCode names an advice, for those who act on it by program.
type AdviceCode string

// The advices, in the order in which they matter.
const (
	// AdviceEmpty means: no episode has been derived, or none tells anything that occurred.
	AdviceEmpty AdviceCode = "EMPTY"
	// AdviceUnderived means: episodes are missing or out of date.
	AdviceUnderived AdviceCode = "UNDERIVED"
	// AdviceNoLinks means: there are factors and no link.
	AdviceNoLinks AdviceCode = "NO_LINKS"
	// AdviceOnlyTemporal means: most links rest on the order in time alone.
	AdviceOnlyTemporal AdviceCode = "ONLY_TEMPORAL"
	// AdviceFewRepeated means: few links are stated by two episodes or more.
	AdviceFewRepeated AdviceCode = "FEW_REPEATED"
	// AdviceOnce means: most factors have one episode only.
	AdviceOnce AdviceCode = "ONCE"
	// AdviceIsolated means: many factors have no link.
	AdviceIsolated AdviceCode = "ISOLATED"
	// AdviceUnmeasured means: many links cannot be compared.
	AdviceUnmeasured AdviceCode = "UNMEASURED"
	// AdviceUnsupported means: the counts do not bear many of the compared links out.
	AdviceUnsupported AdviceCode = "UNSUPPORTED"
	// AdviceUnknownOutcomes means: many episodes do not tell their outcome.
	AdviceUnknownOutcomes AdviceCode = "UNKNOWN_OUTCOMES"
	// AdviceDegenerate means: labels that say nothing are frequent.
	AdviceDegenerate AdviceCode = "DEGENERATE"
	// AdviceHub means: one factor is at the end of a large part of the links.
	AdviceHub AdviceCode = "HUB"
	// AdviceAmbiguous means: the order in time contradicts links.
	AdviceAmbiguous AdviceCode = "AMBIGUOUS_DIRECTION"
	// AdviceSelfLinks means: many links join occurrences of one factor.
	AdviceSelfLinks AdviceCode = "SELF_LINKS"
	// AdviceGood means: nothing is to be said.
	AdviceGood AdviceCode = "GOOD"
)

// The shares from which on an advice is given. They are rules of thumb: below them the figure
// says nothing about what to do.
const (
	// mostly is for what should be the exception: one episode only, no comparison, no link,
	// nothing but time.
	mostly = .5
	// fewRepeated is the share of links with two episodes under which paths rest on single
	// stories.
	fewRepeated = .2
	// manyUnsupported, manyUnknown and manyDegenerate are of compared links, of episodes and
	// of factors.
	manyUnsupported, manyUnknown, manyDegenerate = .3, .1, .02
	// largeHub is the share of links at one factor that makes most paths lead through it;
	// under fewLinks links it says nothing.
	largeHub, fewLinks = .1, 50
	// manyAmbiguous and manySelf are of links, and of the links that episodes state.
	manyAmbiguous, manySelf = .05, .1
)

// Advice is what to do about a figure.
type Advice struct {
	Code AdviceCode
	// Text has the figure and what follows from it, in a sentence or two.
	Text string
}

// advice is what follows from the figures.
func (a *assessing) advice() []Advice {
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

// stale is the advice to wait, when the figures are about to change.
func (a *assessing) stale() []Advice {
	if a.Derivation.Underived == 0 {
		return nil
	}
	return []Advice{{AdviceUnderived, fmt.Sprintf(
		"%d episodes are not derived yet or out of date: wait for the derivation, or run a rebuild; the figures below change with it.",
		a.Derivation.Underived)}}
}

func (a *assessing) adviceOnLinks() []Advice {
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

func (a *assessing) hubText() string {
	if a.Hub == nil {
		return ""
	}
	return fmt.Sprintf("%s of the links are at one factor, %q: most paths lead through it and say little. "+
		"If it stands for different things, split it; if it says nothing, let the writer name what happened.",
		percent(a.Hub.Links, a.Links), a.Hub.Factor.Label())
}

func (a *assessing) adviceOnFactors() []Advice {
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
	stated := a.Derivation.SelfLinks + a.Links
	give(Share(a.Derivation.SelfLinks, stated) >= manySelf, AdviceSelfLinks, fmt.Sprintf(
		"%d links join two occurrences of one factor and are left out: the texts differ only in what is masked. "+
			"Split the factor, or name its stages.", a.Derivation.SelfLinks))
	return out
}

// hubDegenerate reports whether the factor with the most links says nothing.
func (a *assessing) hubDegenerate() bool {
	for _, f := range a.Degenerate {
		if a.Hub != nil && f.Identity == a.Hub.Factor {
			return true
		}
	}
	return false
}

func (a *assessing) firstDegenerate() string {
	if len(a.Degenerate) == 0 {
		return ""
	}
	return a.Degenerate[0].Label()
}

// labels counts factors by their labels.
func labels(n int) string {
	if n == 1 {
		return "1 factor has a label"
	}
	return fmt.Sprintf("%d factors have a label", n)
}

// Share is the part that some are of all; 0 of nothing.
func Share(some, all int) float64 {
	if all <= 0 {
		return 0
	}
	return float64(some) / float64(all)
}

// percent writes a share; what is not all or nothing is never written as 100 % or 0 %.
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
