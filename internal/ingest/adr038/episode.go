package adr038

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// File is the old form of an episode.
type File struct {
	Name    string
	Content []byte
	// Lacks says what the published schema wants and the episode does not say.
	Lacks []string
}

// WriteEpisode returns the file of an episode under a name.
func WriteEpisode(e episodic.Episode, name string) (File, error) {
	p, err := intake.Prepare(e)
	if err != nil {
		return File{}, fmt.Errorf("prepare %q: %w", e.ID, err)
	}
	doc := document(p.Episode)
	content, err := encode(doc)
	if err != nil {
		return File{}, err
	}
	back, _, err := ingest.Read(ingest.FormatEpisode, name, content)
	if err != nil || back.Hash != p.Hash {
		// The old form cannot say it, like a measured zero or an instant at midnight.
		if content, err = ingest.WithExact(content, p); err != nil {
			return File{}, err
		}
	}
	return File{Name: name, Content: content, Lacks: lacks(p.Episode)}, nil
}

// document returns the members of the old form, and after them those it does not have.
func document(e episodic.Episode) any {
	told := linksOf(e)
	var out struct {
		ID                 string                     `json:"id"`
		Session            string                     `json:"session"`
		Timestamp          string                     `json:"timestamp,omitempty"`
		Outcome            episodic.Outcome           `json:"outcome,omitempty"`
		ReportedOutcome    string                     `json:"reported_outcome,omitempty"`
		Task               string                     `json:"task"`
		Decisions          []decision                 `json:"decisions"`
		Events             []event                    `json:"events"`
		Metrics            metrics                    `json:"metrics"`
		Lessons            []string                   `json:"lessons"`
		CausalOrderVersion int                        `json:"causal_order_version,omitempty"`
		Context            map[string]string          `json:"context,omitempty"`
		Domain             string                     `json:"domain,omitempty"`
		TaskType           string                     `json:"task_type,omitempty"`
		Complexity         string                     `json:"complexity,omitempty"`
		Tools              []string                   `json:"tools,omitempty"`
		Strategies         []string                   `json:"strategies,omitempty"`
		Tags               []string                   `json:"tags,omitempty"`
		Goals              []string                   `json:"goals,omitempty"`
		Constraints        []string                   `json:"constraints,omitempty"`
		Insights           []string                   `json:"insights,omitempty"`
		Notes              []string                   `json:"notes,omitempty"`
		Links              []episodic.Link            `json:"links,omitempty"`
		Extra              map[string]json.RawMessage `json:"extra,omitempty"`
		Sources            []episodic.Source          `json:"sources,omitempty"`
	}
	out.ID, out.Session, out.Timestamp, out.Task = e.ID, e.Session, clock(e.StartedAt), e.Task
	out.Outcome, out.ReportedOutcome = known(e.Outcome, episodic.OutcomeUnknown), e.ReportedOutcome
	out.Decisions, out.Events = told.decisions(e), told.events(e)
	out.Metrics = metrics{e.Metrics.DurationMinutes, e.Metrics.ToolCalls, e.Metrics.Errors, e.Metrics.Recoveries, e.Metrics.Commits, e.Metrics.FilesChanged}
	out.Lessons, out.CausalOrderVersion = e.Lessons, e.CausalOrderVersion
	out.Context, out.Domain, out.TaskType, out.Complexity = e.Context, e.Domain, e.TaskType, e.Complexity
	out.Tools, out.Strategies, out.Tags = e.Tools, e.Strategies, e.Tags
	out.Goals, out.Constraints, out.Insights, out.Notes = e.Goals, e.Constraints, e.Insights, e.Notes
	out.Links, out.Extra, out.Sources = told.rest, e.Extra, e.Sources
	return out
}

type decision struct {
	ID              string                `json:"id"`
	Timestamp       string                `json:"timestamp,omitempty"`
	Actor           string                `json:"actor,omitempty"`
	Type            episodic.DecisionType `json:"type,omitempty"`
	ReportedType    string                `json:"reported_type,omitempty"`
	Context         string                `json:"context"`
	Options         []string              `json:"options"`
	Chosen          string                `json:"chosen"`
	Rationale       string                `json:"rationale"`
	Outcome         episodic.Outcome      `json:"outcome,omitempty"`
	ReportedOutcome string                `json:"reported_outcome,omitempty"`
	Factor          string                `json:"factor,omitempty"`
	Effects         []string              `json:"effects"`
}

type event struct {
	ID           string             `json:"id"`
	Timestamp    string             `json:"timestamp,omitempty"`
	Actor        string             `json:"actor,omitempty"`
	Type         episodic.EventType `json:"type,omitempty"`
	ReportedType string             `json:"reported_type,omitempty"`
	Content      string             `json:"content"`
	Factor       string             `json:"factor,omitempty"`
	CausedBy     []string           `json:"caused_by"`
	LeadsTo      []string           `json:"leads_to"`
}

// metrics are the measurements; the form has null for the first two if nobody measured them.
type metrics struct {
	DurationMinutes *float64 `json:"duration_minutes"`
	ToolCalls       *int64   `json:"tool_calls"`
	Errors          *int64   `json:"errors,omitempty"`
	Recoveries      *int64   `json:"recoveries,omitempty"`
	Commits         *int64   `json:"commits,omitempty"`
	FilesChanged    *int64   `json:"files_changed,omitempty"`
}

// known returns a word unless it is the one for unknown.
func known[T comparable](word, unknown T) T {
	if word == unknown {
		var none T
		return none
	}
	return word
}

// clock writes a time as a date-time: earlier tools wrote a day as its midnight.
func clock(t episodic.Timestamp) string {
	if t.IsZero() {
		return ""
	}
	return t.Time.UTC().Format(time.RFC3339Nano)
}

func (l links) decisions(e episodic.Episode) []decision {
	out := []decision{}
	for _, d := range e.Decisions {
		out = append(out, decision{
			d.ID, clock(d.At), d.Actor, known(d.Type, episodic.DecisionUnknown), d.ReportedType, d.Context, list(d.Options), d.Chosen, d.Rationale,
			known(d.Outcome, episodic.OutcomeUnknown), d.ReportedOutcome, d.Factor, list(l.effects[d.ID]),
		})
	}
	return out
}

func (l links) events(e episodic.Episode) []event {
	out := []event{}
	for _, v := range e.Events {
		out = append(out, event{
			v.ID, clock(v.At), v.Actor, known(v.Type, episodic.EventUnknown), v.ReportedType, v.Content, v.Factor,
			list(l.causedBy[v.ID]), list(l.leadsTo[v.ID]),
		})
	}
	return out
}

func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// links are the links of an episode by the fields of the old form that say them.
type links struct {
	effects, causedBy, leadsTo map[string][]string
	// rest are those that none says.
	rest []episodic.Link
}

// linksOf finds for each link the fields that an import makes that link from.
func linksOf(e episodic.Episode) links {
	out := links{effects: map[string][]string{}, causedBy: map[string][]string{}, leadsTo: map[string][]string{}}
	kinds := map[string]episodic.Kind{}
	for _, o := range episodic.Occurrences(e)[:len(e.Decisions)+len(e.Events)] {
		_, short, _ := episodic.SplitKey(o.Key)
		kinds[short] = o.Kind
	}
	chronology := intake.ChronologyOf(e)
	for _, l := range e.Links {
		source, target := kinds[l.Source], kinds[l.Target]
		own := source != "" && target != ""
		effect := own && source == episodic.KindDecision && isStated(l)
		told := own && isTold(l, e.CausalOrderVersion, chronology)
		if effect {
			out.effects[l.Source] = append(out.effects[l.Source], l.Target)
		}
		if told && target == episodic.KindEvent {
			out.causedBy[l.Target] = append(out.causedBy[l.Target], l.Source)
		}
		if told && source == episodic.KindEvent {
			out.leadsTo[l.Source] = append(out.leadsTo[l.Source], l.Target)
		}
		if said := told && slices.Contains([]episodic.Kind{source, target}, episodic.KindEvent); !said && !effect {
			out.rest = append(out.rest, l)
		}
	}
	return out
}

// isStated reports whether an effect of a decision says all of a link.
func isStated(l episodic.Link) bool {
	return l.Relation == episodic.RelationCauses && l.Basis == episodic.BasisStated && l.Confidence == nil && l.Note == ""
}

// isTold reports whether caused_by and leads_to of an event say all of a link.
func isTold(l episodic.Link, orderVersion int, chronology intake.Chronology) bool {
	if orderVersion == 0 {
		return isStated(l)
	}
	told := chronology.Told(episodic.Link{Source: l.Source, Relation: episodic.RelationCauses, Target: l.Target, Basis: episodic.BasisTemporal})
	return told.Relation == episodic.RelationCauses && told == l
}

// The forms of ids that the schema wants.
func formsOfIDs() (episode, decision, event *regexp.Regexp) {
	return regexp.MustCompile(`^episode-.+$`), regexp.MustCompile(`^d\d{3}$`), regexp.MustCompile(`^e\d{3}$`)
}

// lacks lists what the schema wants of an episode and cannot be written without inventing it.
func lacks(e episodic.Episode) []string {
	var out []string
	want := func(ok bool, format string, args ...any) {
		if !ok {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	episodeID, decisionID, eventID := formsOfIDs()
	want(episodeID.MatchString(e.ID), "the id does not begin with episode-")
	want(!e.StartedAt.IsZero(), "the time is unknown")
	want(e.Outcome != episodic.OutcomeUnknown, "the outcome is unknown")
	want(e.CausalOrderVersion != 1, "causal_order_version is 1")
	for _, d := range e.Decisions {
		want(decisionID.MatchString(d.ID), "the id of decision %s is not like d001", d.ID)
		want(!d.At.IsZero(), "the time of decision %s is unknown", d.ID)
		want(!slices.Contains([]episodic.DecisionType{episodic.DecisionUnknown, episodic.DecisionOther}, d.Type), "the type of decision %s is %s", d.ID, d.Type)
		want(d.Outcome != episodic.OutcomeUnknown, "the outcome of decision %s is unknown", d.ID)
	}
	for _, v := range e.Events {
		want(eventID.MatchString(v.ID), "the id of event %s is not like e001", v.ID)
		want(!v.At.IsZero(), "the time of event %s is unknown", v.ID)
		want(!slices.Contains([]episodic.EventType{episodic.EventUnknown, episodic.EventOther}, v.Type), "the type of event %s is %s", v.ID, v.Type)
	}
	return out
}

// encode writes indented JSON and leaves raw values and characters as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, b.Bytes(), "", "  "); err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	return out.Bytes(), nil
}
