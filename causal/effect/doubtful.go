package effect

import (
	"fmt"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/internal/explain"
)

// doubtfulLinks is what the quality of links says of those that an answer rests on.
type doubtfulLinks struct {
	// backward are the links of which the target often came first. They touch what the answer uses.
	backward []link.FactorLink
	// turned are the links that point against the time, and are read the other way round.
	turned []link.FactorLink
	// contradicted are the links that enough episodes compare and do not bear out, few those that hardly
	// an episode states. They carry the effect.
	contradicted, few []link.FactorLink
}

// directions is the number of links of which the direction is in doubt.
func (d doubtfulLinks) directions() int { return len(d.backward) + len(d.turned) }

// findDoubtful finds the doubtful links that the answer rests on.
func (w *effectQuery) findDoubtful() doubtfulLinks {
	used := make([]bool, len(w.m.Variables))
	for _, column := range append(w.upstream(), w.adjustment...) {
		used[column] = true
	}
	var out doubtfulLinks
	uses := func(i factor.Identity) bool {
		column, in := w.m.Column[i.Variable]
		return in && (used[column] || w.isSet(column))
	}
	for _, l := range w.m.Backward {
		if uses(l.Source) && uses(l.Target) {
			out.turned = append(out.turned, l)
		}
	}
	for _, e := range w.m.Edges {
		for _, l := range e.Links {
			if l.Measure.AmbiguousDirection && (uses(l.Source) || uses(l.Target)) {
				out.backward = append(out.backward, l)
			}
		}
	}
	out.addCarriers(w.carriers())
	return out
}

// addCarriers adds what is doubtful about links that carry the effect.
func (d *doubtfulLinks) addCarriers(links []link.FactorLink) {
	for _, l := range links {
		if l.Measure.Unsupported && l.Pair.Episodes() >= link.ComparedEnough {
			d.contradicted = append(d.contradicted, l)
		}
		if l.Statements == 0 && l.Evidence.Total() < LeastChosen {
			d.few = append(d.few, l)
		}
	}
}

// qualityWords say what is doubtful about the links and the episodes that the answer rests on.
func (w *effectQuery) qualityWords() []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if links := w.doubtful.backward; len(links) > 0 {
		say("%s the right way round although the effect often came first: %s.", explain.WasWere(len(links), "link"), search.LinksInWords(links))
	}
	if links := w.doubtful.turned; len(links) > 0 {
		say("%s to be read the other way round, since what they lead to came first: %s.", explain.WasWere(len(links), "link"), search.LinksInWords(links))
	}
	if links := w.doubtful.contradicted; len(links) > 0 {
		say("%s right although the counts say otherwise: %s.", explain.WasWere(len(links), "link"), search.LinksInWords(links))
	}
	if links := w.doubtful.few; len(links) > 0 {
		say("%s right although fewer than %d episodes state each: %s.", explain.WasWere(len(links), "link"), LeastChosen, search.LinksInWords(links))
	}
	if unknown := count(w.m.Sample.Columns[w.target].Of, estimation.Unknown); unknown > 0 {
		say("Whether an episode tells the target does not depend on it: %d of %d do not (%s).", unknown, len(w.m.Episodes), explain.PercentOf(curate.Share(unknown, len(w.m.Episodes))))
	}
	say("Whether an episode was recorded does not depend on how it ended.")
	return out
}

// doubted says what the counts say against the links that an answer rests on.
func (w *effectQuery) doubted() string {
	if w.out.Status != model.StatusOK || w.m.DoubtedEffect == nil {
		return ""
	}
	return w.m.DoubtedEffect(model.EffectUse{
		Do: slices.Sorted(maps.Keys(w.do)), Target: w.target, Adjustment: w.adjustment, Given: slices.Sorted(maps.Keys(w.given)),
		Adjusted: w.out.Stratified != nil, Modelled: w.out.Model != nil,
	})
}
