package resolvers

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/causal/warning"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/problem"
)

// CheckAction asks before an action whether runs that did the same failed more often.
func (r project) CheckAction(
	ctx context.Context, p *model.Project, action string, arguments json.RawMessage, task *string, known []model.VariableStateInput,
) (*model.ActionCheck, error) {
	q := warning.Question{Project: p.Name, Context: map[string]string{}}
	var err error
	if q.Action, err = actionOf(action, arguments); err != nil {
		return nil, err
	}
	if task != nil {
		q.Task = *task
	}
	for i, s := range known {
		if strings.TrimSpace(s.Variable) == "" {
			return nil, problem.Refuse(fmt.Sprintf("context[%d].variable", i), "it is empty; name a variable")
		}
		if _, twice := q.Context[s.Variable]; twice {
			return nil, problem.Refuse(fmt.Sprintf("context[%d].variable", i), "%q is given twice; each variable has one state", s.Variable)
		}
		q.Context[s.Variable] = s.State
	}
	found, err := r.patterns.Warning.Check(ctx, q)
	return &model.ActionCheck{Answer: found}, err
}

// actionOf reads an action: a tool with its arguments, or the kind or the words of a decision.
func actionOf(action string, arguments json.RawMessage) (warning.Action, error) {
	switch {
	case strings.TrimSpace(action) == "":
		return warning.Action{}, problem.Refuse("action", "it is empty; name a tool, or an option as variable=state")
	case len(arguments) == 0 || string(arguments) == "null":
		told := decisive.Acts(episodic.Episode{Decisions: []episodic.Decision{{Chosen: action}}})
		return warning.ActionOf(told[0]), nil
	case arguments[0] != '{':
		return warning.Action{}, problem.Refuse("arguments", "a JSON object is wanted")
	}
	d := agentrun.Describe(action, string(arguments))
	return warning.Action{Call: d.Call, Kind: d.Kind, Changes: d.Changes}, nil
}
