// How did this lead to that?
// The three shortest causal paths between two occurrences; $from and $to are their keys.
// params: project, from, to
MATCH (a:Occurrence {project: $project, key: $from})
MATCH (b:Occurrence {project: $project, key: $to})
MATCH path = SHORTEST 3 (a)-[:CAUSES|ENABLES|PREVENTS]->{1,8}(b)
RETURN path LIMIT 3
