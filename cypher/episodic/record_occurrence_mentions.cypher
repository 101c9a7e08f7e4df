// record_occurrence_mentions: Draws the mentions in decisions and events.
// params: project, mentions (list of {by, kind, key, as})
// returns: nothing
UNWIND $mentions AS row
MATCH (o:Occurrence {project: $project, key: row.by})
MATCH (r:Reference {project: $project, kind: row.kind, key: row.key})
CREATE (o)-[:MENTIONS {as: row.as}]->(r)
