// 042_pattern_state_unique: The factors that patterns name, whether there are such factors or not.
// params: none
// returns: nothing
CREATE CONSTRAINT pattern_state_unique IF NOT EXISTS
FOR (s:PatternState) REQUIRE (s.project, s.key) IS UNIQUE
