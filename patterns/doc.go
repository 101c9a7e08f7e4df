// Package patterns is the domain of what keeps happening: patterns of trigger and action with
// the episodes that support and contradict them.
//
// A pattern is found in the data (package mining) or written down by somebody. Its trials are
// episodes, one trial each: those in which its trigger held and its action was taken, read from
// the factor layer ([Match]), and those for which somebody recorded that it was applied. What it
// counts is the sum of its evidence and nothing else: a write of episodes keeps it up to date in
// its own transaction ([Follow]), and a recount from scratch gives the same ([Recount]).
//
// Whether it is trusted is decided by exact tests (package statistics) of a run over all patterns
// of a project, and every change of its status is recorded with the figures that caused it. A
// trial whose outcome is unknown is counted as neither success nor failure, and a rate is never
// given without its counts.
package patterns
