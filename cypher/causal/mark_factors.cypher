// mark_factors: Marks the episodes that have some factors, or state links at them, as stale.
// params: project, keys
// returns: nothing
// A support belongs to the source of its link, so the links that end at a factor are looked up.
CALL () {
  UNWIND $keys AS key
  MATCH (f:Factor {project: $project, key: key})<-[:OBSERVES|SUPPORTS]-(e:Episode)
  USING INDEX SEEK f:Factor(project, key)
  RETURN e
  UNION
  UNWIND $keys AS key
  MATCH (f:Factor {project: $project, key: key})<-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]-(:Factor)
  USING INDEX SEEK f:Factor(project, key)
  WITH DISTINCT r.key AS link WHERE link IS NOT NULL
  MATCH (e:Episode)-[s:SUPPORTS {project: $project, link: link}]->(:Factor)
  USING INDEX SEEK s:SUPPORTS(project, link)
  RETURN e
}
SET e.underived = true
