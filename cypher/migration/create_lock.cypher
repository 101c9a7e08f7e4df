// create_lock: One node that instances which bring the schema up to date lock.
// params: none
// returns: nothing
CREATE CONSTRAINT schema_lock_unique IF NOT EXISTS
FOR (l:SchemaLock) REQUIRE l.set IS UNIQUE
