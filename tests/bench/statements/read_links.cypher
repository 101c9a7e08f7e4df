// read_links: The links that some episodes state, as drawn.
// params: project, ids
// returns: source, target, type, properties
UNWIND $ids AS id
MATCH (e:Episode {project: $project, id: id})-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]->(t:Occurrence)
MATCH (s:Occurrence)-[l:CAUSES|ENABLES|PREVENTS]->(t)
RETURN s.key AS source, t.key AS target, type(l) AS type, properties(l) AS properties
