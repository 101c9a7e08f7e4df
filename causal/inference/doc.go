// Package inference computes with causal models whose parameters are known: observational,
// interventional and counterfactual probabilities. It knows only the numbers of nodes and states, no
// names and no store.
//
// A [Network] is a directed acyclic graph of nodes with finitely many states, each with a [Mechanism]:
// a [Table] of probabilities, or the leaky noisy-OR with inhibitors and preconditions ([Noisy]). It
// answers exactly by variable elimination, or by likelihood weighting where that would take too much.
// Counterfactuals use abduction, action and prediction on the twin network (Balke and Pearl 1994). Wide
// noisy mechanisms are split into chains for the elimination, so they need no table over all their
// parents. [Bounds] are those of Tian and Pearl (2000). [Hard] reads a graph without numbers: but-for
// causes, and actual causes by Halpern (2015).
//
// The invariant: an exact answer equals the enumeration of all noise, and a sampled answer says that it
// is sampled and how many samples it is worth.
package inference
