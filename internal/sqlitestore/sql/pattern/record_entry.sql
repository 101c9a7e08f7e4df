-- record_entry: Notes an entry of the index for a pattern.
-- params: project (a number), entry, pattern
-- returns: nothing
INSERT INTO pattern_entry (project, entry, pattern)
VALUES ($project, $entry, $pattern)
