// trace_downstream: A page of what an occurrence leads to, at most 100 links away, nearest first.
// params: project, of, depth, types, bases, afterDepth, afterKey, limit
// returns: key, episode, kind, type, label, at, outcome, position, depth, last
MATCH (a:Occurrence {project: $project, key: $of})
MATCH p = (a)-[:CAUSES|ENABLES|PREVENTS|CORRELATES*1..100]->(o)
WHERE all(l IN relationships(p) WHERE type(l) IN $types AND l.basis IN $bases)
WITH o, min(length(p)) AS depth
WHERE o.key <> $of AND depth <= $depth
  AND (depth > $afterDepth OR depth = $afterDepth AND o.key > $afterKey)
WITH o, depth ORDER BY depth, o.key LIMIT $limit
RETURN o.key AS key, o.episode AS episode, o.kind AS kind, o.type AS type, o.label AS label,
       o.at AS at, o.outcome AS outcome, o.position AS position, depth,
       NOT EXISTS {
         (o)-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]->() WHERE type(r) IN $types AND r.basis IN $bases } AS last
ORDER BY depth, key
