package cypher

import _ "embed" // the statements are files

// GetOccurrences answers: the occurrences of some keys.
//
//go:embed episodic/get_occurrences.cypher
var GetOccurrences Statement

// ListOccurrences answers: a page of the occurrences of a project by key.
//
//go:embed episodic/list_occurrences.cypher
var ListOccurrences Statement

// ListEpisodeOccurrences answers: a page of the occurrences of one episode by key.
//
//go:embed episodic/list_episode_occurrences.cypher
var ListEpisodeOccurrences Statement

// CountOccurrences answers: how many occurrences of a project, or of one episode, match.
//
//go:embed episodic/count_occurrences.cypher
var CountOccurrences Statement

// ListOccurrencesByLabel answers: a page, by key, of the occurrences with a text anywhere in their label.
//
//go:embed episodic/list_occurrences_by_label.cypher
var ListOccurrencesByLabel Statement

// CountOccurrencesByLabel answers: how many occurrences have a text anywhere in their label.
//
//go:embed episodic/count_occurrences_by_label.cypher
var CountOccurrencesByLabel Statement
