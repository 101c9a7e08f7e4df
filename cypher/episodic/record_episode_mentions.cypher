// record_episode_mentions: Draws the mentions in the heads of episodes.
// params: project, mentions (list of {by, kind, key, as})
// returns: nothing
UNWIND $mentions AS row
MATCH (e:Episode {project: $project, id: row.by})
MATCH (r:Reference {project: $project, kind: row.kind, key: row.key})
CREATE (e)-[:MENTIONS {as: row.as}]->(r)
