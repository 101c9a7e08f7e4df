// Package adr038 writes episodes, links and patterns in the files of earlier tools: an episode as
// {session-id}.json and the causal graph as causal-graph.json, in the forms of ADR-038 and of the
// published schemas.
//
// Its one invariant: the importers read the episodes back with the same content. What the old form has no
// place for is written beside it, under names that it does not use; nothing that is unknown is written as
// known, so that an episode of which the form wants more than is known does not fit the schema, and
// [WriteEpisode] says so.
//
// It imports domain packages and internal/ingest; the app uses it.
package adr038
