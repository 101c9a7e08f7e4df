package mcpserver

import (
	"context"
	"strings"

	_ "embed" // for the query below
)

//go:embed queries/decisive_steps.graphql
var decisiveStepsQuery string

// decisiveStep is a step of a failed run with what points to it.
type decisiveStep struct {
	Occurrence  string   `json:"occurrence"`
	What        string   `json:"what"`
	Probability float64  `json:"probability"`
	Reasons     []string `json:"reasons"`
}

// mostRuns is how many runs a reason names.
const mostRuns = 3

func (s *server) decisiveSteps(ctx context.Context, in decisionSequenceInput) (items[decisiveStep], error) {
	var got struct {
		Episode struct {
			DecisiveSteps struct {
				Status, Note string
				Steps        []struct {
					Occurrence  struct{ Key, Label string }
					Probability float64
					Reasons     []struct {
						Text string
						Runs []string
					}
				}
			}
		}
	}
	if err := s.post.ask(ctx, decisiveStepsQuery, map[string]any{"project": in.Project, "episode": keyOf(in.EpisodeID)}, &got); err != nil {
		return items[decisiveStep]{}, asTold(err)
	}
	found := got.Episode.DecisiveSteps
	out := items[decisiveStep]{Items: []decisiveStep{}, Note: found.Status + ": " + found.Note}
	for _, step := range found.Steps {
		told := decisiveStep{Occurrence: step.Occurrence.Key, What: step.Occurrence.Label, Probability: step.Probability, Reasons: []string{}}
		for _, r := range step.Reasons {
			if len(r.Runs) > 0 {
				r.Text += " [" + strings.Join(r.Runs[:min(mostRuns, len(r.Runs))], ", ") + "]"
			}
			told.Reasons = append(told.Reasons, r.Text)
		}
		out.Items = append(out.Items, told)
	}
	return out, nil
}
