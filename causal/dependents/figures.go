package dependents

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
)

// put sets a figure unless it is zero, so that equal figures are equal maps.
func (f Figures) put(name string, value any) {
	switch v := value.(type) {
	case int:
		if v == 0 {
			return
		}
	case float64:
		if v == 0 {
			return
		}
	case time.Time:
		if v.IsZero() {
			return
		}
		value = v.UTC().Format(time.RFC3339Nano)
	}
	f[name] = value
}

func factorFigures(of factor.Factor) Figures {
	f := Figures{}
	f.put("episodes", of.Frequency())
	f.put("successes", of.Outcomes.Success)
	f.put("partials", of.Outcomes.Partial)
	f.put("failures", of.Outcomes.Failure)
	f.put("statements", of.Statements)
	f.put("firstSeen", of.FirstSeen)
	f.put("lastSeen", of.LastSeen)
	return f
}

func linkFigures(of link.FactorLink) Figures {
	f := Figures{}
	f.put("stated", of.Evidence.Stated)
	f.put("extracted", of.Evidence.Extracted)
	f.put("temporal", of.Evidence.Temporal)
	f.put("measured", of.Evidence.Measured)
	f.put("statements", of.Statements)
	if of.StatedStrength != nil {
		f["statedStrength"] = *of.StatedStrength
	}
	f.put("both", of.Pair.N11)
	f.put("sourceOnly", of.Pair.N10)
	f.put("targetOnly", of.Pair.N01)
	f.put("neither", of.Pair.N00)
	f.put("forward", of.Pair.Forward)
	f.put("backward", of.Pair.Backward)
	f.put("firstSeen", of.FirstSeen)
	f.put("lastSeen", of.LastSeen)
	return f
}

func patternFigures(of patterns.Pattern) Figures {
	f := Figures{"status": string(of.Status)}
	f.put("successes", of.Counts.Successes)
	f.put("failures", of.Counts.Failures)
	f.put("unknown", of.Counts.Unknown)
	f.put("applications", of.Counts.Applications)
	f.put("timeSaved", of.Counts.Time.Sum)
	f.put("costSaved", of.Counts.Cost.Sum)
	f.put("lastUsed", of.LastUsed)
	return f
}

// factorDependents returns the factors that the supposition changes.
func (s *supposition) factorDependents() (out []Dependent) {
	for key, c := range s.factors {
		if d := (Dependent{Kind: KindFactor, Key: key}); compared(&d, c, factorFigures, factor.Factor.Label) {
			out = append(out, d)
		}
	}
	return out
}

// linkDependents returns the factor links that it changes.
func (s *supposition) linkDependents() (out []Dependent) {
	label := func(l link.FactorLink) string { return linkName(l.Source.Label(), l.Relation, l.Target.Label()) }
	for key, c := range s.links {
		if d := (Dependent{Kind: KindFactorLink, Key: key}); compared(&d, c, linkFigures, label) {
			out = append(out, d)
		}
	}
	return out
}

// patternDependents returns the patterns that it changes. A validated one whose trials change has to be validated anew.
func (s *supposition) patternDependents() (out []Dependent) {
	for key, c := range s.patterns {
		if c.before.Status == patterns.StatusValidated && (c.before.Counts.Successes != c.after.Counts.Successes || c.before.Counts.Failures != c.after.Counts.Failures) {
			c.after.Status = patterns.StatusUnderReview
		}
		if d := (Dependent{Kind: KindPattern, Key: key}); compared(&d, c, patternFigures, func(p patterns.Pattern) string { return p.Name }) {
			out = append(out, d)
		}
	}
	return out
}

// compared fills in a dependent, and reports whether anything of it changes.
func compared[T any](d *Dependent, c *change[T], figures func(T) Figures, label func(T) string) bool {
	if c.before == nil {
		return false
	}
	d.Before, d.Label = figures(*c.before), label(*c.before)
	if d.Falls = c.after == nil; d.Falls {
		return true
	}
	d.After = figures(*c.after)
	return !reflect.DeepEqual(d.Before, d.After)
}

// maxLabel is the maximum length of a label in a text, in characters.
const maxLabel = 120

// Text says in words what becomes of it.
func (d Dependent) Text() string {
	name := d.Key
	switch label := text.Shorten(text.OneLine(d.Label), maxLabel); {
	case label == "":
	case d.Kind == KindEpisode || d.Kind == KindDecision:
		name += fmt.Sprintf(" %q", label)
	default:
		name = label
	}
	switch {
	case d.Why != "":
		return name + ": " + d.Why
	case d.Falls && len(d.Before) > 0:
		return name + ": no more; it had " + d.Before.words()
	case d.Falls:
		return name + ": no more"
	case len(d.Before)+len(d.After) > 0:
		return name + ": " + moved(d.Before, d.After)
	default:
		return name
	}
}

func (f Figures) words() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(f)) {
		parts = append(parts, fmt.Sprintf("%s %v", name, f[name]))
	}
	return strings.Join(parts, ", ")
}

// moved tells the figures that differ.
func moved(before, after Figures) string {
	all := maps.Clone(before)
	if all == nil {
		all = Figures{}
	}
	maps.Copy(all, after)
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		was, is := before[name], after[name]
		if reflect.DeepEqual(was, is) {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %s to %s", name, figure(was), figure(is)))
	}
	return strings.Join(parts, ", ")
}

// figure writes a figure; what is not among them is none.
func figure(v any) string {
	if v == nil {
		return "none"
	}
	return fmt.Sprint(v)
}
