// create_history: One node for each step of the schema that ran.
// params: none
// returns: nothing
CREATE CONSTRAINT schema_step_unique IF NOT EXISTS
FOR (s:SchemaStep) REQUIRE (s.set, s.version) IS UNIQUE
