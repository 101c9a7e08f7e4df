package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/curate"
)

// print writes the tables.
func print(o options, worlds []*world, tallies []tally) {
	var names []string
	for _, w := range worlds {
		names = append(names, fmt.Sprintf("%s (%d variables, %d links)", w.name, len(w.nodes), len(w.links)))
	}
	fmt.Printf("%s; %d records of %d episodes each; seed %d\n", strings.Join(names, ", "), o.records, o.episodes, o.seed)

	heading("P(target | do)", "damage", "asked", "no path, wrongly", "too little evidence", "error", "naive error", "coverage", "to be added", "strata: error", "coverage", "to be added", "disagree")
	for _, t := range tallies {
		row(t.damage, t.asked, of(t.cuts, t.asked), of(t.asked-t.cuts-t.answered, t.asked), digits(mean(t.model)), digits(mean(t.naive)),
			of(t.covered, t.answered), margin(t.short), digits(mean(t.strata)), of(t.inStrata, t.answered), margin(t.strataShort), of(t.disagree, t.answered))
	}
	heading("Contrasts and causes that are none", "damage", "contrasts", "coverage", "to be added", "of 0.05 or more", "sign right", "sure of the wrong sign", "called exactly 0", "non-causes", "called a cause", "and sure of it", "effect claimed")
	for _, t := range tallies {
		row(t.damage, t.contrasts, of(t.inContrast, t.contrasts), margin(t.contrastShort), t.signs, of(t.right, t.signs), of(t.wrong, t.signs), of(t.missed, t.signs), t.nonCauses, of(t.claimed, t.nonCauses), of(t.sure, t.nonCauses), digits(mean(t.claims)))
	}
	heading("What to add to both sides, so that 95 of 100 intervals hold the truth", "what is wrong", "probability, by the model", "by strata", "difference")
	for _, severity := range []string{mild, severe, missing} {
		all := pooled(severity, tallies)
		row(severity, margin(all.short), margin(all.strataShort), margin(all.contrastShort))
	}
	heading("What would have been", "damage", "episodes", "excluded by the model", "error", "9 of 10 within", "coverage", "on the wrong side of a half", "bounds of PN", "hold the truth")
	for _, t := range tallies {
		row(t.damage, t.cases, of(t.mismatches, t.cases), digits(mean(t.otherwise)), digits(quantile(t.otherwise, .9)), of(t.within, t.cases-t.mismatches), of(t.verdicts, t.cases-t.mismatches), t.bounds, of(t.holding, t.bounds))
	}
	heading("What the quality report says", "damage", "links not borne out", "doubtful direction", "factors without a link", "unknown outcomes", "links dropped for circles", "advice, by share of the records")
	for _, t := range tallies {
		n := float64(t.records)
		row(t.damage, percent(t.unsupported/n), percent(t.ambiguous/n), percent(t.isolated/n), percent(t.unknownEnding/n), digits(float64(t.circles)/n), t.advices())
	}
}

// pooled gathers the intervals under all damages of a severity.
func pooled(severity string, tallies []tally) tally {
	var out tally
	for i, d := range damages() {
		if d.severity == severity {
			out.short = append(out.short, tallies[i].short...)
			out.strataShort = append(out.strataShort, tallies[i].strataShort...)
			out.contrastShort = append(out.contrastShort, tallies[i].contrastShort...)
		}
	}
	return out
}

func (t *tally) advices() string {
	var codes []curate.AdviceCode
	for code := range t.advice {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	var out []string
	for _, code := range codes {
		out = append(out, fmt.Sprintf("%s %s", code, of(t.advice[code], t.records)))
	}
	return strings.Join(out, ", ")
}

func heading(title string, columns ...any) {
	fmt.Printf("\n%s\n\n", title)
	row(columns...)
	fmt.Println("|" + strings.Repeat("---|", len(columns)))
}

func row(cells ...any) {
	var b strings.Builder
	for _, c := range cells {
		fmt.Fprintf(&b, "| %v ", c)
	}
	fmt.Println(b.String() + "|")
}

// margin is what has to be added to both sides of the intervals to hold the truth in 95 of 100.
func margin(short []float64) string { return digits(max(0, quantile(short, .95))) }

func digits(x float64) string { return fmt.Sprintf("%.3f", x) }

func of(some, all int) string {
	if all == 0 {
		return "–"
	}
	return percent(share(some, all))
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }
