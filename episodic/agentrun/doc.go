// Package agentrun turns a run of an agent, which is what a transcript or a trace tells, into an
// episode.
//
// Its one invariant: every step is accounted for. [Map] stores it as an occurrence, merges it into
// one, or refuses it with a reason, and the [Account] says which. Nothing is made up: an outcome
// needs evidence, an option was tried in the run, and the same run gives the same episode.
//
// The readers of transcripts and the receiver of traces fill a [Run]. The package imports the
// standard library, the types of episodes, lexis for words and the package for texts.
package agentrun
