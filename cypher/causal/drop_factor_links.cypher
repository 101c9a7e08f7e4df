// drop_factor_links: Removes some of the factor links of a project.
// params: project, limit
// returns: count
CALL () {
  MATCH (s:Factor)-[r:CAUSES]->(t:Factor)
  USING INDEX SEEK r:CAUSES(project, key)
  WHERE r.project = $project AND r.key > ''
  RETURN s, r, t LIMIT $limit
  UNION ALL
  MATCH (s:Factor)-[r:ENABLES]->(t:Factor)
  USING INDEX SEEK r:ENABLES(project, key)
  WHERE r.project = $project AND r.key > ''
  RETURN s, r, t LIMIT $limit
  UNION ALL
  MATCH (s:Factor)-[r:PREVENTS]->(t:Factor)
  USING INDEX SEEK r:PREVENTS(project, key)
  WHERE r.project = $project AND r.key > ''
  RETURN s, r, t LIMIT $limit
  UNION ALL
  MATCH (s:Factor)-[r:CORRELATES]->(t:Factor)
  USING INDEX SEEK r:CORRELATES(project, key)
  WHERE r.project = $project AND r.key > ''
  RETURN s, r, t LIMIT $limit
}
OPTIONAL MATCH (t)-[back:CORRELATES {mirrors: r.key}]->(s)
DELETE r, back
RETURN count(*) AS count
