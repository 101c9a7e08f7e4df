// 043_pattern_change_unique: The changes of a pattern by number; also their order.
// params: none
// returns: nothing
CREATE CONSTRAINT pattern_change_unique IF NOT EXISTS
FOR (c:PatternChange) REQUIRE (c.project, c.pattern, c.number) IS UNIQUE
