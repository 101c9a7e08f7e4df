package moving

import (
	"encoding/json"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/patterns"
)

// end is a factor.
type end struct {
	Variable string `json:"variable"`
	State    string `json:"state"`
}

func endOf(i factor.Identity) end { return end{i.Variable, i.State} }

func (e end) identity() factor.Identity { return factor.Identity{Variable: e.Variable, State: e.State} }

// ruleRecord holds one rule.
type ruleRecord struct {
	Merge  *mergeRecord  `json:"merge,omitempty"`
	Split  *splitRecord  `json:"split,omitempty"`
	Closed *closedRecord `json:"closed,omitempty"`
	// Apart is a merge that was taken back.
	Apart    *mergeRecord          `json:"apart,omitempty"`
	Shown    link.ShowRule         `json:"shown,omitempty"`
	NullRate contribution.NullRate `json:"nullRate,omitempty"`
}

type mergeRecord struct {
	From end       `json:"from"`
	Into end       `json:"into"`
	Note string    `json:"note,omitempty"`
	At   time.Time `json:"at"`
	Rule string    `json:"rule,omitempty"`
}

type splitRecord struct {
	From end       `json:"from"`
	Text string    `json:"text"`
	Into end       `json:"into"`
	Note string    `json:"note,omitempty"`
	At   time.Time `json:"at"`
}

type closedRecord struct {
	Variable    string    `json:"variable"`
	AbsentState string    `json:"absentState,omitempty"`
	At          time.Time `json:"at"`
}

// rulesOf returns each of the rules as a record.
func rulesOf(r contribution.Rules) []ruleRecord {
	var out []ruleRecord
	merge := func(m contribution.Merge) *mergeRecord {
		return &mergeRecord{endOf(m.From), endOf(m.Into), m.Note, m.At.UTC(), m.Rule}
	}
	for _, m := range r.Merges {
		out = append(out, ruleRecord{Merge: merge(m)})
	}
	for _, s := range r.Splits {
		out = append(out, ruleRecord{Split: &splitRecord{endOf(s.From), s.Text, endOf(s.Into), s.Note, s.At.UTC()}})
	}
	for _, c := range r.Closed {
		out = append(out, ruleRecord{Closed: &closedRecord{c.Variable, c.AbsentState, c.At.UTC()}})
	}
	for _, m := range r.Apart {
		out = append(out, ruleRecord{Apart: merge(m)})
	}
	if r.Shown != "" {
		out = append(out, ruleRecord{Shown: r.Shown})
	}
	if r.NullRate != "" {
		out = append(out, ruleRecord{NullRate: r.NullRate})
	}
	return out
}

// rules returns the rule as the only one.
func (r ruleRecord) rules() contribution.Rules {
	out := contribution.Rules{Shown: r.Shown, NullRate: r.NullRate}
	merge := func(m mergeRecord) contribution.Merge {
		return contribution.Merge{From: m.From.identity(), Into: m.Into.identity(), Note: m.Note, At: m.At, Rule: m.Rule}
	}
	if r.Merge != nil {
		out.Merges = []contribution.Merge{merge(*r.Merge)}
	}
	if r.Split != nil {
		s := *r.Split
		out.Splits = []contribution.Split{{From: s.From.identity(), Text: s.Text, Into: s.Into.identity(), Note: s.Note, At: s.At}}
	}
	if r.Closed != nil {
		out.Closed = []contribution.Closed{{Variable: r.Closed.Variable, AbsentState: r.Closed.AbsentState, At: r.Closed.At}}
	}
	if r.Apart != nil {
		out.Apart = []contribution.Merge{merge(*r.Apart)}
	}
	return out
}

// statementRecord holds a statement.
type statementRecord struct {
	Source     end               `json:"source"`
	Relation   episodic.Relation `json:"relation"`
	Target     end               `json:"target"`
	Origin     string            `json:"origin"`
	Strength   *float64          `json:"strength,omitempty"`
	Confidence *float64          `json:"confidence,omitempty"`
	Note       string            `json:"note,omitempty"`
	Episodes   []string          `json:"episodes,omitempty"`
	At         time.Time         `json:"at"`
}

func statementOf(s link.Statement) statementRecord {
	return statementRecord{endOf(s.Source), s.Relation, endOf(s.Target), s.Origin, s.Strength, s.Confidence, s.Note, s.Episodes, s.At.UTC()}
}

func (r statementRecord) statement() link.Statement {
	return link.Statement{
		Source: r.Source.identity(), Relation: r.Relation, Target: r.Target.identity(), Origin: r.Origin,
		Strength: r.Strength, Confidence: r.Confidence, Note: r.Note, Episodes: r.Episodes, At: r.At,
	}
}

// patternRecord holds a pattern as the memory keeps it, without what is counted over episodes, and all
// its changes from the first on.
type patternRecord struct {
	Pattern patterns.Pattern  `json:"pattern"`
	Changes []patterns.Change `json:"changes"`
}

// applicationRecord holds a recorded use of a pattern.
type applicationRecord struct {
	Pattern string               `json:"pattern"`
	Episode string               `json:"episode"`
	Applied patterns.Application `json:"applied"`
}

// eventRecord holds an execution event.
type eventRecord struct {
	execution.Event

	RecordedAt time.Time `json:"recordedAt"`
}

func eventOf(e execution.Stored) eventRecord {
	e.At = e.At.UTC()
	return eventRecord{e.Event, e.RecordedAt.UTC()}
}

// workflowRecord holds what completed a workflow.
type workflowRecord struct {
	Workflow   string               `json:"workflowId"`
	Completion execution.Completion `json:"completion"`
}

// same reports whether two records are written alike.
func same(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// deletedRecord holds a deleted episode.
type deletedRecord struct {
	Episode   string          `json:"episode"`
	DeletedAt time.Time       `json:"deletedAt"`
	Contents  []contentRecord `json:"contents"`
	Reads     int64           `json:"reads,omitempty"`
	LastRead  time.Time       `json:"lastRead,omitzero"`
}

// contentRecord holds one of its contents, the first first, as JSON in a text: its hash is that of its bytes.
type contentRecord struct {
	Hash       string    `json:"hash"`
	RecordedAt time.Time `json:"recordedAt"`
	Content    string    `json:"content"`
}

func deletedOf(h episodic.History) deletedRecord {
	out := deletedRecord{Episode: h.Last.Episode.ID, DeletedAt: h.DeletedAt.UTC(), Reads: h.Access.Count, LastRead: h.Access.LastAt}
	for _, c := range h.Contents {
		out.Contents = append(out.Contents, contentRecord{c.Hash, c.RecordedAt.UTC(), string(c.JSON)})
	}
	return out
}

func (r deletedRecord) history() (episodic.History, error) {
	contents := make([]episodic.Content, len(r.Contents))
	for i, c := range r.Contents {
		contents[i] = episodic.Content{
			RevisionKey: episodic.RevisionKey{Episode: r.Episode, Number: i + 1}, Hash: c.Hash, RecordedAt: c.RecordedAt, JSON: []byte(c.Content),
		}
	}
	return archive.Rebuilt(r.Episode, r.DeletedAt, episodic.Access{Count: r.Reads, LastAt: r.LastRead}, contents)
}
