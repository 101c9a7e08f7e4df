package agentrun

import "encoding/json"

// Fate says what became of a step.
type Fate string

// The fates.
const (
	// FateStored means that the step is an occurrence of its own.
	FateStored Fate = "stored"
	// FateMerged means that another occurrence, or the head of the episode, has it.
	FateMerged Fate = "merged"
	// FateRefused means that the episode does not have it.
	FateRefused Fate = "refused"
)

// Entry is the fate of one step.
type Entry struct {
	// Step is the id of the step.
	Step string
	Fate Fate
	// Into is the short id of the occurrence that has the step, or the field of the episode.
	Into string
	// Reason says why the step was refused.
	Reason string
}

// Account has one entry for each step of a run, in order.
type Account struct {
	Entries []Entry
	// Decisions counts the decisions.
	Decisions int
}

// Count returns the number of steps with a fate.
func (a Account) Count(fate Fate) int {
	n := 0
	for _, e := range a.Entries {
		if e.Fate == fate {
			n++
		}
	}
	return n
}

// Reasons counts the refused steps by reason.
func (a Account) Reasons() map[string]int {
	out := map[string]int{}
	for _, e := range a.Entries {
		if e.Fate == FateRefused {
			out[e.Reason]++
		}
	}
	return out
}

// ExtraName is the name under which an episode keeps what [Account.Extra] says.
const ExtraName = "run"

// Extra counts the steps by their fate, and the refused ones by reason, with the version of the mapping; dropped are
// those that the reader left out.
func (a Account) Extra(dropped int) json.RawMessage {
	counts := map[string]any{"mapping": Version, "stored": a.Count(FateStored), "merged": a.Count(FateMerged), "refused": a.Count(FateRefused), "dropped": dropped}
	if reasons := a.Reasons(); len(reasons) > 0 {
		counts["reasons"] = reasons
	}
	out, _ := json.Marshal(counts) // numbers and texts have a JSON form
	return out
}
