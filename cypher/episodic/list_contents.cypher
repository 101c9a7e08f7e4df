// list_contents: The contents of some revisions.
// params: project, keys
// returns: key, hash, recordedAt, content
UNWIND $keys AS key
MATCH (v:Revision {project: $project, key: key})
RETURN key, v.hash AS hash, v.recordedAt AS recordedAt, v.content AS content
