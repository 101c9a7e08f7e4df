// Package evidence keeps the evidence and the counts of patterns up to date, in the transaction of each
// write of episodes and of each change of the rules about factors.
//
// The counts always equal those of a [Recount]. It imports patterns and match. Stores call [Follow] and
// [FollowRules].
package evidence
