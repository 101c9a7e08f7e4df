package faults_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/anishathalye/porcupine"

	"github.com/causeway-memory/causeway/internal/journal"
)

const (
	// idsOfAGroup is how many ids a group has, which several clients fight over; keysOfAGroup how many idempotency keys.
	idsOfAGroup, keysOfAGroup = 5, 2
	// idsOfACall is the most records of a call.
	idsOfACall = 3
)

// journalCall is what a client asks of the journal.
type journalCall struct {
	// Do is append, receipts, or what is done to a record: applied, indexed, aside or retry.
	Do    string `json:"do"`
	Group int    `json:"group"`
	// IDs and Contents are those of an append, by number; Key is 0 for none.
	IDs      []int `json:"ids,omitempty"`
	Contents []int `json:"contents,omitempty"`
	Key      int   `json:"key,omitempty"`
	// Sequence is that of the record to which something is done.
	Sequence int64 `json:"sequence,omitempty"`
}

// How a call ended.
const (
	endOK       = "ok"
	endConflict = "conflict"
	// endRefused means that nothing of it was done, endUnknown that nobody knows.
	endRefused = "refused"
	endUnknown = "unknown"
)

// journalResult is how a call ended. Of an append and of receipts it has the receipts, of receipts one for each id of the group;
// a sequence of 0 says that there is none.
type journalResult struct {
	End      string           `json:"end"`
	Receipts []journalReceipt `json:"receipts,omitempty"`
}

// journalReceipt is what is compared of a receipt.
type journalReceipt struct {
	Sequence  int64         `json:"sequence"`
	Unchanged bool          `json:"unchanged,omitempty"`
	State     journal.State `json:"state"`
}

// journalOp is a call with its result, and when they were, by a counter.
type journalOp struct {
	Client       int
	Call, Return int64
	In           journalCall
	Out          journalResult
}

// unbound is the sequence of a record whose append nobody has seen the end of, until somebody sees it.
const unbound = -1

// cell is what a group holds of an id; the zero value is an absent one.
type cell struct {
	content  int
	sequence int64
	state    journal.State
}

// keyedCall is what a group remembers of a key.
type keyedCall struct {
	records  int
	ids      [idsOfACall]int
	contents [idsOfACall]int
}

// groupState is what a group holds. It is compared by ==.
type groupState struct {
	cells [idsOfAGroup]cell
	keys  [keysOfAGroup + 1]keyedCall
}

// journalModel is what a journal does, one call after the other, for each group by itself.
func journalModel() porcupine.Model {
	return porcupine.Model{
		Partition: func(history []porcupine.Operation) (out [][]porcupine.Operation) {
			of := map[int][]porcupine.Operation{}
			for _, op := range history {
				group := op.Input.(journalCall).Group
				of[group] = append(of[group], op)
			}
			for _, ops := range of {
				out = append(out, ops)
			}
			return out
		},
		Init: func() any { return groupState{} },
		Step: func(state, in, out any) (bool, any) {
			s := state.(groupState)
			ok := s.step(in.(journalCall), out.(journalResult))
			return ok, s
		},
	}
}

// step changes the state as a call does and reports whether it may have ended like this.
func (s *groupState) step(in journalCall, out journalResult) bool {
	if out.End == endRefused {
		return true
	}
	switch in.Do {
	case "append":
		return s.append(in, out)
	case "receipts":
		return s.read(out)
	default:
		s.mark(in)
		return out.End == endOK || out.End == endUnknown
	}
}

func (s *groupState) append(in journalCall, out journalResult) bool {
	call := keyedCall{records: len(in.IDs)}
	copy(call.ids[:], in.IDs)
	copy(call.contents[:], in.Contents)
	conflict := in.Key > 0 && s.keys[in.Key].records > 0 && s.keys[in.Key] != call
	for i, id := range in.IDs {
		conflict = conflict || s.cells[id].content != 0 && s.cells[id].content != in.Contents[i]
	}
	switch {
	case conflict:
		return out.End == endConflict || out.End == endUnknown
	case out.End == endConflict:
		return false
	}
	if in.Key > 0 {
		s.keys[in.Key] = call
	}
	for i, id := range in.IDs {
		c := &s.cells[id]
		isNew := c.content == 0
		if isNew {
			*c = cell{content: in.Contents[i], sequence: unbound, state: journal.StateJournaled}
		}
		if out.End == endUnknown {
			continue
		}
		if got := out.Receipts[i]; got.Unchanged == isNew || !c.is(got) {
			return false
		}
	}
	return true
}

// is compares a record with a receipt, from which an unbound record gets its sequence.
func (c *cell) is(got journalReceipt) bool {
	if c.sequence == unbound {
		c.sequence = got.Sequence
	}
	return got.Sequence > 0 && c.sequence == got.Sequence && c.state == got.State
}

func (s *groupState) read(out journalResult) bool {
	if out.End != endOK {
		return true
	}
	for id, got := range out.Receipts {
		c := &s.cells[id]
		if (got.Sequence == 0) != (c.content == 0) || got.Sequence > 0 && !c.is(got) {
			return false
		}
	}
	return true
}

func (s *groupState) mark(in journalCall) {
	c := &s.cells[in.IDs[0]]
	waits := c.state == journal.StateJournaled || c.state == journal.StateApplied
	switch {
	case in.Do == "applied" && c.state == journal.StateJournaled:
		c.state = journal.StateApplied
	case in.Do == "indexed" && waits:
		c.state = journal.StateIndexed
	case in.Do == "aside" && waits:
		c.state = journal.StateFailed
	case in.Do == "retry" && c.state == journal.StateFailed:
		c.state = journal.StateJournaled
	}
}

// checkHistory wants a history to be one that a journal without faults, asked by one client at a time, could have had, in
// an order that fits the times; and sequences to grow with time, also from group to group.
func checkHistory(t *testing.T, what string, history []journalOp) {
	t.Helper()
	if complaint := complain(history); complaint != "" {
		t.Errorf("%s: %s", what, complaint)
	}
}

// complain returns what is wrong with a history; empty for nothing.
func complain(history []journalOp) string {
	ops := make([]porcupine.Operation, len(history))
	for i, op := range history {
		ops[i] = porcupine.Operation{ClientId: op.Client, Input: op.In, Output: op.Out, Call: op.Call, Return: op.Return}
		if op.Out.End == endUnknown {
			ops[i].Return = math.MaxInt64 // it may take effect at any time, or never
		}
	}
	if !porcupine.CheckOperations(journalModel(), ops) {
		return "the history is not linearizable"
	}
	return disordered(history)
}

// disordered returns two appends of which the later one got a smaller sequence.
func disordered(history []journalOp) string {
	type given struct{ call, returned, least, most int64 }
	var all []given
	for _, op := range history {
		g := given{call: op.Call, returned: op.Return, least: math.MaxInt64}
		for _, r := range op.Out.Receipts {
			if op.In.Do == "append" && op.Out.End == endOK && !r.Unchanged {
				g.least, g.most = min(g.least, r.Sequence), max(g.most, r.Sequence)
			}
		}
		if g.most > 0 {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b given) int { return int(a.call - b.call) })
	for i, later := range all {
		for _, earlier := range all[:i] {
			if earlier.returned < later.call && earlier.most >= later.least {
				return fmt.Sprintf("sequence %d was given before %d", earlier.most, later.least)
			}
		}
	}
	return ""
}

// The checks see what they are for.
func TestJournal_modelSeesFaults(t *testing.T) {
	add := func(at int64, sequence int64, unchanged bool) journalOp {
		return journalOp{Call: at, Return: at + 1, In: journalCall{Do: "append", IDs: []int{0}, Contents: []int{1}}, Out: journalResult{
			End: endOK, Receipts: []journalReceipt{{sequence, unchanged, journal.StateJournaled}},
		}}
	}
	read := func(at, sequence int64, state journal.State) journalOp {
		out := make([]journalReceipt, idsOfAGroup)
		if out[0].Sequence = sequence; sequence > 0 {
			out[0].State = state
		}
		return journalOp{Call: at, Return: at + 1, In: journalCall{Do: "receipts"}, Out: journalResult{End: endOK, Receipts: out}}
	}
	lost := add(1, 0, false)
	lost.Out = journalResult{End: endUnknown}
	other := add(5, 1, false)
	other.In.Group = 1
	for _, c := range []struct {
		why     string
		history []journalOp
		bad     bool
	}{
		{"as it should be", []journalOp{add(1, 4, false), add(3, 4, true), read(5, 4, journal.StateJournaled)}, false},
		{"lost", []journalOp{add(1, 4, false), read(3, 0, "")}, true},
		{"doubled", []journalOp{add(1, 4, false), add(3, 5, false)}, true},
		{"another sequence", []journalOp{add(1, 4, false), read(3, 5, journal.StateJournaled)}, true},
		{"a mark that nobody made", []journalOp{add(1, 4, false), read(3, 4, journal.StateApplied)}, true},
		{"unchanged, and never there", []journalOp{add(1, 4, true)}, true},
		{"an open end that happened", []journalOp{lost, read(3, 7, journal.StateJournaled), add(5, 7, true)}, false},
		{"an open end that did not", []journalOp{lost, read(3, 0, "")}, false},
		{"an open end that was undone", []journalOp{lost, read(3, 7, journal.StateJournaled), read(5, 0, "")}, true},
		{"sequences that shrink", []journalOp{add(1, 4, false), other}, true},
	} {
		if got := complain(c.history); (got != "") != c.bad {
			t.Errorf("%s: %q", c.why, got)
		}
	}
}
