package notes

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// PatternTitle returns the title of a pattern's note. Names of one pattern have one title.
func PatternTitle(name string, antiPattern bool) string {
	prefix := patternTitle
	if antiPattern {
		prefix = warningTitle
	}
	return stem(prefix, kebab(name), patterns.KeyOf(name))
}

// kebab returns a name as names of patterns are compared, with hyphens.
func kebab(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(" \t\n-_", r) }), "-")
}

// Trial is one episode of a pattern's evidence.
type Trial struct {
	Episode string
	Verdict patterns.Verdict
	// Applied means that somebody recorded that the pattern was applied there.
	Applied bool
}

// WritePattern returns the note of a pattern. titles are those of the episodes, known are the patterns of
// the project by their keys.
func WritePattern(p patterns.Pattern, trials []Trial, project string, titles *Titles, known map[string]patterns.Pattern) ([]byte, error) {
	f, err := patternFrontmatter(p)
	if err != nil {
		return nil, err
	}
	front, err := f.bytes()
	if err != nil {
		return nil, err
	}
	w := &writer{titles: titles}
	w.Write(front)
	w.printf("\n# %s\n", PatternTitle(p.Name, p.AntiPattern))
	for _, s := range []struct{ title, text string }{{"Context", p.Description}, {"Trigger", p.Trigger}, {"Action", p.Action}} {
		w.section(s.title)
		w.paragraph(strings.TrimSpace(s.text))
	}
	w.section("Observations")
	w.figures(p)
	w.section("Causal Relationships")
	written := 0
	for _, l := range p.Leads {
		other, is := known[l.Pattern]
		if !is && l.Name != "" { // it is pending
			other, is = patterns.Pattern{Key: l.Pattern, Name: l.Name}, true
		}
		if is {
			w.printf("- %s %s\n", l.Relation, linkTo(other))
			written++
		}
	}
	w.none(written)
	w.section("Evidence Episodes")
	for _, t := range trials {
		w.printf("- %s #%s%s\n", wikiLink{target: titles.Of(t.Episode), alias: t.Episode}, strings.ToLower(string(t.Verdict)), appliedTag(t))
	}
	w.none(len(trials))
	if p.AntiPattern {
		w.section("Anti-Pattern Warning")
		w.printf("Do not do this; failures confirm it. See the action above.\n")
	}
	w.section("Relations")
	w.printf("- part_of %s\n", wikiLink{target: project})
	for _, r := range p.Related {
		if other, is := known[r.Pattern]; is {
			w.printf("- %s %s\n", strings.ToLower(string(r.Relationship)), linkTo(other))
		}
	}
	return seal(w.Bytes()), nil
}

// linkTo returns the link to a pattern, with its name if the title does not tell it.
func linkTo(p patterns.Pattern) wikiLink {
	w := wikiLink{target: PatternTitle(p.Name, p.AntiPattern)}
	if (PatternLink{Target: w.target}).Name() != p.Name {
		w.alias = p.Name
	}
	return w
}

func appliedTag(t Trial) string {
	if t.Applied {
		return " " + applied
	}
	return ""
}

// applied marks an episode in which somebody recorded that a pattern was applied.
const applied = "#applied"

// figures says what is counted and what is claimed.
func (w *writer) figures(p patterns.Pattern) {
	if rate := p.Counts.Rate(); rate != nil {
		w.printf("- [evidence] %d of %d trials succeeded (%.0f %%) #metrics\n", p.Counts.Successes, p.Counts.Trials(), 100**rate)
	} else {
		w.printf("- [evidence] no trial with a known outcome #metrics\n")
	}
	if c := p.Claim; c != nil && c.Rate != nil {
		w.printf("- [claim] a success rate of %.0f %% was stated, which nothing counts #metrics\n", 100**c.Rate)
	}
	w.printf("- [status] %s #lifecycle\n", strings.ToLower(string(p.Status)))
}

// patternFrontmatter holds the head of a pattern, its figures, and what its sections have no place for.
func patternFrontmatter(p patterns.Pattern) (*frontmatter, error) {
	f := newFrontmatter()
	f.text("title", PatternTitle(p.Name, p.AntiPattern))
	f.text("type", "pattern")
	f.texts("tags", []string{"causal", "pattern"})
	f.text("permalink", patternFolder+strings.ToLower(PatternTitle(p.Name, p.AntiPattern)))
	f.put("trigger", scalar(p.Trigger))
	switch {
	case p.Counts.Rate() != nil:
		f.number("success_rate", decimal(*p.Counts.Rate()))
		f.number("occurrences", fmt.Sprint(p.Counts.Trials()))
	case p.Claim != nil:
		f.claimed(p.Claim, "success_rate", "occurrences")
	default:
		f.number("occurrences", "0")
	}
	if p.Last != nil {
		f.text("last_validated", p.Last.At.UTC().Format(time.DateOnly))
	}
	f.text("name", p.Name)
	f.text("category", strings.ToLower(string(p.Category)))
	f.text("summary", p.Summary)
	if c := p.Claim; c != nil {
		claim := newFrontmatter()
		claim.claimed(c, "rate", "occurrences")
		claim.text("source", c.Source)
		f.under("claim", claim)
	}
	rest, err := encode(besideSections(p.Definition))
	if err != nil {
		return nil, fmt.Errorf("write the definition of %q: %w", p.Name, err)
	}
	f.text("definition", string(rest))
	f.mark()
	return f, nil
}

func (f *frontmatter) claimed(c *patterns.Claim, rate, occurrences string) {
	if c.Rate != nil {
		f.number(rate, decimal(*c.Rate))
	}
	if c.Occurrences != nil {
		f.number(occurrences, fmt.Sprint(*c.Occurrences))
	}
}

// besideSections returns a definition without what the sections and the other keys say.
func besideSections(d patterns.Definition) patterns.Definition {
	d = d.Clone()
	for _, text := range []*string{&d.Trigger, &d.Action, &d.Description} {
		if strings.TrimSpace(*text) == *text {
			*text = ""
		}
	}
	d.Category, d.Summary, d.Related = "", "", nil
	d.Leads = slices.DeleteFunc(d.Leads, func(l patterns.Leads) bool { return l.Pattern != "" })
	return d
}

// relationWord returns the one of all words that a word is, in any case.
func relationWord[T ~string](word string, all []T) (T, bool) {
	at := slices.IndexFunc(all, func(w T) bool { return strings.EqualFold(string(w), word) })
	if at < 0 {
		return "", false
	}
	return all[at], true
}

// causal returns the relation of a word.
func causal(word string) (episodic.Relation, bool) { return relationWord(word, episodic.Relations()) }
