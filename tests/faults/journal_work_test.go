package faults_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/soak"
)

// groupCount is how many groups the clients of one life work on.
const groupCount = 30

// recorder writes a history. It is safe for concurrent use.
type recorder struct {
	mu      sync.Mutex
	clock   int64
	history []journalOp
	// tell, unless nil, is called with every begin and end.
	tell func(at int, op journalOp, ended bool)
}

// begin notes a call, which nobody knows the end of yet.
func (r *recorder) begin(client int, in journalCall) (at int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.clock++
	r.history = append(r.history, journalOp{Client: client, Call: r.clock, In: in, Out: journalResult{End: endUnknown}})
	if r.tell != nil {
		r.tell(len(r.history)-1, r.history[len(r.history)-1], false)
	}
	return len(r.history) - 1
}

func (r *recorder) end(at int, out journalResult) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.clock++
	op := &r.history[at]
	op.Return, op.Out = r.clock, out
	if r.tell != nil {
		r.tell(at, *op, true)
	}
}

// sofar is the history until now.
func (r *recorder) sofar() []journalOp {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.history)
}

// client asks the journal at random. What it does to records it knows by their receipts.
type client struct {
	number int
	random *rand.Rand
	// first is the first group of its life.
	first int
	known []journalCall
}

func newClient(round, life, number int) *client {
	return &client{number: number, random: soak.Rand(streamClients, uint64((round*100+life)*writerCount+number)), first: life * groupCount / 2}
}

// next makes up a call.
func (c *client) next() journalCall {
	in := journalCall{Group: c.first + c.random.IntN(groupCount)}
	switch what := c.random.IntN(20); {
	case what < 7 && len(c.known) > 0:
		in = c.known[c.random.IntN(len(c.known))]
		in.Do = []string{"applied", "applied", "indexed", "aside", "retry"}[c.random.IntN(5)]
	case what < 10:
		in.Do = "receipts"
	default:
		in.Do = "append"
		in.IDs = c.random.Perm(idsOfAGroup)[:1+c.random.IntN(idsOfACall)]
		for range in.IDs {
			in.Contents = append(in.Contents, 1+c.random.IntN(12)/11)
		}
		if c.random.IntN(4) == 0 {
			in.Key = 1 + c.random.IntN(keysOfAGroup)
		}
	}
	return in
}

// learn keeps the records of an append, to do something to them.
func (c *client) learn(in journalCall, out journalResult) {
	if in.Do == "append" && out.End == endOK {
		for i, id := range in.IDs {
			c.known = append(c.known, journalCall{Group: in.Group, IDs: []int{id}, Sequence: out.Receipts[i].Sequence})
		}
	}
}

// run makes most calls, or until stop returns true for an error.
func (c *client) run(ctx context.Context, j *journal.Journal, r *recorder, most int, stop func(error) bool) {
	for n := 0; n < most && ctx.Err() == nil; n++ {
		in := c.next()
		at := r.begin(c.number, in)
		out, err := ask(ctx, j, in)
		if out.End != endUnknown {
			r.end(at, out)
		}
		c.learn(in, out)
		if err != nil && stop(err) {
			return
		}
	}
}

// runClients lets all clients make calls.
func runClients(ctx context.Context, j *journal.Journal, r *recorder, round, life, most int, stop func(error) bool) {
	var running sync.WaitGroup
	for number := range writerCount {
		running.Go(func() { newClient(round, life, number).run(ctx, j, r, most, stop) })
	}
	running.Wait()
}

// projectOf is the project of a group, idOf the id of a record and contentOf its content.
func projectOf(group int) string { return fmt.Sprintf("group %d", group) }

func idOf(group, id int) string {
	return uuid.NewSHA1(uuid.Nil, fmt.Appendf(nil, "%d/%d", group, id)).String()
}

func contentOf(id, c int) []byte {
	return bytes.Repeat(fmt.Appendf(nil, "content %d of %d. ", c, id), 1+17*(id%3))
}
func hashOf(content []byte) []byte { sum := sha256.Sum256(content); return sum[:] }

// ask makes a call. Of an error that is no answer it says also how the call ended.
func ask(ctx context.Context, j *journal.Journal, in journalCall) (out journalResult, err error) {
	project := projectOf(in.Group)
	var receipts []journal.Receipt
	switch in.Do {
	case "append":
		var records []journal.Record
		for i, id := range in.IDs {
			content := contentOf(id, in.Contents[i])
			records = append(records, journal.Record{ID: idOf(in.Group, id), Hash: hashOf(content), Body: content})
		}
		key := ""
		if in.Key > 0 {
			key = fmt.Sprint("key ", in.Key)
		}
		receipts, err = j.Append(ctx, project, key, records)
	case "receipts":
		return allReceipts(ctx, j, in.Group)
	case "applied":
		err = j.MarkApplied(ctx, []int64{in.Sequence})
	case "indexed":
		err = j.MarkIndexed(ctx, []int64{in.Sequence})
	case "aside":
		err = j.SetAside(ctx, in.Sequence, "because")
	case "retry":
		_, err = j.Retry(ctx, project, []string{idOf(in.Group, in.IDs[0])})
	}
	var engine *episodic.EngineError
	switch {
	case errors.Is(err, episodic.ErrConflict):
		return journalResult{End: endConflict}, nil
	case errors.As(err, &engine) && strings.Contains(engine.Reason, "no space is left"):
		return journalResult{End: endRefused}, err
	case err != nil:
		return journalResult{End: endUnknown}, err
	}
	for _, r := range receipts {
		out.Receipts = append(out.Receipts, journalReceipt{r.Sequence, r.Unchanged, r.State})
	}
	out.End = endOK
	return out, nil
}

// allReceipts asks for the receipts of all ids of a group.
func allReceipts(ctx context.Context, j *journal.Journal, group int) (journalResult, error) {
	out := journalResult{End: endOK, Receipts: make([]journalReceipt, idsOfAGroup)}
	ids := make([]string, idsOfAGroup)
	for id := range ids {
		ids[id] = idOf(group, id)
	}
	found, err := j.Receipts(ctx, projectOf(group), ids)
	if err != nil {
		return journalResult{End: endUnknown}, err
	}
	for _, r := range found {
		out.Receipts[slices.Index(ids, r.ID)] = journalReceipt{Sequence: r.Sequence, State: r.State}
	}
	return out, nil
}

// jumpy is a clock that is set forward and back by years all the time.
func jumpy(seed uint64) func() time.Time {
	var mu sync.Mutex
	random := soak.Rand(streamClocks, seed)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return time.Date(2026, 1, 1, 0, 0, random.IntN(600_000_000)-300_000_000, 0, time.UTC)
	}
}

// openJournal opens the journal of a folder, by a clock that jumps.
func openJournal(ctx context.Context, folder string, round int) (*journal.Journal, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return journal.Open(ctx, journal.Options{Path: filepath.Join(folder, databaseName), Now: jumpy(uint64(round))})
}

// tally is what was seen over many rounds.
type tally struct{ faults, records, arrived int }

// verifyJournal opens the journal that a fault left, asks for every group, and complains unless the history, which it
// continues, is one that a journal without faults could have had, and every record that waits has its content.
func (n *tally) verifyJournal(t *testing.T, what, folder string, history []journalOp) (continued []journalOp) {
	t.Helper()
	j, err := openJournal(t.Context(), folder, 0)
	if err != nil {
		t.Errorf("%s: it does not open: %v", what, err)
		return history
	}
	defer func() { must(t, j.Close()) }()
	must(t, j.Ready())
	_, err = j.Check(t.Context())
	must(t, err)
	history = n.readAll(t, j, history)
	checkHistory(t, what, history)
	checkBodies(t, what, j)
	return history
}

// readAll asks for every group of a history and counts what is there.
func (n *tally) readAll(t *testing.T, j *journal.Journal, history []journalOp) []journalOp {
	t.Helper()
	r := recorder{history: history}
	groups := map[int]bool{}
	acknowledged := map[int64]bool{}
	for _, op := range history {
		r.clock = max(r.clock, op.Call, op.Return)
		groups[op.In.Group] = true
		for _, got := range op.Out.Receipts {
			acknowledged[got.Sequence] = true
		}
	}
	for group := range groups {
		in := journalCall{Do: "receipts", Group: group}
		at := r.begin(0, in)
		out, err := ask(t.Context(), j, in)
		must(t, err)
		r.end(at, out)
		for _, got := range out.Receipts {
			if got.Sequence > 0 && !acknowledged[got.Sequence] {
				n.arrived++
			}
		}
	}
	n.faults++
	delete(acknowledged, 0)
	n.records += len(acknowledged)
	return r.history
}

// checkBodies wants every record that waits to have its content, once.
func checkBodies(t *testing.T, what string, j *journal.Journal) {
	t.Helper()
	var records int64
	seen := map[string]bool{}
	for _, state := range []journal.State{journal.StateJournaled, journal.StateApplied, journal.StateFailed} {
		entries, err := j.Pending(t.Context(), state, 0, 100_000)
		must(t, err)
		for _, e := range entries {
			records++
			if !bytes.Equal(e.Hash, hashOf(e.Body)) || seen[e.Project+e.ID] || e.State != state {
				t.Errorf("%s: record %d is %+v", what, e.Sequence, e.Receipt)
			}
			seen[e.Project+e.ID] = true
		}
	}
	s, err := j.Stats(t.Context())
	must(t, err)
	if sum := s.Journaled.Records + s.Applied.Records + s.Failed.Records; sum != records {
		t.Errorf("%s: %d records wait, %d are counted", what, records, sum)
	}
}
