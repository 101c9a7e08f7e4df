// count_trace_upstream: The number of occurrences that lead to an occurrence, at most 100 links away.
// params: project, of, depth, types, bases
// returns: count
MATCH (a:Occurrence {project: $project, key: $of})
MATCH p = (a)<-[:CAUSES|ENABLES|PREVENTS|CORRELATES*1..100]-(o)
WHERE all(l IN relationships(p) WHERE type(l) IN $types AND l.basis IN $bases)
WITH o, min(length(p)) AS depth
WHERE o.key <> $of AND depth <= $depth
RETURN count(o) AS count
