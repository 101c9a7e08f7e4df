// Package patterns has the words for what keeps happening: a pattern is a trigger and an action with
// the successes and trials behind it, its definition, evidence, validations and history, and the
// interface of the store that keeps them.
//
// It only declares; its chapters work. They are, each importing only those before it: condition (where
// a pattern applies; below this package), match (holding patterns against episodes), evidence (keeping
// the counts up to date), catalog (adding and changing patterns), validation (testing them),
// applicable (finding those for a task), similarity, upkeep (mining, refining, pruning).
package patterns
