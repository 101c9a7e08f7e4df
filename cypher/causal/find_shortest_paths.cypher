// find_shortest_paths: For each pair of ends, the first by its keys of the paths with the fewest links, at most 100, one row for each step.
// params: project, from, to, depth, types, bases, enough
// returns: start, finish, ties, step, source, target, links
// A step has all parallel links, for the reader to choose from. Each of them makes a separate
// path, so at most $enough are examined; that many ties mean that there may be more.
UNWIND $from AS start
UNWIND $to AS finish
WITH start, finish WHERE start <> finish
MATCH (a:Occurrence {project: $project, key: start})
MATCH (b:Occurrence {project: $project, key: finish})
CALL (a, b) {
  MATCH p = ALL SHORTEST (a)((x)-[l:CAUSES|ENABLES|PREVENTS|CORRELATES WHERE type(l) IN $types AND l.basis IN $bases]->(y)){1,100}(b)
  WITH nodes(p) AS trail LIMIT $enough
  WITH trail, [n IN trail | n.key] AS along ORDER BY along
  WITH collect(trail) AS trails
  RETURN trails[0] AS trail, size(trails) AS ties
}
WITH start, finish, ties, trail WHERE size(trail) <= $depth + 1
UNWIND range(1, size(trail) - 1) AS step
WITH start, finish, ties, step, trail[step - 1] AS s, trail[step] AS t
MATCH (s)-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]->(t) WHERE type(r) IN $types AND r.basis IN $bases
WITH start, finish, ties, step, s, t,
     collect({id: r.id, relation: type(r), basis: r.basis, confidence: r.confidence, note: r.note,
                  linkEpisode: r.episode, recordedAt: r.recordedAt}) AS links
RETURN start, finish, ties, step, s {.key, .episode, .kind, .type, .label, .at, .outcome, .position} AS source,
       t {.key, .episode, .kind, .type, .label, .at, .outcome, .position} AS target, links
ORDER BY start, finish, step
