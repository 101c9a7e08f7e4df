package tests_test

import (
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// A build that has just ended drops the models that are not in use. One that another process
// began meanwhile keeps its own.
func TestGeneration_oneAfterAnother(t *testing.T) {
	m := newMemory(t)
	first, second := m.learning(), m.learning()
	m.recordAll(first, stories(0, 40))
	before := m.info(first).Active.Number
	built := make(chan error, 1)
	go func() { built <- first.Reindex(t.Context(), m.project, nil) }()
	eventually(t, time.Minute, "the first build is active", func() bool { return m.info(second).Active.Number > before })
	m.recordAll(second, stories(40, 80))
	if err := second.Reindex(t.Context(), m.project, nil); err != nil {
		t.Errorf("the second build: %v", err)
	}
	if err := <-built; err != nil {
		t.Errorf("the first build: %v", err)
	}
	third := m.learning()
	only := 1.0
	if got := m.recall(third, episodic.RecallQuestion{Text: "vacuum", Alpha: &only}); got.Degraded || len(got.Hits) == 0 {
		t.Errorf("by vectors, in a process that holds no model yet: %d hits, %s", len(got.Hits), got.Reason)
	}
	if info := m.info(third); info.Active.Number != before+2 || info.Building.Number != 0 || info.Count.Embedded != info.Count.Chunks {
		t.Errorf("at last: %+v", info)
	}
}
