package cypher

import _ "embed" // the statements are files

// RemoveLayers removes what is drawn from the content of some episodes; their revisions stay.
//
//go:embed episodic/remove_layers.cypher
var RemoveLayers Statement

// DeleteEpisode takes an episode out of every read; its revisions stay.
//
//go:embed episodic/delete_episode.cypher
var DeleteEpisode Statement

// GetDeletedContent answers: the last content of a deleted episode.
//
//go:embed episodic/get_deleted_content.cypher
var GetDeletedContent Statement

// PurgeRecords removes the nodes, revisions and access counts of some episodes.
//
//go:embed episodic/purge_records.cypher
var PurgeRecords Statement
