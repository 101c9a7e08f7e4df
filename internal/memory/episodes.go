package memory

import (
	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/briefing"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/episodic/reading"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/episodic/recording"
	"github.com/causeway-memory/causeway/episodic/workflow"
	"github.com/causeway-memory/causeway/internal/explain"
)

// EpisodeParts are what [Episodes] are made of.
type EpisodeParts struct {
	Store episodic.Store
	Index episodic.Index
	// Fallback answers in place of an index that is unavailable; nil when both are one
	// engine, so that it would not answer either.
	Fallback episodic.Fallback
	// Embedder makes vectors; nil for words only.
	Embedder episodic.Embedder
	// Terms remembers analyzed questions, Questions their vectors; nil remembers nothing.
	Terms     episodic.Cache[[]string]
	Questions episodic.Cache[[]float32]
	// Tokens counts what contexts take; without it there are none.
	Tokens explain.Tokens
	// Adviser gives contexts their patterns; nil for none.
	Adviser briefing.Adviser
	// Patterns are what a failed run may have gone against; nil for none.
	Patterns decisive.Patterns
	// Options gives contexts the counts of options; nil for none.
	Options briefing.OptionCounter
	// Executions keeps execution events, Progress how far their index is; without them there are none.
	Executions execution.Store
	Progress   workflow.ProgressStore
	// Archive keeps execution events that are about to be removed; nil for no archive.
	Archive func(project string, events []execution.Stored) error
	// Screen keeps personal data out of what is recorded.
	Screen recording.Screen
}

// Episodes are the services about what happened.
type Episodes struct {
	Recording *recording.Service
	Reading   *reading.Service
	Recall    *recall.Service
	Briefing  *briefing.Service
	Index     *index.Service
	Archive   *archive.Service
	Workflow  *workflow.Service
	Decisive  *decisive.Service
}

// NewEpisodes returns the services over the engines.
func NewEpisodes(p EpisodeParts, now episodic.Clock) *Episodes {
	indexed := index.New(p.Store, p.Index, p.Embedder, now)
	recorder := recording.New(p.Store, indexed, now, p.Screen)
	searcher := recall.New(recall.Parts{
		Store: p.Store, Engine: p.Index, Index: indexed, Fallback: p.Fallback, Embedder: p.Embedder,
		Terms: p.Terms, Questions: p.Questions,
	}, now)
	return &Episodes{
		Recording: recorder,
		Reading:   reading.New(p.Store, now),
		Recall:    searcher,
		Briefing: briefing.New(briefing.Parts{
			Store: p.Store, Recall: searcher, Tokens: p.Tokens, Adviser: p.Adviser, Options: p.Options,
		}, now),
		Decisive: decisive.New(p.Store, searcher, p.Patterns),
		Index:    indexed,
		Archive:  archive.New(p.Store),
		Workflow: workflow.New(workflow.Parts{
			Store: p.Executions, Projects: p.Store, Engine: p.Index, Index: indexed, Progress: p.Progress, Recorder: recorder, Archive: p.Archive,
		}, now),
	}
}
