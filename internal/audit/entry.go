package audit

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
)

// Action is what was done.
type Action string

// The actions.
const (
	// Delete hid an episode, Restore brought it back, Purge removed every trace of it.
	Delete  Action = "DELETE"
	Restore Action = "RESTORE"
	Purge   Action = "PURGE"
	// Retract took out what was wrong, with a reason; Restore brings it back, too.
	Retract Action = "RETRACT"
	// DeleteFiltered hid the episodes that met a filter.
	DeleteFiltered Action = "DELETE_FILTERED"
	// Retention hid episodes that were too old.
	Retention Action = "RETENTION"
	// PurgeProject removed a project; it counts episodes.
	PurgeProject Action = "PURGE_PROJECT"
	// PruneEvents removed execution events because somebody asked for it, EventRetention because they were too old or
	// too many.
	PruneEvents    Action = "PRUNE_EVENTS"
	EventRetention Action = "EVENT_RETENTION"
	// MergeFactors took factors for another, SplitFactors took some out again.
	MergeFactors Action = "MERGE_FACTORS"
	SplitFactors Action = "SPLIT_FACTORS"
	// MergePatterns made one of several patterns, PrunePatterns removed or deprecated some of little value.
	MergePatterns Action = "MERGE_PATTERNS"
	PrunePatterns Action = "PRUNE_PATTERNS"
	// RestoreBackup brought the project back from a backup; it counts episodes.
	RestoreBackup Action = "RESTORE_BACKUP"
)

// Actions returns all of them.
func Actions() []Action {
	return []Action{
		Delete, Restore, Retract, Purge, DeleteFiltered, Retention, PurgeProject, PruneEvents, EventRetention, MergeFactors, SplitFactors,
		MergePatterns, PrunePatterns, RestoreBackup,
	}
}

// Entry is one row of the log.
type Entry struct {
	// Key is unique in the project, and later ones are greater.
	Key    string    `json:"key"`
	At     time.Time `json:"at"`
	Action Action    `json:"action"`
	// By is the name of the API token; empty without one.
	By string `json:"by,omitempty"`
	// Subject is the key of an episode, factor or pattern, or which filters were given; empty if the project says all.
	Subject string `json:"subject,omitempty"`
	// Reason is why, as somebody said; empty if nobody did.
	Reason string `json:"reason,omitempty"`
	// Count is how many episodes, events, factors or patterns it was about.
	Count int `json:"count"`
	// Events is how many execution events went with a project.
	Events int `json:"events,omitempty"`
}

// kind is the kind of the ledger entries.
const kind = "audit"

// forever is when entries expire.
func forever() time.Time { return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }

// stored returns the entry as the ledger keeps it.
func (e Entry) stored(project string) ledger.Entry {
	data, err := json.Marshal(e)
	if err != nil {
		panic(err) // texts and numbers
	}
	return ledger.Entry{
		ID: ledger.ID{Kind: kind, Project: project, Key: e.Key}, Version: 1, Data: data, CreatedAt: e.At, ExpiresAt: forever(), Outlives: true,
	}
}

// read returns the entry that the ledger keeps.
func read(stored ledger.Entry) (Entry, error) {
	var e Entry
	if err := json.Unmarshal(stored.Data, &e); err != nil {
		return e, fmt.Errorf("read entry %q of the audit log: %w", stored.Key, err)
	}
	return e, nil
}
