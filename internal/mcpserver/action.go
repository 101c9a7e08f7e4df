package mcpserver

import (
	"context"

	_ "embed" // for the query below
)

//go:embed queries/check_action.graphql
var checkActionQuery string

type checkActionInput struct {
	room
	Action    string         `json:"action" jsonschema:"a tool, or an option as variable=state"`
	Arguments map[string]any `json:"arguments,omitempty" jsonschema:"of the tool"`
	Task      string         `json:"task,omitempty"`
}

// actionTold says whether to think twice; Failed are runs that did it and failed.
type actionTold struct {
	Warns  bool     `json:"warns"`
	Note   string   `json:"note"`
	Failed []string `json:"failed,omitempty"`
}

func (a *actionTold) drop() bool {
	if len(a.Failed) == 0 {
		return false
	}
	a.Failed = a.Failed[:len(a.Failed)-1]
	return true
}

func (s *server) checkAction(ctx context.Context, in checkActionInput) (actionTold, error) {
	var got struct {
		Project struct {
			CheckAction struct {
				Warns    bool
				Note     string
				Findings []struct {
					Warns bool
					Did   struct{ Episodes []string }
				}
			}
		}
	}
	variables := map[string]any{"project": in.Project, "action": in.Action}
	if in.Arguments != nil {
		variables["arguments"] = in.Arguments
	}
	if in.Task != "" {
		variables["task"] = in.Task
	}
	if err := s.post.ask(ctx, checkActionQuery, variables, &got); err != nil {
		return actionTold{}, asTold(err)
	}
	found := got.Project.CheckAction
	out := actionTold{Warns: found.Warns, Note: found.Note}
	if found.Warns {
		out.Failed = found.Findings[0].Did.Episodes
	}
	return out, nil
}
