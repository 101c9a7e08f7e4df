package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// answer holds the data of an answer; each question fills its own part.
type answer struct {
	CausalPath       *pathAnswer
	Recall           *recallAnswer
	Episode          *wholeEpisode
	DecisionSequence *struct{ Decisions decisionLines }
	ContextFor       *contextAnswer
	Bootstrap        *bootstrapAnswer
	Causes           *struct{ Causes *causesAnswer }
	Effects          *struct{ Effects *effectsAnswer }
	SimilarFailures  *recallAnswer
	SimilarDecisions *similarAnswer
	FactorPath       *whyAnswer
	FactorCauses     *rankedAnswer
	FactorEffects    *rankedAnswer
	WhatIf           *effectAnswer
	Intervene        *effectAnswer
	Counterfactual   *wouldHaveAnswer
	DecisionImpact   *struct{ DecisionImpact *whichDecisionAnswer }
	Decisive         *struct{ DecisiveSteps *decisiveAnswer }
	SimilarRuns      *struct{ SimilarRuns similarRunLines }
	Compared         *struct{ CompareTo *comparedAnswer }
	BestAction       *bestActionAnswer
	Patterns         *patternsAnswer
	AntiPatterns     *patternsAnswer
	Pattern          *onePattern
	FindApplicable   *applicableAnswer
	Episodes         *episodesAnswer
	ImportedRuns     *importedRuns
	Occurrences      *decisionsAnswer
	Occurrence       *wholeOccurrence
	Factors          *factorsAnswer
	Factor           *wholeFactor
	Projects         projectLines
	Project          projectAnswer
	RecordEpisode    *receiptAnswer
	RestoreEpisode   *receiptAnswer
	DeleteEpisode    *deletedAnswer
	Retract          *dependentsAnswer
	PurgeEpisode     *purgedAnswer
	PurgeProject     *purgedAnswer
	Capture          capturedAnswer
	RetryCaptures    *retriedAnswer
	CompleteWorkflow *receiptAnswer
	Audit            *auditAnswer
}

// capturedAnswer holds what was asked of captured events.
type capturedAnswer struct {
	WorkflowEvents *eventsAnswer
	RelevantEvents *relevantAnswer
	Receipts       *captureReceipts
	Failures       *failuresAnswer
	Traces         *tracesAnswer
}

// projectAnswer holds what was asked of a project.
type projectAnswer struct {
	Quality     *qualityAnswer
	GraphDoubts *doubtsAnswer
	WhyChanged  *whyChangedAnswer
	CausalModel *modelAnswer
	CheckAction *checkedAnswer
	Dependents  *dependentsAnswer
}

// part is the part of an answer that one question fills.
type part interface {
	print(p *page)
	// empty reports whether nothing was found.
	empty() bool
}

// parts returns the parts that are filled.
func (a answer) parts() []part {
	out := a.nested()
	for _, p := range []struct {
		filled bool
		part   part
	}{
		{a.CausalPath != nil, a.CausalPath},
		{a.FactorPath != nil, a.FactorPath},
		{a.FactorCauses != nil, a.FactorCauses},
		{a.FactorEffects != nil, a.FactorEffects},
		{a.WhatIf != nil, a.WhatIf},
		{a.Intervene != nil, a.Intervene},
		{a.Counterfactual != nil, a.Counterfactual},
		{a.BestAction != nil, a.BestAction},
		{a.Patterns != nil, a.Patterns},
		{a.AntiPatterns != nil, a.AntiPatterns},
		{a.Pattern != nil, a.Pattern},
		{a.FindApplicable != nil, a.FindApplicable},
		{a.Recall != nil, a.Recall},
		{a.SimilarFailures != nil, a.SimilarFailures},
		{a.SimilarDecisions != nil, a.SimilarDecisions},
		{a.ContextFor != nil, a.ContextFor},
		{a.Bootstrap != nil, a.Bootstrap},
		{a.Episodes != nil, a.Episodes},
		{a.ImportedRuns != nil, a.ImportedRuns},
		{a.Episode != nil, a.Episode},
		{a.Occurrences != nil, a.Occurrences},
		{a.Occurrence != nil, a.Occurrence},
		{a.Factors != nil, a.Factors},
		{a.Factor != nil, a.Factor},
		{a.Projects != nil, a.Projects},
		{a.RecordEpisode != nil, a.RecordEpisode},
		{a.RestoreEpisode != nil, a.RestoreEpisode},
		{a.DeleteEpisode != nil, a.DeleteEpisode},
		{a.Retract != nil, a.Retract},
		{a.PurgeEpisode != nil, a.PurgeEpisode},
		{a.PurgeProject != nil, a.PurgeProject},
		{a.Capture.WorkflowEvents != nil, a.Capture.WorkflowEvents},
		{a.Capture.RelevantEvents != nil, a.Capture.RelevantEvents},
		{a.Capture.Receipts != nil, a.Capture.Receipts},
		{a.Capture.Failures != nil, a.Capture.Failures},
		{a.Capture.Traces != nil, a.Capture.Traces},
		{a.RetryCaptures != nil, a.RetryCaptures},
		{a.CompleteWorkflow != nil, a.CompleteWorkflow},
		{a.Audit != nil, a.Audit},
	} {
		if p.filled {
			out = append(out, p.part)
		}
	}
	return out
}

// nested returns the parts that were asked of an episode, an occurrence or a project.
func (a answer) nested() []part {
	var out []part
	if a.DecisionSequence != nil {
		out = append(out, a.DecisionSequence.Decisions)
	}
	if a.DecisionImpact != nil && a.DecisionImpact.DecisionImpact != nil {
		out = append(out, a.DecisionImpact.DecisionImpact)
	}
	if a.Decisive != nil && a.Decisive.DecisiveSteps != nil {
		out = append(out, a.Decisive.DecisiveSteps)
	}
	if a.SimilarRuns != nil {
		out = append(out, a.SimilarRuns.SimilarRuns)
	}
	if a.Compared != nil && a.Compared.CompareTo != nil {
		out = append(out, a.Compared.CompareTo)
	}
	if a.Causes != nil && a.Causes.Causes != nil {
		out = append(out, a.Causes.Causes)
	}
	if a.Effects != nil && a.Effects.Effects != nil {
		out = append(out, a.Effects.Effects)
	}
	return append(out, a.Project.parts()...)
}

// parts returns the parts that were asked of a project.
func (a projectAnswer) parts() []part {
	var out []part
	if a.CausalModel != nil {
		out = append(out, a.CausalModel)
	}
	if a.CheckAction != nil {
		out = append(out, a.CheckAction)
	}
	if a.Quality != nil {
		out = append(out, a.Quality)
	}
	if a.WhyChanged != nil {
		out = append(out, a.WhyChanged)
	}
	if a.GraphDoubts != nil {
		out = append(out, a.GraphDoubts)
	}
	if a.Dependents != nil {
		out = append(out, a.Dependents)
	}
	return out
}

type episodeLine struct {
	Key, StartedAt, Outcome, Task string
}

type decisionLine struct {
	Key, ShortID, At, Context, Chosen, Rationale, Outcome string
	Options                                               []string
	LeadsTo                                               []struct {
		Link       struct{ Relation, Basis string }
		Occurrence occurrenceLine
	}
}

type contextAnswer struct {
	Text           string
	Tokens, Budget int
	Truncated      bool
	Degraded       bool
	Reason, Note   string
	LeftOut        struct{ Patterns, Choices, Episodes, Lines, Shortened int }
	Patterns       []struct{ Tokens int }
	Choices        []struct{ Tokens int }
	Entries        []struct{ Reason string }
}

// empty reports whether nothing was found.
func (a answer) empty() bool {
	return !slices.ContainsFunc(a.parts(), func(p part) bool { return !p.empty() })
}

func (a answer) print(p *page) {
	for _, part := range a.parts() {
		part.print(p)
	}
}

// decisionLines are the decisions of one episode.
type decisionLines []decisionLine

func (d decisionLines) empty() bool { return len(d) == 0 }

func (d decisionLines) print(p *page) {
	if d.empty() {
		p.printf("  nothing found: the episode has no decisions\n")
		return
	}
	var rows []row
	for _, d := range d {
		rows = append(rows, row{
			cells: []string{d.ShortID, unknown(d.At), strings.ToLower(d.Outcome), p.text(d.Chosen)},
			below: d.details(p),
		})
	}
	p.table([]string{"ID", "AT", "OUTCOME", "CHOSE"}, rows)
}

func (d decisionLine) details(p *page) []string {
	var out []string
	add := func(name, text string) {
		if text != "" {
			out = append(out, fmt.Sprintf("%-8s %s", name, p.text(text)))
		}
	}
	add("about", d.Context)
	add("of", strings.Join(d.Options, " | "))
	add("why", d.Rationale)
	for _, to := range d.LeadsTo {
		out = append(out, fmt.Sprintf("%-8s %s  (%s, %s)", strings.ToLower(to.Link.Relation), p.text(to.Occurrence.Label),
			to.Occurrence.Key, strings.ToLower(to.Link.Basis)))
	}
	return out
}

func (c *contextAnswer) empty() bool { return len(c.Patterns)+len(c.Entries) == 0 }

// print writes only the text to standard output, so that it can go straight into a prompt; the
// rest goes to the notes.
func (c *contextAnswer) print(p *page) {
	if c.Degraded {
		fmt.Fprintf(p.notes, "degraded: %s\n", c.Reason)
	}
	if c.empty() {
		fmt.Fprintf(p.notes, "nothing found: %s\n", cmp.Or(c.Note, "no episode is like the task"))
		return
	}
	if c.Note != "" {
		fmt.Fprintf(p.notes, "%s\n", c.Note)
	}
	p.printf("%s\n", strings.TrimRight(c.Text, "\n"))
	fmt.Fprintf(p.notes, "%s in %d of %d tokens\n", toldOf(len(c.Patterns), len(c.Choices), len(c.Entries)), c.Tokens, c.Budget)
	if out := c.LeftOut; c.Truncated {
		fmt.Fprintf(p.notes, "left out: %s, %d lines; %d lines shortened\n", toldOf(out.Patterns, out.Choices, out.Episodes), out.Lines, out.Shortened)
	}
}

// toldOf counts what a context tells or leaves out.
func toldOf(patterns, choices, episodes int) string {
	text := fmt.Sprintf("%d episodes", episodes)
	if choices > 0 {
		text = fmt.Sprintf("%d choices, %s", choices, text)
	}
	if patterns > 0 {
		text = fmt.Sprintf("%d patterns, %s", patterns, text)
	}
	return text
}

// unknown returns a time, or "unknown".
func unknown(at string) string { return cmp.Or(at, "unknown") }
