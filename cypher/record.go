package cypher

import _ "embed" // the statements are files

// FindHeads answers: what is known of some episode ids, present or deleted; unknown ids have no row.
//
//go:embed episodic/find_heads.cypher
var FindHeads Statement

// RecordEpisodes writes the nodes of episodes that are new, have new content, or come back.
//
//go:embed episodic/record_episodes.cypher
var RecordEpisodes Statement

// RecordRevisions adds one content to each of some episodes.
//
//go:embed episodic/record_revisions.cypher
var RecordRevisions Statement

// RecordDecisions draws the decisions of some episodes.
//
//go:embed episodic/record_decisions.cypher
var RecordDecisions Statement

// RecordEvents draws the events of some episodes.
//
//go:embed episodic/record_events.cypher
var RecordEvents Statement

// RecordOutcomes draws the outcomes of some episodes.
//
//go:embed episodic/record_outcomes.cypher
var RecordOutcomes Statement

// RecordOptions draws the options of some decisions: those considered and the one chosen.
//
//go:embed episodic/record_options.cypher
var RecordOptions Statement
