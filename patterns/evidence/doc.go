// Package evidence keeps the evidence and the counts of patterns up to date in the transaction of each
// write of episodes and of each change of the rules of factors.
//
// The counts are at all times those of a recount. It imports patterns and match. Stores call [Follow]
// and [FollowRules].
package evidence
