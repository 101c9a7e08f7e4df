-- record_entry: Records an index entry of a pattern.
-- params: project (a number), entry, pattern
-- returns: nothing
INSERT INTO pattern_entry (project, entry, pattern)
VALUES ($project, $entry, $pattern)
