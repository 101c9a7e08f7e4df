// Package inference computes with causal models whose parameters are given: what follows from
// seeing, from doing, and, for one case, from having done otherwise. It knows numbers of nodes
// and states only, no names and no store.
//
// A [Network] is a directed acyclic graph of nodes with finitely many states, each with a
// [Mechanism]: a [Table] of probabilities, or the leaky noisy-OR with inhibitors and
// preconditions ([Noisy]). [Network] answers by variable elimination, exactly, or by
// likelihood weighting where that would take too much; what would have been by abduction, action
// and prediction on the twin network (Balke and Pearl 1994). Wide noisy mechanisms are split
// into chains for the elimination, so that they need no table of all their parents. [Bounds] are
// those of Tian and Pearl (2000). [Hard] reads a graph without numbers: but-for, and actual
// causes after Halpern (2015).
//
// The invariant: what is answered exactly is what the enumeration of all noise gives, and every
// answer that is sampled says so, and how many samples it is worth.
package inference
