// drop_factor_links: Removes some of the links between factors of a project.
// params: project, limit
// returns: count
CALL () {
  MATCH (s:Factor)-[r:CAUSES]->(t:Factor) WHERE r.project = $project AND r.key > ''
  RETURN s, r, t LIMIT $limit
  UNION ALL
  MATCH (s:Factor)-[r:ENABLES]->(t:Factor) WHERE r.project = $project AND r.key > ''
  RETURN s, r, t LIMIT $limit
  UNION ALL
  MATCH (s:Factor)-[r:PREVENTS]->(t:Factor) WHERE r.project = $project AND r.key > ''
  RETURN s, r, t LIMIT $limit
  UNION ALL
  MATCH (s:Factor)-[r:CORRELATES]->(t:Factor) WHERE r.project = $project AND r.key > ''
  RETURN s, r, t LIMIT $limit
}
OPTIONAL MATCH (t)-[back:CORRELATES {mirrors: r.key}]->(s)
DELETE r, back
RETURN count(*) AS count
