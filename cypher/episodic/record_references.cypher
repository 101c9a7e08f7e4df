// record_references: Creates missing references.
// params: project, references (list of {kind, key, sortKey, label})
// returns: nothing
UNWIND $references AS row
MERGE (r:Reference {project: $project, kind: row.kind, key: row.key})
ON CREATE SET r.sortKey = row.sortKey, r.label = row.label
