// finish_step: Records that a step of the schema is done.
// params: set, version, now
// returns: nothing
MATCH (s:SchemaStep {set: $set, version: $version})
SET s.finishedAt = $now
