package causal

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// InWords says on what the link is believed and what speaks against it; its ends are no part.
func (l FactorLink) InWords() string {
	out := l.basisWords()
	m := l.Measure
	switch {
	case m.Unmeasured:
		out = append(out, "not measured")
	case m.Unsupported:
		out = append(out, "not borne out by "+episodesIn(l.Pair.Episodes())+deltaWords(m))
	}
	if m.AmbiguousDirection {
		out = append(out, fmt.Sprintf("direction unclear: the effect came first in %d of %d", l.Pair.Backward, l.Pair.Forward+l.Pair.Backward))
	}
	if m.Suggested != "" {
		out = append(out, "the counts suggest that it "+relationWord(m.Suggested))
	}
	return strings.Join(out, "; ")
}

// basisWords says why the link is believed, the strongest basis first.
func (l FactorLink) basisWords() []string {
	var out []string
	m := l.Measure
	if !m.Unmeasured && !m.Unsupported {
		out = append(out, "measured in "+episodesIn(l.Pair.Episodes())+strengthWords(m)+deltaWords(m))
	} else if l.Evidence.Measured > 0 {
		out = append(out, "measured as "+episodesIn(l.Evidence.Measured)+" say")
	}
	if l.Evidence.Stated > 0 {
		out = append(out, "stated by "+episodesIn(l.Evidence.Stated))
	}
	if l.Statements > 0 {
		words := "stated by hand"
		if l.StatedStrength != nil {
			words += " with strength " + number(*l.StatedStrength)
		}
		out = append(out, words)
	}
	if l.Evidence.Extracted > 0 {
		out = append(out, "read from the text of "+episodesIn(l.Evidence.Extracted))
	}
	if l.Evidence.Temporal > 0 {
		words := "the order in time in " + episodesIn(l.Evidence.Temporal)
		if len(out) == 0 {
			words = "only " + words
		}
		out = append(out, words)
	}
	return out
}

func strengthWords(m Measure) string {
	if m.Strength == nil {
		return ""
	}
	return ", strength " + number(*m.Strength)
}

func deltaWords(m Measure) string {
	if m.DeltaP == nil || m.DeltaLow == nil || m.DeltaHigh == nil {
		return ""
	}
	return fmt.Sprintf(", difference %s [%s, %s]", number(*m.DeltaP), number(*m.DeltaLow), number(*m.DeltaHigh))
}

func episodesIn(n int) string { return counted(n, "episode") }

// counted is a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// number writes a number with two digits after the point.
func number(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// relationWord says a relation as a verb.
func relationWord(r episodic.Relation) string {
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

// restsOn says what the links of a path rest on at worst.
func (p FactorPath) restsOn() string {
	all := len(p.Bases()) == 1
	switch p.WeakestBasis() {
	case episodic.BasisMeasured:
		return "every link is measured"
	case episodic.BasisStated:
		if all {
			return "every link is only stated"
		}
		return "at its weakest it is only stated"
	case episodic.BasisExtracted:
		if all {
			return "every link is only read from text"
		}
		return "at its weakest it is only read from text"
	case episodic.BasisTemporal:
		if all {
			return "every link is only the order in time"
		}
		return "at its weakest it is only the order in time"
	default:
		return "at its weakest there is no basis left"
	}
}

// strengthOf says how strong a path is.
func (p FactorPath) strengthOf() string {
	strength := p.Strength()
	if strength == nil {
		return "strength unknown"
	}
	return "strength " + strconv.FormatFloat(*strength, 'g', 2, 64)
}

// quoted is a label in one line, at most so many characters long.
func quoted(i Identity, most int) string {
	return `"` + shorten(oneLine(i.Label()), most) + `"`
}
