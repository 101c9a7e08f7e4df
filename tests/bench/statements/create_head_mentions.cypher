// create_head_mentions: Draws what the heads of episodes mention.
// params: project, mentions (list of {by, kind, key, as})
// returns: nothing
UNWIND $mentions AS row
MATCH (e:Episode {project: $project, id: row.by})
MATCH (r:Reference {project: $project, kind: row.kind, key: row.key})
CREATE (e)-[:MENTIONS {as: row.as}]->(r)
