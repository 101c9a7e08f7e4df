// Package examples holds the project's own example episodes and four worked questions
// about them and about those of [team], the second example project. Skarvik Ferries is an invented company; so are its acquirer, its people's
// decisions and every number.
//
// The story: agents (planner, builder, reviewer, tester, release, oncall; see the tags)
// build the payments service of a ferry line from 2 March to 24 April 2026. On the first
// day the planner skips the idempotency key. A retry is built on that, a review notes the
// risk, triage puts it off, and on the opening day of ticket sales a shorter time limit
// makes the retry charge 1,874 orders twice. Recovery, review and prevention follow.
// From 27 April to 18 June they work on everything around it: search, kiosks, gates, fares,
// backups, certificates. The same thing goes wrong in other words, and the same choice
// ends well once and badly once, as recall has to meet it.
//
// The invariant: the episodes are valid as they stand and name occurrences of themselves
// and of earlier files only, so that they can be recorded one by one in the order of their
// names. What correlates is never also linked as a cause. An event of the reported type
// "averted" was expected and did not happen; prevents links end at these.
// The command "causeway demo" imports the episodes and prints the answers.
package examples
