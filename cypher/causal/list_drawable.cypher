// list_drawable: The links between episodes that some episodes state or take part in and whose ends are both present.
// params: project, ids
// returns: id, source, target, relation, basis, confidence, note, linkEpisode, recordedAt
CALL () {
  UNWIND $ids AS id
  MATCH (e:Episode {project: $project, id: id})-[:STATES]->(c:CrossLink)
  RETURN c
  UNION
  UNWIND $ids AS id
  MATCH (c:CrossLink {project: $project, otherEpisode: id})
  RETURN c
}
MATCH (s:Occurrence {project: $project, key: c.source})
MATCH (t:Occurrence {project: $project, key: c.target})
RETURN c.id AS id, c.source AS source, c.target AS target, c.relation AS relation, c.basis AS basis,
       c.confidence AS confidence, c.note AS note, c.episode AS linkEpisode, c.recordedAt AS recordedAt
