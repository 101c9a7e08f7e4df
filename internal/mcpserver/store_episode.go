package mcpserver

import (
	"context"
	"strings"
	"time"

	_ "embed" // for the query below
)

//go:embed queries/store_episode.graphql
var storeEpisodeQuery string

// episodeInput is a session as seed 003 tells it.
type episodeInput struct {
	scope
	SessionID string          `json:"session_id"`
	Task      string          `json:"task"`
	Outcome   string          `json:"outcome,omitempty" jsonschema:"success, partial or failure; leave out if unknown"`
	StartedAt string          `json:"started_at,omitempty" jsonschema:"RFC 3339; the first time of its parts if left out"`
	Decisions []decisionInput `json:"decisions,omitempty"`
	Events    []eventInput    `json:"events,omitempty"`
	Lessons   []string        `json:"lessons,omitempty"`
	Metrics   *metricsInput   `json:"metrics,omitempty"`
}

type decisionInput struct {
	ID        string   `json:"id"`
	Timestamp string   `json:"timestamp,omitempty"`
	Type      string   `json:"type,omitempty" jsonschema:"design, implementation, test, recovery or routing"`
	Context   string   `json:"context,omitempty"`
	Options   []string `json:"options,omitempty"`
	Chosen    string   `json:"chosen,omitempty"`
	Rationale string   `json:"rationale,omitempty"`
	Outcome   string   `json:"outcome,omitempty"`
	Effects   []string `json:"effects,omitempty" jsonschema:"ids that it led to; outcome is the episode's"`
}

type eventInput struct {
	ID        string   `json:"id"`
	Timestamp string   `json:"timestamp,omitempty"`
	Type      string   `json:"type,omitempty" jsonschema:"tool_call, error, milestone, handoff, commit or test"`
	Content   string   `json:"content"`
	CausedBy  []string `json:"caused_by,omitempty"`
	LeadsTo   []string `json:"leads_to,omitempty"`
}

type metricsInput struct {
	DurationMinutes *float64 `json:"duration_minutes,omitempty"`
	ToolCalls       *int64   `json:"tool_calls,omitempty"`
	Errors          *int64   `json:"errors,omitempty"`
	Recoveries      *int64   `json:"recoveries,omitempty"`
	Commits         *int64   `json:"commits,omitempty"`
	FilesChanged    *int64   `json:"files_changed,omitempty"`
}

// stored confirms that an episode is on disk.
type stored struct {
	Permalink string `json:"permalink"`
	// Change is created, revised, unchanged or restored.
	Change string `json:"change"`
	State  string `json:"state"`
	// PendingLinks lead to episodes that are not there yet.
	PendingLinks []string `json:"pending_links,omitempty"`
	Note         string   `json:"note,omitempty"`
}

func (s *server) storeEpisode(ctx context.Context, in episodeInput) (stored, error) {
	var got struct {
		RecordEpisode struct {
			Receipt struct {
				EpisodeKey, Change, State string
				PendingLinks              []string
			}
		}
	}
	variables := map[string]any{"project": in.Project, "episode": in.graphQL()}
	if err := s.post.ask(ctx, storeEpisodeQuery, variables, &got); err != nil {
		return stored{}, asTold(err)
	}
	r := got.RecordEpisode.Receipt
	out := stored{
		Permalink: "episodes/" + r.EpisodeKey, Change: strings.ToLower(r.Change), State: strings.ToLower(r.State), PendingLinks: r.PendingLinks,
	}
	if in.began() == "" {
		out.Note = "No time was told, so it does not count among the latest episodes. Store it again with started_at."
	}
	return out, nil
}

// graphQL is the episode as the GraphQL input has it. Words that no enum has are kept beside it.
func (in episodeInput) graphQL() map[string]any {
	out := given{"id": episodeKey(in.SessionID), "session": in.SessionID, "task": in.Task}
	out.text("startedAt", in.began())
	out.word("outcome", in.Outcome, outcomes())
	out.put("lessons", in.Lessons)
	decisions := make([]given, len(in.Decisions))
	for i, d := range in.Decisions {
		decisions[i] = d.graphQL()
	}
	out.put("decisions", decisions)
	events := make([]given, len(in.Events))
	for i, e := range in.Events {
		events[i] = e.graphQL()
	}
	out.put("events", events)
	if in.Metrics != nil {
		out["metrics"] = in.Metrics.graphQL()
	}
	return out
}

// began is when the session began: as told, or the first time of its decisions and events.
func (in episodeInput) began() string {
	if in.StartedAt != "" {
		return in.StartedAt
	}
	var first time.Time
	text := ""
	note := func(told string) {
		at, err := time.Parse(time.RFC3339, told)
		if err == nil && (text == "" || at.Before(first)) {
			first, text = at, told
		}
	}
	for _, d := range in.Decisions {
		note(d.Timestamp)
	}
	for _, e := range in.Events {
		note(e.Timestamp)
	}
	return text
}

func (d decisionInput) graphQL() given {
	out := given{"id": d.ID}
	out.text("at", d.Timestamp)
	out.word("type", d.Type, decisionTypes())
	out.text("context", d.Context)
	out.put("options", d.Options)
	out.text("chosen", d.Chosen)
	out.text("rationale", d.Rationale)
	out.word("outcome", d.Outcome, outcomes())
	out.put("effects", d.Effects)
	return out
}

func (e eventInput) graphQL() given {
	out := given{"id": e.ID, "content": e.Content}
	out.text("at", e.Timestamp)
	out.word("type", e.Type, eventTypes())
	out.put("causedBy", e.CausedBy)
	out.put("leadsTo", e.LeadsTo)
	return out
}

func (m metricsInput) graphQL() given {
	return given{
		"durationMinutes": m.DurationMinutes, "toolCalls": m.ToolCalls, "errors": m.Errors,
		"recoveries": m.Recoveries, "commits": m.Commits, "filesChanged": m.FilesChanged,
	}
}

func outcomes() []string { return []string{"SUCCESS", "PARTIAL", "FAILURE", "UNKNOWN"} }

func decisionTypes() []string {
	return []string{"DESIGN", "IMPLEMENTATION", "TEST", "RECOVERY", "ROUTING", "OTHER", "UNKNOWN"}
}

func eventTypes() []string {
	return []string{"TOOL_CALL", "ERROR", "MILESTONE", "HANDOFF", "COMMIT", "TEST", "OTHER", "UNKNOWN"}
}
