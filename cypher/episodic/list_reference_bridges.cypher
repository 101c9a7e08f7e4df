// list_reference_bridges: The rare references that some present episodes share with others, rarest first.
// params: project, ids, maxMentions, limit
// returns: source, target, kind, key, mentions
UNWIND $ids AS id
MATCH (e:Episode {project: $project, id: id})
CALL (e) {
  MATCH (e)-[:MENTIONS]->(r:Reference) RETURN r
  UNION
  MATCH (e)-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]->()-[:MENTIONS]->(r:Reference) RETURN r
}
WITH r, collect(e.id) AS sources
CALL (r) {
  MATCH (r)<-[:MENTIONS]-(by)
  WITH DISTINCT CASE WHEN by:Episode THEN by.id ELSE by.episode END AS episode LIMIT $maxMentions + 1
  RETURN collect(episode) AS episodes
}
WITH r, sources, episodes, size(episodes) AS mentions
WHERE mentions <= $maxMentions
UNWIND episodes AS target
WITH r, sources, target, mentions WHERE NOT target IN $ids
UNWIND sources AS source
RETURN source, target, r.kind AS kind, r.key AS key, mentions
ORDER BY mentions, r.kind, r.key, target, source
LIMIT $limit
