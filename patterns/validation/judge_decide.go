package validation

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/patterns"
)

// decide fills in the result, the failed tests and the status after the validation.
func decide(c patterns.Criteria, v *patterns.Validation, p Tested) {
	v.Before = p.Status
	v.Failed = failed(c, v, p)
	v.Result = patterns.ResultUnproven
	refuted := refuted(c, v, p.Anti)
	switch {
	case v.Figures.Window.Trials < c.MinTrials:
		v.Result = patterns.ResultInsufficient
	case refuted != "":
		v.Result = patterns.ResultRefuted
		v.Failed = append(v.Failed, refuted)
	case len(v.Failed) == 0:
		v.Result = patterns.ResultSupported
	}
	v.After = after(c, p.Status, v.Result)
}

// after returns the next status. A pattern that was never supported stays a candidate, and a
// validated one that is merely unproven stays validated.
func after(c patterns.Criteria, before patterns.Status, result patterns.Result) patterns.Status {
	switch {
	case !Decides(c):
		return before
	case result == patterns.ResultSupported && (before == patterns.StatusCandidate || before == patterns.StatusUnderReview):
		return patterns.StatusValidated
	case result == patterns.ResultRefuted && before == patterns.StatusValidated:
		return patterns.StatusUnderReview
	default:
		return before
	}
}

// failed describes the tests that the pattern failed.
func failed(c patterns.Criteria, v *patterns.Validation, p Tested) []string {
	var out []string
	anti := p.Anti
	if v.Before == patterns.StatusDeprecated {
		out = append(out, "it is deprecated, and not tested")
	}
	trials := v.Figures.Window.Trials
	if trials < c.MinTrials {
		out = append(out, tooFew(c, trials, v.Figures.All.Trials-trials))
	}
	if v.Rate != nil && successRate(*v.Rate, anti) < c.MinRate {
		out = append(out, rateFails(c, *v.Rate, anti))
	}
	if v.NullBasis == patterns.NullNone {
		return append(out, "there is no episode to compare with, so that the null rate is unknown")
	}
	if p.Unadjusted && !p.Half {
		out = append(out, "more links lead to what is done than can be read, so that it is not known what has to be held fixed")
	}
	return append(out, failedTests(c, v, p.Candidates)...)
}

// tooFew says how many trials the window has, and why others are not in it.
func tooFew(c patterns.Criteria, trials, others int) string {
	out := fmt.Sprintf("%d trials with a known outcome, %d are needed", trials, c.MinTrials)
	if others > 0 {
		out += fmt.Sprintf("; %d others are not known to be of the last %d days: their episodes began earlier, or do not tell when", others, c.Days)
	}
	return out
}

// failedTests describes the tests against the null rate that the pattern failed.
func failedTests(c patterns.Criteria, v *patterns.Validation, candidates int) []string {
	var out []string
	if v.Confidence != nil && *v.Confidence < c.MinConfidence {
		out = append(out, fmt.Sprintf("the confidence %s is below %s", digits(*v.Confidence), digits(c.MinConfidence)))
	}
	if v.Adjusted != nil && *v.Adjusted > c.Alpha {
		out = append(out, fmt.Sprintf("the p-value %s, adjusted for the %d patterns of the run, is above %s", digits(*v.Adjusted), v.Family, digits(c.Alpha)))
	}
	if v.StratifiedP != nil && *v.StratifiedP > c.Alpha {
		out = append(out, fmt.Sprintf("with %s held fixed, which is recorded to decide about the action, the p-value %s is above %s", strings.Join(v.Held, ", "), digits(*v.StratifiedP), digits(c.Alpha)))
	}
	if v.AnytimeP != nil && *v.AnytimeP*float64(max(candidates, 1)) > c.Alpha {
		out = append(out, anytimeFails(c, *v.AnytimeP, candidates))
	}
	return out
}

// anytimeFails says that the always-valid p-value is too large. It is multiplied by the number of
// candidates from which the pattern was selected: the episodes of the selection are among its trials.
func anytimeFails(c patterns.Criteria, p float64, candidates int) string {
	if candidates > 1 {
		return fmt.Sprintf("the p-value %s that is valid however often one looks, times the %d candidates it was found among, is above %s", digits(p), candidates, digits(c.Alpha))
	}
	return fmt.Sprintf("the p-value %s that is valid however often one looks is above %s", digits(p), digits(c.Alpha))
}

// rateFails says that a rate is on the wrong side of its threshold.
func rateFails(c patterns.Criteria, rate float64, anti bool) string {
	if anti {
		return fmt.Sprintf("the rate %s is above %s", digits(rate), digits(successRate(c.MinRate, anti)))
	}
	return fmt.Sprintf("the rate %s is below %s", digits(rate), digits(c.MinRate))
}

// refuted says why the evidence contradicts a pattern; empty if it does not.
func refuted(c patterns.Criteria, v *patterns.Validation, anti bool) string {
	if v.Wilson == nil {
		return ""
	}
	if anti && v.Wilson.Low > successRate(c.MinRate, anti) {
		return fmt.Sprintf("its rate is above %s with confidence: the interval begins at %s", digits(successRate(c.MinRate, anti)), digits(v.Wilson.Low))
	}
	if !anti && v.Wilson.High < c.MinRate {
		return fmt.Sprintf("its rate is below %s with confidence: the interval ends at %s", digits(c.MinRate), digits(v.Wilson.High))
	}
	if *v.Against >= math.Log10(1/c.Alpha) {
		return fmt.Sprintf("the e-value against it is 10^%s, %s is enough", digits(*v.Against), digits(1/c.Alpha))
	}
	return ""
}

// digits formats a number with three significant digits.
func digits(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }
