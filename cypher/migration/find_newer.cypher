// find_newer: The last step of the schema that began after a given one, if any.
// params: set, version
// returns: name
MATCH (s:SchemaStep) WHERE s.set = $set AND s.version > $version
RETURN s.name AS name
ORDER BY s.version DESC LIMIT 1
