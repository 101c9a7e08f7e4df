package ingest

import (
	_ "embed"
	"slices"
)

//go:embed episode.schema.json
var episodeSchema []byte

// EpisodeSchema returns the JSON Schema (draft 2020-12) of the episodes that causeway records and
// writes. [Rules] lists what the importers accept beyond it.
func EpisodeSchema() []byte { return slices.Clone(episodeSchema) }
