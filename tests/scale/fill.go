package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

const importMutation = `mutation($project: String!, $content: String!) {
	importEpisodes(project: $project, input: {files: [{name: "batch.jsonl", content: $content}]}) { job { id state error { message } } } }`

const jobQuery = `query($id: ID!) { job(id: $id) { id state error { message } } }`

// job is an import.
type job struct {
	ID, State string
	Error     *struct{ Message string }
}

// fill imports what is missing of the size, waits until everything is worked off, and adds the patterns.
func (m *measuring) fill(ctx context.Context) error {
	bar := newBar(m.progress, m.size)
	before, first := m.processes(), m.state.Episodes
	for m.state.Episodes < m.size {
		to := min(m.state.Episodes+m.batch, m.size)
		began := time.Now()
		if err := m.importEpisodes(ctx, m.state.Episodes, to); err != nil {
			return fmt.Errorf("import episodes %d to %d: %w", m.state.Episodes, to, err)
		}
		m.state.Took += time.Since(began)
		m.state.Imported += to - m.state.Episodes
		m.state.Episodes = to
		if err := m.state.save(); err != nil {
			return err
		}
		bar.show(to, float64(m.state.Imported)/m.state.Took.Seconds())
	}
	bar.end()
	began := time.Now()
	if err := m.settle(ctx); err != nil {
		return err
	}
	m.say("the import is worked off")
	if m.state.Imported > 0 {
		m.add("import", "episodes/s", float64(m.state.Imported)/m.state.Took.Seconds())
		m.add("worked off after the import", "s", (time.Since(began) - calmLooks*m.look).Seconds())
	}
	if after := m.processes(); before != nil && after != nil && m.state.Episodes > first {
		m.add("import, processor time of an episode", "ms", milliseconds(after.used-before.used)/float64(m.state.Episodes-first))
	}
	return m.addPatterns(ctx)
}

// importEpisodes imports some episodes as lines of JSON and waits for the end of the job.
func (m *measuring) importEpisodes(ctx context.Context, from, to int) error {
	var lines strings.Builder
	for n := from; n < to; n++ {
		document, err := m.document(n)
		if err != nil {
			return err
		}
		lines.Write(document)
		lines.WriteByte('\n')
	}
	var answer struct{ ImportEpisodes struct{ Job job } }
	if err := m.query(ctx, importMutation, vars{"content": lines.String()}, &answer); err != nil {
		return err
	}
	j := answer.ImportEpisodes.Job
	for j.State == "RUNNING" {
		if err := m.pause(ctx); err != nil {
			return err
		}
		var again struct{ Job job }
		if err := m.query(ctx, jobQuery, vars{"id": j.ID}, &again); err != nil {
			return err
		}
		j = again.Job
	}
	if j.State != "SUCCEEDED" {
		return fmt.Errorf("the job is %s: %+v", j.State, j.Error)
	}
	return nil
}

// vars are the variables of an operation.
type vars map[string]any

// query asks about the project and reads the answer; a reply with an error is one.
func (m *measuring) query(ctx context.Context, query string, v vars, answer any) error {
	if strings.Contains(query, "$project:") {
		v["project"] = project
	}
	reply, err := m.program.Ask(ctx, query, v)
	if err == nil {
		err = reply.Err()
	}
	if err == nil {
		err = json.Unmarshal(reply.Data, answer)
	}
	return err
}

const settledQuery = `query($project: String!) {
	project(name: $project) { derivation { pending } index { active { dimension } building { number } } } }`

// calmLooks is how many looks in a row must find nothing to do. The program looks every few seconds itself
// whether the vectors are to be learned again.
const calmLooks = 20

// settle waits until the chunks have vectors and nothing is left to do.
func (m *measuring) settle(ctx context.Context) error {
	for calm := 0; calm < calmLooks; {
		idle, err := m.idle(ctx)
		if err != nil {
			return err
		}
		if calm++; !idle {
			calm = 0
		}
		if err := m.pause(ctx); err != nil {
			return err
		}
	}
	return nil
}

// idle says whether the index and the factors are up to date.
func (m *measuring) idle(ctx context.Context) (bool, error) {
	ready, err := m.program.Readiness(ctx)
	if err != nil {
		return false, err
	}
	var answer struct {
		Project struct {
			Derivation struct{ Pending int }
			Index      struct {
				Active   struct{ Dimension *int }
				Building *struct{ Number int }
			}
		}
	}
	if err := m.query(ctx, settledQuery, vars{}, &answer); err != nil {
		return false, err
	}
	index := answer.Project.Index
	done := answer.Project.Derivation.Pending == 0 && index.Active.Dimension != nil && index.Building == nil
	return done && none(ready.Backlog) && none(ready.Unembedded), nil
}

func none(n *int) bool { return n != nil && *n == 0 }

// pause waits a while between two looks.
func (m *measuring) pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(m.look):
		return nil
	}
}

const recordMutation = `mutation($project: String!, $input: EpisodeInput!) {
	recordEpisode(project: $project, input: $input) { receipt { change } } }`

// write records the episodes that come next one by one, each until it is indexed, and adds what that took, with
// the processor time until everything is worked off.
func (m *measuring) write(ctx context.Context) error {
	var took measure.Timings
	before := m.processes()
	for range m.n {
		input := episodeInput(m.diary.Episode(m.state.Episodes))
		var answer struct {
			RecordEpisode struct{ Receipt struct{ Change string } }
		}
		began := time.Now()
		if err := m.query(ctx, recordMutation, vars{"input": input}, &answer); err != nil {
			return fmt.Errorf("record episode %d: %w", m.state.Episodes, err)
		}
		took = append(took, time.Since(began))
		m.state.Episodes++
		if err := m.state.save(); err != nil {
			return err
		}
	}
	m.addTimes("a write", 0, took)
	if err := m.settle(ctx); err != nil {
		return err
	}
	if after := m.processes(); before != nil && after != nil {
		m.add("a write, processor time", "ms", milliseconds(after.used-before.used)/float64(m.n))
	}
	m.say("writes are measured")
	return nil
}

// episodeInput is an episode as recordEpisode takes it.
func episodeInput(e episodic.Episode) vars {
	input := vars{
		"id": e.ID, "session": e.Session, "startedAt": e.StartedAt, "outcome": strings.ToUpper(string(e.Outcome)), "task": e.Task, "domain": e.Domain,
		"taskType": e.TaskType, "complexity": e.Complexity, "tools": e.Tools, "tags": e.Tags, "lessons": e.Lessons, "metrics": vars{
			"durationMinutes": e.Metrics.DurationMinutes, "toolCalls": e.Metrics.ToolCalls, "errors": e.Metrics.Errors,
		},
	}
	var decisions, events, links []vars
	for _, d := range e.Decisions {
		decisions = append(decisions, vars{
			"id": d.ID, "at": d.At, "type": strings.ToUpper(string(d.Type)), "context": d.Context, "options": d.Options, "chosen": d.Chosen,
			"rationale": d.Rationale, "outcome": strings.ToUpper(string(d.Outcome)), "effects": d.Effects,
		})
	}
	for _, v := range e.Events {
		events = append(events, vars{"id": v.ID, "at": v.At, "type": strings.ToUpper(string(v.Type)), "content": v.Content, "causedBy": v.CausedBy})
	}
	for _, l := range e.Links {
		links = append(links, vars{
			"source": l.Source, "relation": strings.ToUpper(string(l.Relation)), "target": l.Target, "basis": strings.ToUpper(string(l.Basis)),
		})
	}
	input["decisions"], input["events"], input["links"] = decisions, events, links
	return input
}
