package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	_ "embed" // for the queries below
)

//go:embed queries/similar_decisions.graphql
var similarDecisionsQuery string

//go:embed queries/what_if.graphql
var whatIfQuery string

type similarDecisionsInput struct {
	room
	Context string `json:"context" jsonschema:"the situation in any words"`
}

// similarDecision is a decision of another episode.
type similarDecision struct {
	decisionTold
	Task           string `json:"task"`
	EpisodeOutcome string `json:"episode_outcome"`
}

func (s *server) similarDecisions(ctx context.Context, in similarDecisionsInput) (items[similarDecision], error) {
	var got struct {
		SimilarDecisions struct {
			Note string
			Hits []struct {
				Decision decisionAnswer
				Episode  struct{ Task, Outcome string }
			}
		}
	}
	if err := s.post.ask(ctx, similarDecisionsQuery, map[string]any{"project": in.Project, "context": in.Context}, &got); err != nil {
		return items[similarDecision]{}, asTold(err)
	}
	out := items[similarDecision]{Items: []similarDecision{}, Note: got.SimilarDecisions.Note}
	for _, h := range got.SimilarDecisions.Hits {
		out.Items = append(out.Items, similarDecision{h.Decision.told(), h.Episode.Task, strings.ToLower(h.Episode.Outcome)})
	}
	return out, nil
}

type whatIfInput struct {
	room
	Decision string `json:"decision" jsonschema:"the option that was not taken"`
	Episode  string `json:"episode"`
}

// effectTold is the effect of an option on failure.
type effectTold struct {
	// Status is OK, or why there is no effect.
	Status string `json:"status"`
	Text   string `json:"text"`
	// Chosen and Otherwise are the options compared, Difference that of the share of failures.
	Chosen     string    `json:"chosen,omitempty"`
	Otherwise  string    `json:"otherwise,omitempty"`
	Difference *interval `json:"difference,omitempty"`
}

func (*effectTold) drop() bool { return false }

// interval is a value with its 95 % interval.
type interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func (s *server) whatIf(ctx context.Context, in whatIfInput) (effectTold, error) {
	decision, option, err := s.optionOf(ctx, in)
	if err != nil {
		return effectTold{}, err
	}
	most := in.MaxTokens
	if most == 0 {
		most = defaultTokens
	}
	var got struct {
		WhatIf struct {
			Status, Explain string
			Chosen          *struct{ Label string }
			Do              []struct{ Label string }
			Contrast        *struct{ Difference interval }
		}
	}
	variables := map[string]any{"project": in.Project, "episode": keyOf(in.Episode), "decision": decision, "alternative": option, "budget": max(leastTokens, most-100)}
	if err := s.post.ask(ctx, whatIfQuery, variables, &got); err != nil {
		return effectTold{}, asTold(err)
	}
	w := got.WhatIf
	out := effectTold{Status: w.Status, Text: w.Explain}
	if w.Chosen != nil {
		out.Chosen = w.Chosen.Label
	}
	for _, d := range w.Do {
		out.Otherwise = d.Label
	}
	if w.Contrast != nil && w.Status == "OK" {
		out.Difference = &w.Contrast.Difference
	}
	return out, nil
}

// optionOf finds the decision of an episode that had the option, and the option as it was told.
func (s *server) optionOf(ctx context.Context, in whatIfInput) (decision, option string, err error) {
	all, err := s.sequence(ctx, in.Project, in.Episode)
	if err != nil {
		return "", "", err
	}
	var found []string
	var offered []string
	for _, d := range all {
		for _, o := range d.Options {
			if o != d.Chosen {
				offered = append(offered, fmt.Sprintf("%q", o))
			}
			if strings.EqualFold(strings.TrimSpace(o), strings.TrimSpace(in.Decision)) {
				found, option = append(found, d.Key), o
			}
		}
	}
	switch len(slices.Compact(found)) {
	case 1:
		return found[0], option, nil
	case 0:
		r := refusal{Message: fmt.Sprintf("no decision of %s had the option %q", keyOf(in.Episode), in.Decision)}
		r.Extensions.Code, r.Extensions.Field, r.Extensions.Hint = "NOT_FOUND", "decision", "name one of "+strings.Join(offered, ", ")
		if len(offered) == 0 {
			r.Message, r.Extensions.Hint = "no decision of "+keyOf(in.Episode)+" tells options", "get_similar_decisions finds episodes that do"
		}
		return "", "", r
	default:
		return "", "", invalid("decision", "%d decisions of %s had the option %q", len(found), keyOf(in.Episode), in.Decision)
	}
}
