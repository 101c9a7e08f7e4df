// Package workflow finds execution events and takes care of them: the events of a run, those that
// matter in a context, what of them the search index has, what retention removes, and how well context
// keys tell contexts apart. It makes an episode of a completed workflow.
//
// Its one invariant: the episode of a completed workflow is a function of its events. Completing again
// changes nothing, and an event that comes later makes a revision.
//
// It imports the chapters of episodes before it and the package for problems. Package internal/capture
// and the API call it.
package workflow
