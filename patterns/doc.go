// Package patterns declares the types of patterns: a pattern is a trigger and an action with its
// trials and successes, its definition, evidence, validations and history. It also declares the
// interfaces of the store that keeps them.
//
// The chapters do the work. Each imports only those before it: condition (where a pattern applies;
// below this package), match (matching patterns against episodes), evidence (keeping the counts up to
// date), catalog (adding and changing patterns), validation (testing them), applicable (finding the
// ones for a task), similarity, upkeep (mining, refining, pruning).
package patterns
