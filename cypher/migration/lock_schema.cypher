// lock_schema: Makes other instances wait until this transaction ends.
// params: set, now
// returns: nothing
MERGE (l:SchemaLock {set: $set})
SET l.lockedAt = $now, l.label = 'schema'
