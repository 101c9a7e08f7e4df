-- find_newer: The last step that ran after one, if any did.
-- params: version
-- returns: name
SELECT name AS name FROM schema_step WHERE version > $version ORDER BY version DESC LIMIT 1
