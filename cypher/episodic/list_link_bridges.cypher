// list_link_bridges: The links between some present episodes and other present ones, by the link's id.
// params: project, ids, limit
// returns: source, target, sourceKey, targetKey, relation
CALL () {
  UNWIND $ids AS id
  MATCH (e:Episode {project: $project, id: id})-[:STATES]->(c:CrossLink)
  WHERE NOT c.otherEpisode IN $ids
  RETURN c
  UNION
  UNWIND $ids AS id
  MATCH (c:CrossLink {project: $project, otherEpisode: id})
  WHERE NOT c.episode IN $ids
  RETURN c
}
MATCH (s:Occurrence {project: $project, key: c.source})
MATCH (t:Occurrence {project: $project, key: c.target})
RETURN s.episode AS source, t.episode AS target, s.key AS sourceKey, t.key AS targetKey, c.relation AS relation
ORDER BY c.id
LIMIT $limit
