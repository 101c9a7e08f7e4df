// remove_factor_links: Removes factor links that nothing states anymore.
// params: project, keys
// returns: nothing
CALL () {
  UNWIND $keys AS key
  MATCH (s:Factor)-[r:CAUSES {project: $project, key: key}]->(t:Factor)
  USING INDEX SEEK r:CAUSES(project, key)
  RETURN s, r, t
  UNION ALL
  UNWIND $keys AS key
  MATCH (s:Factor)-[r:ENABLES {project: $project, key: key}]->(t:Factor)
  USING INDEX SEEK r:ENABLES(project, key)
  RETURN s, r, t
  UNION ALL
  UNWIND $keys AS key
  MATCH (s:Factor)-[r:PREVENTS {project: $project, key: key}]->(t:Factor)
  USING INDEX SEEK r:PREVENTS(project, key)
  RETURN s, r, t
  UNION ALL
  UNWIND $keys AS key
  MATCH (s:Factor)-[r:CORRELATES {project: $project, key: key}]->(t:Factor)
  USING INDEX SEEK r:CORRELATES(project, key)
  RETURN s, r, t
}
OPTIONAL MATCH (t)-[back:CORRELATES {mirrors: r.key}]->(s)
DELETE r, back
