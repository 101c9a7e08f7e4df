-- find_newer: The last step that ran after a given one, if any.
-- params: version
-- returns: name
SELECT name AS name FROM schema_step WHERE version > $version ORDER BY version DESC LIMIT 1
