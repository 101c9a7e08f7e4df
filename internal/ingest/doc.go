// Package ingest reads the files of other tools into episodes and records them: episode files in
// every shape found in the wild, and the structured part of session logs. It also reads the
// causal graphs of earlier tools.
//
// Its one invariant: nothing is dropped silently. Reading is lenient and storing is strict;
// whatever a reader repaired, ignored or noticed is an [Entry] of the [Report], with the rule's
// name and the path of the value, and a document that cannot be accepted is refused with the
// reason. An export of causeway is read unchanged or refused. Importing the same documents twice
// changes nothing.
//
// The command line and the importEpisodes mutation call [Import] with the recording service.
package ingest
