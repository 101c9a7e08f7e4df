package cypher

import _ "embed" // the statements are files

// GetPatterns answers: the patterns of some keys.
//
//go:embed patterns/get_patterns.cypher
var GetPatterns Statement

// ListPatterns answers: a page of the patterns of a project in an order; patterns without a trial come last in those by rate.
//
//go:embed patterns/list_patterns.cypher
var ListPatterns Statement

// CountPatterns answers: how many patterns of a project match.
//
//go:embed patterns/count_patterns.cypher
var CountPatterns Statement

// ListPatternsOfEpisode answers: a page of the patterns of which an episode is evidence, in an order.
//
//go:embed patterns/list_patterns_of_episode.cypher
var ListPatternsOfEpisode Statement

// CountPatternsOfEpisode answers: how many of the patterns of which an episode is evidence match.
//
//go:embed patterns/count_patterns_of_episode.cypher
var CountPatternsOfEpisode Statement

// FindIndexedPatterns answers: the patterns of some statuses that stand under one of the entries of the index, by key.
//
//go:embed patterns/find_indexed_patterns.cypher
var FindIndexedPatterns Statement

// ListAllPatterns answers: all patterns of a project, by key.
//
//go:embed patterns/list_all_patterns.cypher
var ListAllPatterns Statement

// FindWatchingPatterns answers: the patterns that watch one of some factors, as far as they are held against episodes.
//
//go:embed patterns/find_watching_patterns.cypher
var FindWatchingPatterns Statement

// RecordPatterns writes patterns with what they are found by and what they relate to, and how many the project has.
//
//go:embed patterns/record_patterns.cypher
var RecordPatterns Statement

// RecordPatternCounts writes the counts of patterns that are there.
//
//go:embed patterns/record_pattern_counts.cypher
var RecordPatternCounts Statement

// RemovePatterns removes patterns with their evidence, their history and what relates to them, and what nothing else is found by; tells the project.
//
//go:embed patterns/remove_patterns.cypher
var RemovePatterns Statement

// ListPatternKeys answers: the keys of some of the patterns of a project.
//
//go:embed patterns/list_pattern_keys.cypher
var ListPatternKeys Statement
