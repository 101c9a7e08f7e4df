// merge_references: Creates the references that are not there yet.
// params: project, references (list of properties)
// returns: nothing
UNWIND $references AS row
MERGE (r:Reference {project: $project, kind: row.kind, key: row.key})
ON CREATE SET r.sortKey = row.sortKey, r.label = row.label
