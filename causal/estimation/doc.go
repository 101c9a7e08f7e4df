// Package estimation learns from counts over episodes: probabilities, mechanisms, and what
// would follow from an intervention, each with its uncertainty. It knows columns and rows
// only, no names and no store.
//
// A [Sample] has a row for each episode and a column for each variable. [Learn] fits the tables of
// a causal [Graph] and answers P(y | do(x), c) by the g-formula (Robins 1986), [Stratify] by
// back-door adjustment (Pearl 1993) for what [Identify] or [OSet] find, [Observe] only by what
// goes along. [FitNoisy] finds the noisy mechanism that the counts make most likely, [SelectParents]
// what a column depends on when nobody said so, and [BootstrapBounds] what can be said of necessity
// and sufficiency without a mechanism. Nothing unknown is counted: an estimate rests on the rows
// that tell all of what it needs, and says how many those are. Neither the order of the rows nor
// that of the states changes an answer, nor does a column that has nothing to do with it.
package estimation
