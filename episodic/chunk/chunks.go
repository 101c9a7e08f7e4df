package chunk

import (
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// The sizes of chunks, in words.
const (
	// eventsWords is the size at which a group of consecutive events is complete and a long event
	// is split: what a reader takes in at a glance.
	eventsWords = 80
	// passageWords is the size at which heads and decisions are split.
	passageWords = 240
	// taskTerms is the number of terms of the task in Around.
	taskTerms = 120
	// neighbors is the number of chunks on either side in Around.
	neighbors = 2
)

// Chunks splits one revision of an episode into chunks: the head, each decision, and the events in
// the writer's order, short ones grouped. Every word of the episode is in the Own of some chunk. It
// is a pure function.
func Chunks(s episodic.Stored) episodic.EpisodeChunks {
	e := s.Episode
	notes := notesByOccurrence(e)
	passages := splitPassage(headPassage(e, notes), passageWords)
	for _, d := range e.Decisions {
		passages = append(passages, splitPassage(decisionPassage(e, d, notes[d.ID]), passageWords)...)
	}
	passages = append(passages, eventPassages(e, notes)...)

	chunks := make([]episodic.Chunk, len(passages))
	own := make([]string, len(passages))
	for i, p := range passages {
		own[i] = p.terms()
	}
	task := lexis.Analyze(e.Task)
	around := strings.Join(task[:min(taskTerms, len(task))], " ")
	same := attributes(s)
	for i, p := range passages {
		c := same
		c.Number, c.Part, c.Occurrences, c.DecisionType = i, p.part, p.occurrences, p.decisionType
		c.Text = p.text()
		c.Own = joinTerms(own[i], p.dateTerms())
		c.Around = joinTerms(append(nearby(own, i), around)...)
		chunks[i] = c
	}
	return episodic.EpisodeChunks{Episode: e.ID, Revision: s.Revision, Chunks: chunks}
}

// nearby returns the terms of the chunks around number i.
func nearby(own []string, i int) []string {
	var terms []string
	for j := max(0, i-neighbors); j <= min(len(own)-1, i+neighbors); j++ {
		if j != i {
			terms = append(terms, own[j])
		}
	}
	return terms
}

// joinTerms joins terms with spaces and skips empty ones.
func joinTerms(terms ...string) string {
	var b strings.Builder
	for _, t := range terms {
		if t == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t)
	}
	return b.String()
}

// attributes returns a chunk with the filter attributes of its episode.
func attributes(s episodic.Stored) episodic.Chunk {
	e := s.Episode
	return episodic.Chunk{
		Episode: e.ID, Revision: s.Revision,
		Outcome: e.Outcome, Session: e.Session, Domain: e.Domain, TaskType: e.TaskType,
		Complexity: e.Complexity, Tags: e.Tags, Tools: e.Tools, Strategies: e.Strategies,
		Task: e.Task, StartedAt: e.StartedAt,
		References: referencesOf(e), DecisionTypes: decisionTypesOf(e), Actors: e.Actors(), Failed: Failed(e),
	}
}

// Failed reports whether something went wrong in an episode: its outcome is failure or partial, one
// of its decisions failed, or one of its events is an error.
func Failed(e episodic.Episode) bool {
	return e.Outcome == episodic.OutcomeFailure || e.Outcome == episodic.OutcomePartial ||
		slices.ContainsFunc(e.Decisions, func(d episodic.Decision) bool { return d.Outcome == episodic.OutcomeFailure }) ||
		slices.ContainsFunc(e.Events, func(v episodic.Event) bool { return v.Type == episodic.EventError })
}

// referencesOf returns the references in an episode, sorted and without duplicates.
func referencesOf(e episodic.Episode) []episodic.Reference {
	var out []episodic.Reference
	for _, m := range intake.Mentions(e) {
		out = append(out, m.Reference)
	}
	slices.SortFunc(out, episodic.Reference.Compare)
	return slices.Compact(out)
}

// decisionTypesOf returns the known types of an episode's decisions, sorted and without duplicates.
func decisionTypesOf(e episodic.Episode) []episodic.DecisionType {
	var out []episodic.DecisionType
	for _, d := range e.Decisions {
		if d.Type != "" {
			out = append(out, d.Type)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
