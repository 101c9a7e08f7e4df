// tell_contributions: The episodes whose contributions come from later changes of the graph.
// params: project, after
// returns: id, seen (null if unknown)
MATCH (e:Record)
USING INDEX SEEK e:Record(project, factorGraph)
WHERE e.project = $project AND e.factorGraph > $after
RETURN e.id AS id, e.factorSeen AS seen
