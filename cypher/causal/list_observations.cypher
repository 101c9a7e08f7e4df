// list_observations: What the episodes record of some variables, one row for each observation.
// params: project, narrow (variables), wide (variables), variables (place by name), factors (place by key), until
// returns: episode, variable, factor (null if it has no place), order (null if unknown)
// Of a narrow variable the episodes that record it are looked at one by one, with what they record of all variables. Of a wide
// one all observations are read, without looking at what else is in an episode.
CALL () {
  UNWIND $narrow AS name
  MATCH (n:Factor)<-[:OBSERVES]-(e:Record)
  USING INDEX SEEK n:Factor(project, variable)
  WHERE n.project = $project AND n.variable = name
  WITH DISTINCT e
  MATCH (e)-[o:OBSERVES]->(f:Factor)
  WHERE $variables[f.variable] IS NOT NULL AND NOT f.variable IN $wide
  RETURN e, o, f
  UNION ALL
  UNWIND $wide AS name
  MATCH (f:Factor)<-[o:OBSERVES]-(e:Record)
  USING INDEX SEEK f:Factor(project, variable)
  WHERE f.project = $project AND f.variable = name
  RETURN e, o, f
}
WITH e, o, f WHERE $until IS NULL OR e.factorSeen <= $until
RETURN e.id AS episode, $variables[f.variable] AS variable, $factors[f.key] AS factor, o.order AS order
