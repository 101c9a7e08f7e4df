package mcpserver

import (
	"context"
	"strings"

	_ "embed" // for the queries below
)

//go:embed queries/query_episodes.graphql
var queryEpisodesQuery string

//go:embed queries/decision_sequence.graphql
var decisionSequenceQuery string

// mostListed is the most items of one list (seed 003).
const mostListed = 100

type queryEpisodesInput struct {
	room
	Outcome string `json:"outcome,omitempty"`
	Task    string `json:"task,omitempty" jsonschema:"part of the task, in any case"`
	Since   string `json:"since,omitempty" jsonschema:"date or RFC 3339 time"`
	Limit   int    `json:"limit,omitempty" jsonschema:"20 by default, at most 100"`
}

// episodeSummary is one episode in a line; decisions and events say what reading it whole costs.
type episodeSummary struct {
	ID        string   `json:"id"`
	StartedAt string   `json:"started_at,omitempty"`
	Outcome   string   `json:"outcome"`
	Task      string   `json:"task"`
	Decisions int      `json:"decisions"`
	Events    int      `json:"events"`
	Lessons   []string `json:"lessons,omitempty"`
}

func (s *server) queryEpisodes(ctx context.Context, in queryEpisodesInput) (items[episodeSummary], error) {
	first, err := limit(in.Limit)
	if err != nil {
		return items[episodeSummary]{}, err
	}
	outcome, err := outcomeOf("outcome", in.Outcome)
	if err != nil {
		return items[episodeSummary]{}, err
	}
	filter := given{}
	if outcome != "" {
		filter["outcomes"] = []string{outcome}
	}
	filter.text("task", in.Task)
	filter.text("since", in.Since)
	var got struct {
		Episodes struct {
			TotalCount int
			Edges      []struct {
				Node struct {
					Key, StartedAt, Outcome, Task string
					DecisionCount, EventCount     int
					Lessons                       []string
				}
			}
		}
	}
	if err := s.post.ask(ctx, queryEpisodesQuery, map[string]any{"project": in.Project, "filter": filter, "first": first}, &got); err != nil {
		return items[episodeSummary]{}, asTold(err)
	}
	out := items[episodeSummary]{Items: []episodeSummary{}, LeftOut: got.Episodes.TotalCount - len(got.Episodes.Edges)}
	for _, e := range got.Episodes.Edges {
		out.Items = append(out.Items, episodeSummary{
			ID: e.Node.Key, StartedAt: e.Node.StartedAt, Outcome: strings.ToLower(e.Node.Outcome), Task: e.Node.Task,
			Decisions: e.Node.DecisionCount, Events: e.Node.EventCount, Lessons: e.Node.Lessons,
		})
	}
	return out, nil
}

// limit is the length of a list.
func limit(asked int) (int, error) {
	if asked == 0 {
		asked = 20
	}
	return asked, within("limit", asked, 1, mostListed)
}

type decisionSequenceInput struct {
	room
	EpisodeID string `json:"episode_id"`
}

// decisionTold is one decision with what it led to.
type decisionTold struct {
	ID        string   `json:"id"`
	At        string   `json:"at,omitempty"`
	Type      string   `json:"type"`
	Context   string   `json:"context,omitempty"`
	Options   []string `json:"options,omitempty"`
	Chosen    string   `json:"chosen,omitempty"`
	Rationale string   `json:"rationale,omitempty"`
	Outcome   string   `json:"outcome"`
	LeadsTo   []string `json:"leads_to,omitempty"`
}

// decisionAnswer is a decision of a GraphQL answer.
type decisionAnswer struct {
	Key, ShortID, At, Type, Context, Chosen, Rationale, Outcome string
	Options                                                     []string
	LeadsTo                                                     []struct {
		Link       struct{ Relation string }
		Occurrence struct{ Key, Label string }
	}
}

func (d decisionAnswer) told() decisionTold {
	out := decisionTold{
		ID: d.Key, At: d.At, Type: strings.ToLower(d.Type), Context: d.Context, Options: d.Options, Chosen: d.Chosen,
		Rationale: d.Rationale, Outcome: strings.ToLower(d.Outcome),
	}
	for _, l := range d.LeadsTo {
		out.LeadsTo = append(out.LeadsTo, strings.ToLower(l.Link.Relation)+" "+l.Occurrence.Label+" ["+l.Occurrence.Key+"]")
	}
	return out
}

// sequence returns the decisions of an episode in order.
func (s *server) sequence(ctx context.Context, project, episode string) ([]decisionAnswer, error) {
	var got struct {
		Episode struct{ Decisions []decisionAnswer }
	}
	err := s.post.ask(ctx, decisionSequenceQuery, map[string]any{"project": project, "episode": keyOf(episode)}, &got)
	return got.Episode.Decisions, asTold(err)
}

func (s *server) decisionSequence(ctx context.Context, in decisionSequenceInput) (items[decisionTold], error) {
	found, err := s.sequence(ctx, in.Project, in.EpisodeID)
	out := items[decisionTold]{Items: make([]decisionTold, len(found))}
	for i, d := range found {
		out.Items[i] = d.told()
	}
	return out, err
}
