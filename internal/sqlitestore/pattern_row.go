package sqlitestore

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// pattern reads the columns of a pattern.
func (r *row) pattern() patterns.Pattern {
	var p patterns.Pattern
	r.json("body", &p)
	p.Key = r.text("key")
	p.Counts, p.LastUsed = r.patternCounts(), r.micros("last_used")
	return p
}

func (r *row) patternCounts() patterns.Counts {
	return patterns.Counts{
		Successes: r.integer("successes"), Failures: r.integer("failures"), Unknown: r.integer("unknown"),
		Applications: r.integer("applications"),
		Time:         patterns.Saving{Sum: r.number("time_saved"), N: r.integer("time_saved_in")},
		Cost:         patterns.Saving{Sum: r.number("cost_saved"), N: r.integer("cost_saved_in")},
	}
}

// patternBody is what is kept of a pattern as JSON: all but what is counted.
func patternBody(p patterns.Pattern) (string, error) {
	p.Counts, p.LastUsed = patterns.Counts{}, time.Time{}
	text, err := json.Marshal(p)
	if err != nil {
		return "", fmt.Errorf("write pattern %q: %w", p.Name, err)
	}
	return string(text), nil
}

// patternParams are the parameters of the row of a pattern.
func patternParams(project int64, p patterns.Pattern) (params, error) {
	matches, err := json.Marshal(p.Matches)
	if err != nil {
		return nil, fmt.Errorf("write the matches of pattern %q: %w", p.Name, err)
	}
	out := countParams(project, p)
	out["category"], out["status"], out["origin"] = string(p.Category), string(p.Status), string(p.Origin)
	out["anti_pattern"], out["rule"], out["counted_from"] = p.AntiPattern, string(p.Rule), microsOrNull(p.CountedFrom)
	out["by_updated"], out["matches"] = patterns.OrderUpdated.Rank(p), string(matches)
	return out, nil
}

// countParams are those of what a pattern counts, with its places in the lists that follow.
func countParams(project int64, p patterns.Pattern) params {
	return params{
		"project": project, "key": p.Key, "successes": p.Counts.Successes, "failures": p.Counts.Failures,
		"unknown": p.Counts.Unknown, "applications": p.Counts.Applications, "last_used": microsOrNull(p.LastUsed),
		"time_saved": p.Counts.Time.Sum, "time_saved_in": p.Counts.Time.N,
		"cost_saved": p.Counts.Cost.Sum, "cost_saved_in": p.Counts.Cost.N,
		"by_rate": patterns.OrderRate.Rank(p), "by_rate_ascending": patterns.OrderRateAscending.Rank(p),
		"by_wilson": patterns.OrderWilson.Rank(p),
	}
}

// trial reads the columns of the evidence of a pattern.
func (r *row) trial() patterns.Evidence {
	e := patterns.Evidence{
		Pattern: r.text("pattern"), Episode: r.text("episode"), Seen: r.micros("seen"), Observed: r.flag("observed"),
		Verdict: patterns.Verdict(r.text("verdict")), Counted: r.flag("counted"),
	}
	if at := r.maybeOrder("applied_at"); at != nil {
		e.Applied = &patterns.Application{
			Outcome: episodic.Outcome(r.text("outcome")), Note: r.text("note"),
			TimeSaved: r.maybeNumber("time_saved"), CostSaved: r.maybeNumber("cost_saved"), At: time.UnixMicro(*at).UTC(),
		}
	}
	return e
}

func trialParams(project int64, e patterns.Evidence) params {
	out := params{
		"project": project, "pattern": e.Pattern, "episode": e.Episode, "seen": microsOrNull(e.Seen), "observed": e.Observed,
		"verdict": string(e.Verdict), "counted": e.Counted,
		"applied_at": nil, "outcome": "", "note": "", "time_saved": nil, "cost_saved": nil,
	}
	if a := e.Applied; a != nil {
		out["applied_at"], out["outcome"], out["note"] = a.At.UnixMicro(), string(a.Outcome), a.Note
		out["time_saved"], out["cost_saved"] = valueOrNull(a.TimeSaved), valueOrNull(a.CostSaved)
	}
	return out
}
