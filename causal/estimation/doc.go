// Package estimation learns probabilities and mechanisms from counts over episodes, and estimates the
// effects of interventions, each with its uncertainty. It knows only columns and rows, no names and no
// store.
//
// A [Sample] has a row for each episode and a column for each variable. [Learn] fits the tables of a
// causal [Graph] and answers P(y | do(x), c) by the g-formula (Robins 1986). [Stratify] answers by
// back-door adjustment (Pearl 1993) over a set from [Identify] or [OSet], [Observe] by association
// only. [FitNoisy] fits a noisy mechanism by maximum likelihood, [SelectParents] selects parents that
// nobody stated, and [BootstrapBounds] bounds necessity and sufficiency without a mechanism.
//
// Unknown states are never counted: an estimate rests on the rows that record everything it needs, and
// says how many those are. An answer does not depend on the order of rows or states, nor on unrelated
// columns.
package estimation
