// 040_pattern_key_unique: Patterns by key; also their order in lists.
// params: none
// returns: nothing
CREATE CONSTRAINT pattern_key_unique IF NOT EXISTS
FOR (p:Pattern) REQUIRE (p.project, p.key) IS UNIQUE
