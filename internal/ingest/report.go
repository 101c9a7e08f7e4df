package ingest

import (
	"errors"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Entry says what a reader did with one value.
type Entry struct {
	// Path is the place of the value in the document, like "events[3].timestamp".
	Path    string `json:"path"`
	Rule    Rule   `json:"rule"`
	Kind    Kind   `json:"kind"`
	Message string `json:"message"`
}

// Status says what happened to a document.
type Status string

// The statuses.
const (
	// StatusTaken means recorded unchanged; there may be notes.
	StatusTaken Status = "taken"
	// StatusRepaired means recorded, with some values repaired or ignored.
	StatusRepaired Status = "repaired"
	// StatusUnchanged means that the memory already held exactly this content.
	StatusUnchanged Status = "unchanged"
	// StatusRefused means not recorded because of the document itself.
	StatusRefused Status = "refused"
	// StatusNotWritten means not recorded because the import ended early.
	StatusNotWritten Status = "not written"
)

// Problem is a reason why a document was refused.
type Problem struct {
	Path    string `json:"path"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Item reports on one document: a file, a line of a JSON Lines file, or an entry of a list.
type Item struct {
	// File is the path or name, followed by the number of a line or entry, like "a.jsonl:7" or
	// "a.json[2]".
	File   string `json:"file"`
	Status Status `json:"status"`
	// Episode is the id of the episode, empty if it could not be read.
	Episode string `json:"episode,omitempty"`
	// Part is what the line of an export holds that holds no episode, like "pattern".
	Part string `json:"part,omitempty"`
	// Change, Revision, State and PendingLinks are from the receipt.
	Change       episodic.Change `json:"change,omitempty"`
	Revision     int             `json:"revision,omitempty"`
	State        episodic.State  `json:"state,omitempty"`
	PendingLinks []string        `json:"pending_links,omitempty"`
	// Reason says why the document was refused, not written, or not yet indexed.
	Reason string `json:"reason,omitempty"`
	// Line and Column say where a document is not JSON; 0 if it is.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Problems are the rules that a readable document breaks.
	Problems []Problem `json:"problems,omitempty"`
	// Decisions, Events and Links count the content of the episode.
	Decisions int `json:"decisions"`
	Events    int `json:"events"`
	Links     int `json:"links"`
	// Changed counts the links of a causal graph that are new or changed.
	Changed int `json:"changed,omitempty"`
	// Patterns counts the patterns of a causal graph, NewPatterns the new ones among them.
	Patterns    int `json:"patterns,omitempty"`
	NewPatterns int `json:"new_patterns,omitempty"`
	// Entries are in the order in which the document was read. Of many only some are kept if [Options.Entries] says so; Left
	// counts the others.
	Entries []Entry `json:"entries,omitempty"`
	Left    []Left  `json:"left,omitempty"`
}

// Left counts entries of one rule and kind that are not kept.
type Left struct {
	Rule  Rule `json:"rule"`
	Kind  Kind `json:"kind"`
	Count int  `json:"count"`
}

// Keep keeps at most so many entries, first of what could not be read, and counts the others; 0 keeps all.
func (i *Item) Keep(most int) {
	if most <= 0 || len(i.Entries) <= most {
		return
	}
	unread := 0
	for _, e := range i.Entries {
		if e.Kind == KindUnread && unread < most {
			unread++
		}
	}
	others, kept := most-unread, make([]Entry, 0, most)
	for _, e := range i.Entries {
		left := &others
		if e.Kind == KindUnread {
			left = &unread
		}
		if *left > 0 {
			*left--
			kept = append(kept, e)
			continue
		}
		i.leave(e.Rule, e.Kind, 1)
	}
	i.Entries = kept
}

func (i *Item) leave(rule Rule, kind Kind, n int) {
	for k := range i.Left {
		if l := &i.Left[k]; l.Rule == rule && l.Kind == kind {
			l.Count += n
			return
		}
	}
	i.Left = append(i.Left, Left{rule, kind, n})
}

// Count calls each with every rule and kind of what was done to the document, and how often.
func (i Item) Count(each func(rule Rule, kind Kind, n int)) {
	for _, e := range i.Entries {
		each(e.Rule, e.Kind, 1)
	}
	for _, l := range i.Left {
		each(l.Rule, l.Kind, l.Count)
	}
}

// RuleCount says how often a rule applied.
type RuleCount struct {
	RuleInfo
	Count int `json:"count"`
	// Documents is the number of documents in which it applied.
	Documents int `json:"documents"`
}

// Totals sums up a report. Decisions, Events and Links are those of the recorded episodes, each
// counted by its last content.
type Totals struct {
	Documents  int `json:"documents"`
	Taken      int `json:"taken"`
	Repaired   int `json:"repaired"`
	Unchanged  int `json:"unchanged"`
	Refused    int `json:"refused"`
	NotWritten int `json:"not_written"`
	Created    int `json:"created"`
	Revised    int `json:"revised"`
	Restored   int `json:"restored"`
	Episodes   int `json:"episodes"`
	Decisions  int `json:"decisions"`
	Events     int `json:"events"`
	Links      int `json:"links"`
	// Unread counts the times, causes and outcomes that could not be read.
	Unread int `json:"unread"`
	// Changed counts the links of causal graphs that are new or changed.
	Changed int `json:"changed,omitempty"`
	// Patterns counts the patterns of causal graphs and notes, NewPatterns the new ones among them.
	Patterns    int `json:"patterns,omitempty"`
	NewPatterns int `json:"new_patterns,omitempty"`
	// Parts counts the lines of an export that hold no episode and were taken, NewParts those of them that
	// changed something.
	Parts    int `json:"parts,omitempty"`
	NewParts int `json:"new_parts,omitempty"`
}

// Report says what an import did with every document.
type Report struct {
	Project string `json:"project"`
	Format  Format `json:"format"`
	// DryRun means that nothing was written; the report says what would be.
	DryRun bool `json:"dry_run,omitempty"`
	// Complete is false if the import ended before every document was processed.
	Complete bool   `json:"complete"`
	Reason   string `json:"reason,omitempty"`
	Totals   Totals `json:"totals"`
	// Rules lists the rules that applied, in the order of [Rules].
	Rules []RuleCount `json:"rules"`
	Items []Item      `json:"documents"`
	// PassedOver are files of a folder that were skipped because of their names.
	PassedOver []string `json:"passed_over,omitempty"`
}

// finish computes the totals.
func (r *Report) finish() {
	r.Totals = Totals{Documents: len(r.Items)}
	last := map[string]Item{}
	counts, documents := map[Rule]int{}, map[Rule]int{}
	for _, item := range r.Items {
		r.countItem(item, last)
		in := map[Rule]bool{}
		item.Count(func(rule Rule, kind Kind, n int) {
			counts[rule] += n
			in[rule] = true
			if kind == KindUnread {
				r.Totals.Unread += n
			}
		})
		for rule := range in {
			documents[rule]++
		}
	}
	for _, item := range last {
		r.Totals.Episodes++
		r.Totals.Decisions += item.Decisions
		r.Totals.Events += item.Events
		r.Totals.Links += item.Links
	}
	r.Rules = []RuleCount{}
	for _, info := range Rules() {
		if r.Format == FormatCausalGraph {
			info.Kind = info.Kind.withoutExtra()
		}
		if counts[info.Rule] > 0 {
			r.Rules = append(r.Rules, RuleCount{info, counts[info.Rule], documents[info.Rule]})
		}
	}
}

// countItem counts a document, and notes it as the last one of its episode.
func (r *Report) countItem(item Item, last map[string]Item) {
	r.Totals.count(item)
	if item.Part == "" && (r.Format != FormatMarkdown || item.Patterns == 0) {
		r.Totals.countChange(item)
	}
	switch written := item.Status != StatusRefused && item.Status != StatusNotWritten; {
	case written && item.Episode != "":
		last[item.Episode] = item
	case written && item.Part != "":
		r.Totals.countPart(item)
	case written:
		r.Totals.countGraph(item)
	}
}

func (t *Totals) count(item Item) {
	switch item.Status {
	case StatusTaken:
		t.Taken++
	case StatusRepaired:
		t.Repaired++
	case StatusUnchanged:
		t.Unchanged++
	case StatusRefused:
		t.Refused++
	case StatusNotWritten:
		t.NotWritten++
	}
}

// countGraph counts the links and patterns of a document that holds no episode.
func (t *Totals) countGraph(item Item) {
	t.Links += item.Links
	t.Changed += item.Changed
	t.Patterns += item.Patterns
	t.NewPatterns += item.NewPatterns
}

// countPart counts a line of an export that holds no episode.
func (t *Totals) countPart(item Item) {
	t.Parts++
	if item.Change != episodic.ChangeUnchanged {
		t.NewParts++
	}
}

// countChange counts what became of an episode.
func (t *Totals) countChange(item Item) {
	switch item.Change {
	case episodic.ChangeCreated:
		t.Created++
	case episodic.ChangeRevised:
		t.Revised++
	case episodic.ChangeRestored:
		t.Restored++
	}
}

// refuse marks the document as refused.
func (i *Item) refuse(err error) {
	i.Status, i.Reason = StatusRefused, err.Error()
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		i.Line, i.Column = syntax.Line, syntax.Column
	}
	var invalid *problem.InvalidError
	if errors.As(err, &invalid) {
		for _, p := range invalid.Problems {
			i.Problems = append(i.Problems, Problem{Path: p.Path, Code: p.Code, Message: p.Message})
		}
	}
	if errors.Is(err, errTooLarge) {
		i.Problems = append(i.Problems, Problem{Code: problem.CodeTooLarge, Message: err.Error()})
	}
}

// settle copies the receipt.
func (i *Item) settle(r episodic.Receipt) {
	i.Change, i.Revision, i.State = r.Change, r.Revision, r.State
	i.PendingLinks, i.Reason = r.PendingLinks, r.Reason
	i.Status = StatusTaken
	i.Count(func(_ Rule, kind Kind, _ int) {
		if kind != KindNoted && kind != KindKept {
			i.Status = StatusRepaired
		}
	})
	if r.Change == episodic.ChangeUnchanged {
		i.Status = StatusUnchanged
	}
}
