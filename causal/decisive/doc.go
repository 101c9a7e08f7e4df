// Package decisive answers which steps of a failed run decided how it ended, how the run differs
// from those that went well, and which runs are like it.
//
// It uses no model of language. A step gets its weight from cues that anybody can check: a change
// that no good run of the same task made, a call that failed and was never made right, numbers that nobody gave. Every cue that counts is in the
// answer as a reason, with the runs that it rests on. [Rank] and [Compare] are pure functions; the Service reads the runs for
// them.
//
// The package imports episodic, its agentrun and recall, causal/inference, causal/contribution, patterns, its condition, match and statistics, and the small packages that domains share.
package decisive
