// find_subgraph_short: The occurrences on walks of at most $depth links, at most 5, from one of the ends to another.
// params: project, from, to, depth, types, bases, limit
// returns: node, ahead, behind, links
// ahead and behind are the least numbers of links from the start and to the end; links are
// those that leave the node; the reader drops those that lead away. A hash join by
// aggregation finds the nodes that both searches reach: a list would be searched
// from its start for each of them.
CALL () {
  UNWIND $from AS key
  MATCH (a:Occurrence {project: $project, key: key})
  MATCH p = (a)-[:CAUSES|ENABLES|PREVENTS|CORRELATES*0..5]->(n)
  WHERE all(l IN relationships(p) WHERE type(l) IN $types AND l.basis IN $bases)
  WITH n, min(length(p)) AS ahead
  RETURN n, ahead, null AS behind
  UNION ALL
  UNWIND $to AS key
  MATCH (b:Occurrence {project: $project, key: key})
  MATCH p = (b)<-[:CAUSES|ENABLES|PREVENTS|CORRELATES*0..5]-(n)
  WHERE all(l IN relationships(p) WHERE type(l) IN $types AND l.basis IN $bases)
  WITH n, min(length(p)) AS behind
  RETURN n, null AS ahead, behind
}
WITH n, min(ahead) AS ahead, min(behind) AS behind
WHERE ahead + behind <= $depth
WITH n, ahead, behind ORDER BY ahead + behind, n.key LIMIT $limit
CALL (n) {
  MATCH (n)-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]->(t) WHERE type(r) IN $types AND r.basis IN $bases
  RETURN collect({id: r.id, relation: type(r), basis: r.basis, confidence: r.confidence, note: r.note,
                  linkEpisode: r.episode, recordedAt: r.recordedAt, target: t.key}) AS links
}
RETURN n {.key, .episode, .kind, .type, .label, .at, .outcome, .position} AS node, ahead, behind, links
