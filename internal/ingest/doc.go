// Package ingest reads the files of other tools into episodes and records them: episode
// files in every shape found in the wild, and the structured part of session logs.
//
// Its one invariant: nothing is dropped silently. Reading is lenient and storing is strict;
// whatever a reader repaired, ignored or noticed is an [Entry] of the [Report], with the
// rule's name and the path of the value, and a document that cannot be taken is refused
// with the reason. What causeway exported itself is read as it is or refused. Importing the
// same documents twice changes nothing.
//
// The command line and the importEpisodes mutation call [Import] with the episodic service.
package ingest
