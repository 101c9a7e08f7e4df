-- record_step: Records that a step of the schema ran.
-- params: version, name, checksum, now
-- returns: nothing
INSERT INTO schema_step (version, name, checksum, finished_at) VALUES ($version, $name, $checksum, $now)
