// begin_step: Records that a step of the schema begins.
// params: set, version, name, checksum, now
// returns: nothing
MERGE (s:SchemaStep {set: $set, version: $version})
SET s.name = $name, s.label = $name, s.checksum = $checksum, s.startedAt = $now
