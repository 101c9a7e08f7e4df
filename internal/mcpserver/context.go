package mcpserver

import (
	"cmp"
	"context"
	"strings"

	_ "embed" // for the queries below
)

//go:embed queries/context.graphql
var contextQuery string

//go:embed queries/bootstrap.graphql
var bootstrapQuery string

type contextInput struct {
	scope
	Task   string `json:"task,omitempty" jsonschema:"needed unless there is an error"`
	Error  string `json:"error,omitempty" jsonschema:"the error to recover from"`
	Budget int    `json:"budget,omitempty" jsonschema:"most tokens, 2000 by default"`
	Zone   string `json:"time_zone,omitempty" jsonschema:"for yesterday etc."`
}

// most is 0: the service keeps the budget of the text.
func (contextInput) most() int { return 0 }

func (s *server) contextForTask(ctx context.Context, in contextInput) (prose, error) {
	budget := in.Budget
	if budget == 0 {
		budget = 2000
	}
	var got struct{ ContextFor struct{ Text, Note string } }
	variables := given{"project": in.Project, "budget": budget}
	variables.text("timeZone", cmp.Or(in.Zone, s.TimeZone))
	variables.text("task", in.Task)
	variables.text("error", in.Error)
	if err := s.post.ask(ctx, contextQuery, variables, &got); err != nil {
		return prose{}, asTold(err)
	}
	out := prose{Text: got.ContextFor.Text, Note: got.ContextFor.Note}
	if out.Text == "" && out.Note == "" {
		out.Note = "Nothing here is like this task."
	}
	return out, nil
}

type bootstrapInput struct {
	scope
	Task   string `json:"task,omitempty"`
	Budget int    `json:"budget,omitempty" jsonschema:"most tokens, 1000 by default"`
}

// most is 0: the service keeps the budget of the text.
func (bootstrapInput) most() int { return 0 }

// leastForTask is the least budget of a bootstrap with a task: half of it is for each.
const leastForTask = 400

// bootstrap tells what to know of the project and, for a task, of the task: each in half of the budget.
func (s *server) bootstrap(ctx context.Context, in bootstrapInput) (prose, error) {
	budget := in.Budget
	if budget == 0 {
		budget = defaultTokens
	}
	if in.Task != "" {
		if budget < leastForTask {
			return prose{}, invalid("budget", "budget is %d; with a task it must be at least %d", budget, leastForTask)
		}
		budget /= 2
	}
	var got struct{ Bootstrap struct{ Text string } }
	if err := s.post.ask(ctx, bootstrapQuery, map[string]any{"project": in.Project, "budget": budget}, &got); err != nil {
		return prose{}, asTold(err)
	}
	out := prose{Text: got.Bootstrap.Text}
	if in.Task == "" {
		return out, nil
	}
	task, err := s.contextForTask(ctx, contextInput{scope: in.scope, Task: in.Task, Budget: budget})
	out.Text, out.Note = strings.TrimSpace(out.Text+"\n"+task.Text), task.Note
	return out, err
}
