package mcpserver

import (
	"cmp"
	"context"
	"slices"
	"strings"

	_ "embed" // for the queries below
)

// patternFields is the fragment of the queries that tell patterns.
//
//go:embed queries/pattern_fields.graphql
var patternFields string

//go:embed queries/patterns.graphql
var patternsQuery string

//go:embed queries/pattern_claim.graphql
var patternClaimQuery string

//go:embed queries/add_pattern.graphql
var addPatternQuery string

//go:embed queries/record_application.graphql
var recordApplicationQuery string

// patternTold is a pattern with what was counted and what was only claimed.
type patternTold struct {
	ID          string       `json:"id"`
	Name        string       `json:"name"`
	Trigger     string       `json:"trigger"`
	Action      string       `json:"action"`
	AntiPattern bool         `json:"antipattern,omitempty"`
	Status      string       `json:"status"`
	Counted     *countedRate `json:"counted,omitempty"`
	Claimed     *claimedRate `json:"claimed,omitempty"`
}

// countedRate is a success rate with its 95 % interval over episodes.
type countedRate struct {
	Successes int      `json:"successes"`
	Trials    int      `json:"trials"`
	Rate      interval `json:"rate"`
}

// claimedRate was stated with the pattern, without episodes behind it.
type claimedRate struct {
	Rate        *float64 `json:"rate,omitempty"`
	Occurrences *int     `json:"occurrences,omitempty"`
}

type patternAnswer struct {
	Key, Name, Trigger, Action, Status string
	AntiPattern                        bool
	Counts                             struct{ Successes, Trials int }
	Rate                               *interval
	Claim                              *struct {
		Rate        *float64
		Occurrences *int
	}
}

func (p patternAnswer) told() patternTold {
	out := patternTold{
		ID: "patterns/" + p.Key, Name: p.Name, Trigger: p.Trigger, Action: p.Action, AntiPattern: p.AntiPattern, Status: strings.ToLower(p.Status),
	}
	if p.Rate != nil {
		out.Counted = &countedRate{p.Counts.Successes, p.Counts.Trials, *p.Rate}
	}
	if p.Claim != nil {
		out.Claimed = &claimedRate{p.Claim.Rate, p.Claim.Occurrences}
	}
	return out
}

// effective returns the rate and the occurrences by which a pattern is filtered: the counted ones
// if there are trials, otherwise the claimed ones.
func (p patternTold) effective() (rate *float64, occurrences int) {
	switch {
	case p.Counted != nil:
		return &p.Counted.Rate.Value, p.Counted.Trials
	case p.Claimed != nil:
		if p.Claimed.Occurrences != nil {
			occurrences = *p.Claimed.Occurrences
		}
		return p.Claimed.Rate, occurrences
	default:
		return nil, 0
	}
}

type queryPatternsInput struct {
	room
	Trigger        string   `json:"trigger,omitempty" jsonschema:"part of the trigger"`
	MinSuccessRate *float64 `json:"min_success_rate,omitempty"`
	MinOccurrences int      `json:"min_occurrences,omitempty"`
	Limit          int      `json:"limit,omitempty"`
}

func (s *server) queryPatterns(ctx context.Context, in queryPatternsInput) (items[patternTold], error) {
	first, err := limit(in.Limit)
	if err != nil {
		return items[patternTold]{}, err
	}
	found, err := s.listPatterns(ctx, in.Project, in.Trigger, func(p patternTold) bool {
		rate, n := p.effective()
		return n >= in.MinOccurrences && (in.MinSuccessRate == nil || rate != nil && *rate >= *in.MinSuccessRate)
	})
	out := items[patternTold]{Items: found}
	for len(out.Items) > first {
		out.drop()
	}
	return out, err
}

type antiPatternsInput struct {
	room
	MaxSuccessRate *float64 `json:"max_success_rate,omitempty" jsonschema:".3 by default"`
	MinOccurrences *int     `json:"min_occurrences,omitempty" jsonschema:"2 by default"`
}

func (s *server) antiPatterns(ctx context.Context, in antiPatternsInput) (items[patternTold], error) {
	most, least := .3, 2
	if in.MaxSuccessRate != nil {
		most = *in.MaxSuccessRate
	}
	if in.MinOccurrences != nil {
		least = *in.MinOccurrences
	}
	found, err := s.listPatterns(ctx, in.Project, "", func(p patternTold) bool {
		rate, n := p.effective()
		return n >= least && rate != nil && *rate <= most
	})
	slices.SortStableFunc(found, func(a, b patternTold) int {
		first, _ := a.effective()
		second, _ := b.effective()
		return cmp.Compare(*first, *second)
	})
	return items[patternTold]{Items: found}, err
}

// listPatterns returns the patterns that are wanted, those with the best evidence first.
func (s *server) listPatterns(ctx context.Context, project, trigger string, wanted func(patternTold) bool) ([]patternTold, error) {
	filter := given{}
	filter.text("trigger", trigger)
	variables, out := map[string]any{"project": project, "filter": filter}, []patternTold{}
	for {
		var got struct {
			Patterns struct {
				Edges    []struct{ Node patternAnswer }
				PageInfo struct {
					HasNextPage bool
					EndCursor   string
				}
			}
		}
		if err := s.post.ask(ctx, patternsQuery+patternFields, variables, &got); err != nil {
			return out, asTold(err)
		}
		for _, e := range got.Patterns.Edges {
			if p := e.Node.told(); wanted(p) {
				out = append(out, p)
			}
		}
		if !got.Patterns.PageInfo.HasNextPage {
			return out, nil
		}
		variables["after"] = got.Patterns.PageInfo.EndCursor
	}
}

type addPatternInput struct {
	scope
	Name                string        `json:"name" jsonschema:"kebab-case"`
	Trigger             string        `json:"trigger"`
	Action              string        `json:"action"`
	Description         string        `json:"description,omitempty"`
	SuccessRate         *float64      `json:"success_rate,omitempty" jsonschema:"a claim, 1 by default; episodes are counted apart"`
	EvidenceEpisode     string        `json:"evidence_episode,omitempty"`
	CausalRelationships []leadToInput `json:"causal_relationships,omitempty"`
	IsAntipattern       bool          `json:"is_antipattern,omitempty"`
}

type leadToInput struct {
	Type   string `json:"type" jsonschema:"causes, enables, prevents or correlates"`
	Target string `json:"target" jsonschema:"name of a pattern"`
}

// patternStored confirms a pattern.
type patternStored struct {
	Permalink string      `json:"permalink"`
	Created   bool        `json:"created"`
	Pattern   patternTold `json:"pattern"`
	// Pending are the targets that do not exist yet: they are led to as soon as they do.
	Pending []string `json:"pending,omitempty"`
}

func (s *server) addPattern(ctx context.Context, in addPatternInput) (patternStored, error) {
	claim, err := s.nextClaim(ctx, in)
	if err != nil {
		return patternStored{}, err
	}
	input := given{"name": in.Name, "trigger": in.Trigger, "action": in.Action, "antiPattern": in.IsAntipattern}
	input.text("description", in.Description)
	if claim != nil {
		input["claim"] = claim
	}
	if in.EvidenceEpisode != "" {
		input["episodes"] = []string{keyOf(in.EvidenceEpisode)}
	}
	leads := make([]given, len(in.CausalRelationships))
	for i, r := range in.CausalRelationships {
		leads[i] = given{"relation": strings.ToUpper(r.Type), "pattern": r.Target}
	}
	input.put("leads", leads)
	var got struct {
		AddPattern struct {
			Created bool
			Pattern struct {
				patternAnswer

				Leads []struct{ Pending string }
			}
		}
	}
	if err := s.post.ask(ctx, addPatternQuery+patternFields, map[string]any{"project": in.Project, "input": input}, &got); err != nil {
		return patternStored{}, asTold(err)
	}
	p := got.AddPattern.Pattern.told()
	stored := patternStored{Permalink: p.ID, Created: got.AddPattern.Created, Pattern: p}
	for _, l := range got.AddPattern.Pattern.Leads {
		if l.Pending != "" {
			stored.Pending = append(stored.Pending, l.Pending)
		}
	}
	return stored, nil
}

// nextClaim is the claim after this statement: with an episode as evidence it stays, and without
// one its occurrences grow and its rate is their running mean (seed 003).
func (s *server) nextClaim(ctx context.Context, in addPatternInput) (given, error) {
	var got struct{ Pattern *patternAnswer }
	if err := s.post.ask(ctx, patternClaimQuery, map[string]any{"project": in.Project, "key": in.Name}, &got); err != nil && !absent(err) {
		return nil, asTold(err)
	}
	stated := 1.0
	if in.SuccessRate != nil {
		stated = *in.SuccessRate
	}
	var before patternTold
	if got.Pattern != nil {
		before = got.Pattern.told()
	}
	switch {
	case before.Claimed == nil && in.EvidenceEpisode != "" && in.SuccessRate == nil:
		return nil, nil
	case before.Claimed == nil:
		return given{"rate": stated, "occurrences": 1}, nil
	case in.EvidenceEpisode != "":
		return nil, nil
	}
	n := 0
	if before.Claimed.Occurrences != nil {
		n = *before.Claimed.Occurrences
	}
	rate := stated
	if before.Claimed.Rate != nil {
		rate = (*before.Claimed.Rate*float64(n) + stated) / float64(n+1)
	}
	return given{"rate": rate, "occurrences": n + 1}, nil
}

type applicationInput struct {
	scope
	Pattern string `json:"pattern"`
	Episode string `json:"episode"`
	Outcome string `json:"outcome,omitempty" jsonschema:"success, partial or failure; the episode's if left out"`
}

// applicationTold confirms an application.
type applicationTold struct {
	Verdict string      `json:"verdict"`
	Pattern patternTold `json:"pattern"`
}

func (s *server) recordApplication(ctx context.Context, in applicationInput) (applicationTold, error) {
	outcome, err := outcomeOf("outcome", in.Outcome)
	if err != nil {
		return applicationTold{}, err
	}
	variables := map[string]any{
		"project": in.Project, "pattern": strings.TrimPrefix(in.Pattern, "patterns/"), "episode": keyOf(in.Episode),
	}
	if outcome != "" {
		variables["outcome"] = outcome
	}
	var got struct {
		RecordApplication struct {
			Pattern  patternAnswer
			Evidence struct{ Verdict string }
		}
	}
	if err := s.post.ask(ctx, recordApplicationQuery+patternFields, variables, &got); err != nil {
		return applicationTold{}, asTold(err)
	}
	r := got.RecordApplication
	return applicationTold{strings.ToLower(r.Evidence.Verdict), r.Pattern.told()}, nil
}
