// list_steps: The steps of the schema that have begun, in order.
// params: set
// returns: version, name, checksum, finished
MATCH (s:SchemaStep) WHERE s.set = $set AND s.version > ''
RETURN s.version AS version, s.name AS name, s.checksum AS checksum, s.finishedAt IS NOT NULL AS finished
ORDER BY s.version
