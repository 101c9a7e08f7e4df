package link

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
)

// InWords describes why the link is believed and what speaks against it, without its ends.
func (l FactorLink) InWords() string {
	out := l.basisWords()
	m := l.Measure
	switch {
	case m.Unmeasured:
		out = append(out, "not measured")
	case m.Unsupported:
		out = append(out, "not borne out by "+explain.EpisodesIn(l.Pair.Episodes())+deltaWords(m))
	}
	if m.AmbiguousDirection {
		out = append(out, fmt.Sprintf("direction unclear: the effect came first in %d of %d", l.Pair.Backward, l.Pair.Forward+l.Pair.Backward))
	}
	if m.Suggested != "" {
		out = append(out, "the counts suggest that it "+RelationWord(m.Suggested))
	}
	return strings.Join(out, "; ")
}

// basisWords describes why the link is believed, strongest basis first.
func (l FactorLink) basisWords() []string {
	var out []string
	m := l.Measure
	if !m.Unmeasured && !m.Unsupported {
		out = append(out, "measured in "+explain.EpisodesIn(l.Pair.Episodes())+strengthWords(m)+deltaWords(m))
	} else if l.Evidence.Measured > 0 {
		out = append(out, "measured as "+explain.EpisodesIn(l.Evidence.Measured)+" say")
	}
	if l.Evidence.Stated > 0 {
		out = append(out, "stated by "+explain.EpisodesIn(l.Evidence.Stated))
	}
	if l.Statements > 0 {
		words := "stated by hand"
		if l.StatedStrength != nil {
			words += " with strength " + explain.Number(*l.StatedStrength)
		}
		out = append(out, words)
	}
	if l.Evidence.Extracted > 0 {
		out = append(out, "read from the text of "+explain.EpisodesIn(l.Evidence.Extracted))
	}
	if l.Evidence.Temporal > 0 {
		words := "the order in time in " + explain.EpisodesIn(l.Evidence.Temporal)
		if len(out) == 0 {
			words = "only " + words
		}
		out = append(out, words)
	}
	return out
}

// BasesWords says how many links there are of each basis, such as "stated 2, the order in time 1".
func BasesWords(totals []BasisTotal) string {
	words := map[episodic.Basis]string{
		episodic.BasisStated: "stated", episodic.BasisExtracted: "read from text", episodic.BasisTemporal: "the order in time", episodic.BasisMeasured: "measured",
	}
	var out []string
	for _, t := range totals {
		out = append(out, fmt.Sprintf("%s %d", words[t.Basis], t.Links))
	}
	return strings.Join(out, ", ")
}

func strengthWords(m Measure) string {
	if m.Strength == nil {
		return ""
	}
	return ", strength " + explain.Number(*m.Strength)
}

func deltaWords(m Measure) string {
	if m.DeltaP == nil || m.DeltaLow == nil || m.DeltaHigh == nil {
		return ""
	}
	return fmt.Sprintf(", difference %s [%s, %s]", explain.Number(*m.DeltaP), explain.Number(*m.DeltaLow), explain.Number(*m.DeltaHigh))
}

// RelationWord returns a relation as a verb.
func RelationWord(r episodic.Relation) string {
	switch r {
	case episodic.RelationCauses:
		return "causes"
	case episodic.RelationEnables:
		return "enables"
	case episodic.RelationPrevents:
		return "prevents"
	default:
		return "goes with"
	}
}

// Named names the link by its ends, shortened.
func (l FactorLink) Named() string {
	return fmt.Sprintf("%s %s %s", factor.Quoted(l.Source, 40), RelationWord(l.Relation), factor.Quoted(l.Target, 40))
}

// StatedInWords says how many state the link.
func (l FactorLink) StatedInWords() string {
	words := explain.EpisodesIn(l.Evidence.Total())
	if l.Statements > 0 {
		words += ", stated by hand"
	}
	return words
}
