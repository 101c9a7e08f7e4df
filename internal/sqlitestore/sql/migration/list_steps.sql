-- list_steps: The steps of the schema that ran, in order.
-- params: none
-- returns: version, name, checksum
SELECT version AS version, name AS name, checksum AS checksum FROM schema_step ORDER BY version
