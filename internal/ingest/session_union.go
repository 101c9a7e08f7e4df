package ingest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// logIDPrefix begins the short ids of what only the log says.
const logIDPrefix = "log-"

// unitedFrom puts the episode of a session and its log together: the episode, and what only the log
// says. It is a pure function of the sources.
func unitedFrom(sources []episodic.Source) (episodic.Episode, error) {
	slices.SortFunc(sources, func(a, b episodic.Source) int { return cmp.Compare(a.Format, b.Format) })
	var parts [2]episodic.Episode
	for i, format := range []Format{FormatEpisode, FormatSessionLog} {
		at := slices.IndexFunc(sources, func(s episodic.Source) bool { return s.Format == string(format) })
		if at < 0 {
			return episodic.Episode{}, fmt.Errorf("there is no %s among the sources", format)
		}
		if err := json.Unmarshal(sources[at].Content, &parts[i]); err != nil {
			return episodic.Episode{}, fmt.Errorf("read the source %q: %w", sources[at].Name, err)
		}
	}
	e, log := parts[0], parts[1]
	e.Sources = sources
	addHead(&e, log)
	same := map[string]string{}
	e.Decisions = append(e.Decisions, newDecisions(e, log, same)...)
	e.Events = append(e.Events, newEvents(e, log, same)...)
	e.Links = append(e.Links, newLinks(e, log, same)...)
	return e, nil
}

// newLinks returns the links of the log between the occurrences that they are in the episode, without
// those of a pair that has one. same has the ids in the episode by those in the log.
func newLinks(e, log episodic.Episode, same map[string]string) (out []episodic.Link) {
	linked := map[[2]string]bool{}
	for _, l := range e.Links {
		linked[[2]string{l.Source, l.Target}] = true
	}
	for _, l := range log.Links {
		l.Source, l.Target = cmp.Or(same[l.Source], l.Source), cmp.Or(same[l.Target], l.Target)
		if pair := [2]string{l.Source, l.Target}; l.Source != l.Target && !linked[pair] {
			linked[pair] = true
			out = append(out, l)
		}
	}
	return out
}

// addHead adds what only the log says about the whole episode.
func addHead(e *episodic.Episode, log episodic.Episode) {
	e.Task = cmp.Or(e.Task, log.Task)
	e.Domain, e.TaskType, e.Complexity = cmp.Or(e.Domain, log.Domain), cmp.Or(e.TaskType, log.TaskType), cmp.Or(e.Complexity, log.Complexity)
	if e.StartedAt.IsZero() || e.StartedAt.Precision > log.StartedAt.Precision && !log.StartedAt.IsZero() {
		e.StartedAt = log.StartedAt
	}
	if e.Outcome == episodic.OutcomeUnknown && e.ReportedOutcome == "" {
		e.Outcome, e.ReportedOutcome = log.Outcome, log.ReportedOutcome
	}
	for _, list := range [][2]*[]string{
		{&e.Lessons, &log.Lessons},
		{&e.Notes, &log.Notes},
		{&e.Insights, &log.Insights},
		{&e.Goals, &log.Goals},
		{&e.Constraints, &log.Constraints},
		{&e.Tools, &log.Tools},
		{&e.Tags, &log.Tags},
		{&e.Strategies, &log.Strategies},
	} {
		for _, s := range *list[1] {
			if !slices.ContainsFunc(*list[0], func(other string) bool { return alike(other) == alike(s) }) {
				*list[0] = append(*list[0], s)
			}
		}
	}
	for key, value := range log.Extra {
		if e.Extra == nil {
			e.Extra = map[string]json.RawMessage{}
		}
		e.Extra[string(FormatSessionLog)+": "+key] = value
	}
	for key, value := range log.Context {
		if e.Context == nil {
			e.Context = map[string]string{}
		}
		if _, known := e.Context[key]; !known {
			e.Context[key] = value
		}
	}
}

// newDecisions returns the decisions of the log that the episode has not. It adds to same under which id the
// episode has each.
func newDecisions(e, log episodic.Episode, same map[string]string) (out []episodic.Decision) {
	left := map[string][]string{}
	for _, d := range e.Decisions {
		key := alike(cmp.Or(d.Chosen, d.Context))
		left[key] = append(left[key], d.ID)
	}
	for _, d := range log.Decisions {
		if key := alike(cmp.Or(d.Chosen, d.Context)); len(left[key]) > 0 {
			same[d.ID], left[key] = left[key][0], left[key][1:]
			continue
		}
		same[d.ID] = logIDPrefix + d.ID
		d.ID = logIDPrefix + d.ID
		out = append(out, d)
	}
	return out
}

// newEvents returns the events of the log that the episode has not. It has a commit with the same SHA, and
// an entry of which one of its events says the first line or the value of a field: that event gets the
// whole text of the entry then. It adds to same under which id the episode has each.
func newEvents(e, log episodic.Episode, same map[string]string) (out []episodic.Event) {
	commits, open := map[string]string{}, map[string][]int{}
	for i, v := range e.Events {
		open[alike(v.Content)] = append(open[alike(v.Content)], i)
		commits[intake.CommitOf(v)] = v.ID
	}
	delete(commits, "")
	take := func(id, text string) (at int, found bool) {
		left := open[alike(text)]
		if len(left) == 0 || alike(text) == "" {
			return 0, false
		}
		open[alike(text)] = left[1:]
		same[id] = e.Events[left[0]].ID
		return left[0], true
	}
	for _, v := range log.Events {
		if known := commits[intake.CommitOf(v)]; known != "" {
			same[v.ID] = known
			continue
		}
		if _, found := take(v.ID, v.Content); !found {
			out = append(out, v)
		}
	}
	out = slices.DeleteFunc(out, func(v episodic.Event) bool {
		for _, value := range fieldValues(v.Content) {
			if at, found := take(v.ID, value); found {
				e.Events[at].Content = v.Content
				return true
			}
		}
		return false
	})
	for i := range out {
		same[out[i].ID] = logIDPrefix + out[i].ID
		out[i].ID = same[out[i].ID]
	}
	return out
}

// fieldValues returns the values of the fields that follow the first line of an entry of a log.
func fieldValues(content string) (out []string) {
	for i, line := range strings.Split(content, "\n") {
		if _, value, found := strings.Cut(line, ": "); found && i > 0 {
			out = append(out, value)
		}
	}
	return out
}

// alike returns what two texts that say the same have in common: the words of the first line.
func alike(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.ToLower(strings.Join(strings.Fields(line), " "))
}

// contentHash returns the hash of the content that a document in the format gave a revision.
func contentHash(r episodic.Revision, format Format) string {
	for _, s := range r.Episode.Sources {
		if s.Format == string(format) {
			return s.Hash
		}
	}
	return r.Hash
}
