// create_lock: The node that instances lock while they update the schema.
// params: none
// returns: nothing
CREATE CONSTRAINT schema_lock_unique IF NOT EXISTS
FOR (l:SchemaLock) REQUIRE l.set IS UNIQUE
