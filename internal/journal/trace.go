package journal

import (
	"context"
	_ "embed" // the statements are files
	"fmt"
	"math"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/causeway-memory/causeway/internal/text"
)

var (
	//go:embed sql/trace/note_trace.sql
	noteTrace statement
	//go:embed sql/trace/note_refusal.sql
	noteRefusal statement
	//go:embed sql/trace/list_due.sql
	listDue statement
	//go:embed sql/trace/settle_trace.sql
	settleTrace statement
	//go:embed sql/trace/list_traces.sql
	listTraces statement
	//go:embed sql/trace/list_refusals.sql
	listRefusals statement
	//go:embed sql/trace/prune_traces.sql
	pruneTraces statement
	//go:embed sql/trace/prune_refusals.sql
	pruneRefusals statement
	//go:embed sql/trace/purge_traces.sql
	purgeTraces statement
)

// Traced is what a call brings of traces.
type Traced struct {
	// Records are kept as [Journal.Append] keeps them; Workflows names the trace of each.
	Records   []Record
	Workflows []string
	// Ended are the traces of which the call brings the end.
	Ended map[string]bool
	// Refused says what the caller does not take.
	Refused []Refusal
}

// Refusal counts what is not taken of a trace.
type Refusal struct {
	// Workflow names the trace; empty for what names none.
	Workflow string
	// Reason is one word of few.
	Reason string
	Items  int
}

// Trace says what came of a trace or session. What came is the sum of what was stored, merged and refused.
type Trace struct {
	Project, Workflow string
	// Number orders traces by when the first of each came.
	Number int64
	// FirstAt and LastAt are when something was stored first and last, by the clock of the server.
	FirstAt, LastAt time.Time
	// Stored counts records, Merged repeats of those, Refused what was not taken.
	Stored, Merged, Refused int64
	// Reasons counts what was not taken by its reason; only [Journal.Traces] fills it.
	Reasons map[string]int64
	// Ended says that the end of the trace came.
	Ended bool
	// MadeOf is of how many records its episode was made, Problem why there is none.
	MadeOf  int64
	Problem string
}

// AppendTraced keeps the records of traces, all or none, and counts what came of each trace in the same
// transaction. It returns the errors of [Journal.Append]; without records it only counts.
func (j *Journal) AppendTraced(ctx context.Context, project string, t Traced) ([]Receipt, error) {
	a := &appending{project: project, now: j.options.Now}
	if len(t.Records) > 0 {
		var err error
		if a, err = j.newAppending(project, "", t.Records); err != nil {
			return nil, err
		}
	}
	if err := j.numbers.reserve(int64(len(t.Records)), a.bytes); err != nil {
		return nil, err
	}
	defer j.numbers.release(int64(len(t.Records)), a.bytes)
	err := j.do(ctx, &call{work: func(conn *sqlite.Conn) (change, error) {
		c, err := a.run(conn)
		if err != nil {
			return c, err
		}
		return c, t.count(conn, project, a.receipts, a.now().UnixMicro())
	}})
	if err != nil {
		return nil, fmt.Errorf("append %d records of traces: %w", len(t.Records), err)
	}
	return a.receipts, nil
}

// tally is what a call brought of one trace.
type tally struct {
	stored, merged, refused int64
	reasons                 map[string]int64
}

// count notes what a call brought.
func (t Traced) count(conn *sqlite.Conn, project string, receipts []Receipt, now int64) error {
	var order []string
	tallies := map[string]*tally{}
	of := func(workflow string) *tally {
		if tallies[workflow] == nil {
			tallies[workflow], order = &tally{reasons: map[string]int64{}}, append(order, workflow)
		}
		return tallies[workflow]
	}
	for i, r := range receipts {
		if r.Unchanged {
			of(t.Workflows[i]).merged++
		} else {
			of(t.Workflows[i]).stored++
		}
	}
	for _, r := range t.Refused {
		of(r.Workflow).refused += int64(r.Items)
		of(r.Workflow).reasons[r.Reason] += int64(r.Items)
	}
	for _, workflow := range order {
		if err := t.note(conn, project, workflow, tallies[workflow], now); err != nil {
			return err
		}
	}
	return nil
}

func (t Traced) note(conn *sqlite.Conn, project, workflow string, of *tally, now int64) error {
	ended := 0
	if t.Ended[workflow] {
		ended = 1
	}
	var number int64
	err := query(conn, noteTrace, params{
		"$project": project, "$workflow": workflow, "$now": now, "$stored": of.stored, "$merged": of.merged, "$refused": of.refused, "$ended": ended,
	}, func(r row) { number = r.int64("number") })
	for reason, items := range of.reasons {
		if err != nil {
			return err
		}
		err = exec(conn, noteRefusal, params{"$trace": number, "$reason": reason, "$items": items})
	}
	return err
}

// trace reads the columns of a trace.
func (r row) trace() Trace {
	return Trace{
		Project: r.text("project"), Workflow: r.text("workflow"), Number: r.int64("number"), FirstAt: r.micros("first_at"), LastAt: r.micros("last_at"),
		Stored: r.int64("stored"), Merged: r.int64("merged"), Refused: r.int64("refused"), Ended: r.int64("ended") != 0,
		MadeOf: r.int64("made_of"), Problem: r.text("problem"),
	}
}

// Due returns traces whose episode lacks something: those that ended and of which nothing came since a
// time, and those that were silent since another one; the longest silent first.
func (j *Journal) Due(ctx context.Context, endedBefore, silentSince time.Time, limit int) (out []Trace, err error) {
	err = j.view(ctx, func(conn *sqlite.Conn) error {
		p := params{"$ended_before": endedBefore.UnixMicro(), "$silent_since": silentSince.UnixMicro(), "$limit": limit}
		return query(conn, listDue, p, func(r row) { out = append(out, r.trace()) })
	})
	if err != nil {
		return nil, fmt.Errorf("list the traces that are due: %w", err)
	}
	return out, nil
}

// problemCharacters is the most characters of a problem.
const problemCharacters = 500

// Settle notes that episodes were made of traces as they are given, or why there are none.
func (j *Journal) Settle(ctx context.Context, traces []Trace) error {
	err := j.do(ctx, &call{work: func(conn *sqlite.Conn) (c change, err error) {
		for _, t := range traces {
			p := params{"$number": t.Number, "$made_of": t.Stored, "$problem": text.Shorten(t.Problem, problemCharacters)}
			if err := exec(conn, settleTrace, p); err != nil {
				return c, err
			}
		}
		return c, nil
	}})
	if err != nil {
		return fmt.Errorf("note the episodes of %d traces: %w", len(traces), err)
	}
	return nil
}

// Traces returns traces of a project, newest first, those whose number is below one; 0 for no bound.
func (j *Journal) Traces(ctx context.Context, project string, before int64, limit int) (out []Trace, err error) {
	if before <= 0 {
		before = math.MaxInt64
	}
	err = j.view(ctx, func(conn *sqlite.Conn) error {
		err := query(conn, listTraces, params{"$project": project, "$before": before, "$limit": limit}, func(r row) { out = append(out, r.trace()) })
		for i := range out {
			if err != nil {
				return err
			}
			out[i].Reasons = map[string]int64{}
			err = query(conn, listRefusals, params{"$trace": out[i].Number}, func(r row) { out[i].Reasons[r.text("reason")] = r.int64("items") })
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list traces: %w", err)
	}
	return out, nil
}

// forgetTraces removes traces that a statement chooses, in several transactions.
func (j *Journal) forgetTraces(ctx context.Context, choose statement, p params) error {
	p["$limit"] = removeBatch
	for more := true; more; {
		var numbers []int64
		err := j.do(ctx, &call{work: func(conn *sqlite.Conn) (c change, err error) {
			numbers = nil
			err = query(conn, choose, p, func(r row) { numbers = append(numbers, r.int64("number")) })
			for _, n := range numbers {
				if err != nil {
					return c, err
				}
				err = exec(conn, pruneRefusals, params{"$trace": n})
			}
			return c, err
		}})
		if err != nil {
			return err
		}
		more = len(numbers) == removeBatch
	}
	return nil
}
