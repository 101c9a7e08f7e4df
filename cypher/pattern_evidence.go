package cypher

import _ "embed" // the statements are files

// ListPatternEvidence answers: a page, by id, of the episodes that are evidence of a pattern.
//
//go:embed patterns/list_pattern_evidence.cypher
var ListPatternEvidence Statement

// CountPatternEvidence answers: how many episodes are evidence of a pattern.
//
//go:embed patterns/count_pattern_evidence.cypher
var CountPatternEvidence Statement

// FindEvidenceIn answers: what some episodes are evidence of, by pattern and episode.
//
//go:embed patterns/find_evidence_in.cypher
var FindEvidenceIn Statement

// FindEvidenceOf answers: all evidence of some patterns, by pattern and episode.
//
//go:embed patterns/find_evidence_of.cypher
var FindEvidenceOf Statement

// ListPatternApplications answers: all applications of the patterns of a project that somebody recorded, by pattern and episode.
//
//go:embed patterns/list_pattern_applications.cypher
var ListPatternApplications Statement

// RecordPatternEvidence writes what episodes are evidence of, in place of what they were; tells how much.
//
//go:embed patterns/record_pattern_evidence.cypher
var RecordPatternEvidence Statement

// RemovePatternEvidence removes some evidence of patterns.
//
//go:embed patterns/remove_pattern_evidence.cypher
var RemovePatternEvidence Statement

// DropPatternEvidence removes some of the evidence of the patterns of a project, which is to be purged.
//
//go:embed patterns/drop_pattern_evidence.cypher
var DropPatternEvidence Statement

// TellEpisodes answers: when the episodes of the factor layer began, how they ended, and which of some factors they have, as pairs of place and order.
//
//go:embed patterns/tell_episodes.cypher
var TellEpisodes Statement

// FindHolding answers: what the present episodes that have one of some factors tell of some variables.
//
//go:embed patterns/find_holding.cypher
var FindHolding Statement

// FindHoldingIn answers: what those of some episodes that are present and in the factor layer tell of some variables.
//
//go:embed patterns/find_holding_in.cypher
var FindHoldingIn Statement
