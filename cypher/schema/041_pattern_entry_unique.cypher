// 041_pattern_entry_unique: What patterns stand under in the index by which they are found for a task.
// params: none
// returns: nothing
CREATE CONSTRAINT pattern_entry_unique IF NOT EXISTS
FOR (e:PatternEntry) REQUIRE (e.project, e.key) IS UNIQUE
