// Package warning answers before an action whether runs that did the same failed more often than those that did not.
//
// Its one invariant: it is silent unless the evidence is strong enough for somebody who asks at every step. In a project whose
// outcomes have nothing to do with what was done, it ever warns with a probability of at most .05: every count is compared by an
// e-value, which stays valid however often one looks, and the .05 is shared out among the rules and the kinds of action. What
// that holds for, and what was measured, is in docs/failed-runs.md.
//
// The counts are kept in memory, for a few projects at a time, and follow the factor layer: after a write only the runs that
// changed are read.
//
// The package imports episodic, causal/layer, causal/decisive, patterns/statistics and the small packages that domains share. The
// resolvers call it.
package warning
