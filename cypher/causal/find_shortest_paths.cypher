// find_shortest_paths: One path of the fewest links, at most 100, for each pair of ends, a row for each of its steps.
// params: project, from, to, depth, types, bases
// returns: start, finish, step, source, target, links
// Of parallel links a step has all, for the reader to choose from.
UNWIND $from AS start
UNWIND $to AS finish
WITH start, finish WHERE start <> finish
MATCH (a:Occurrence {project: $project, key: start})
MATCH (b:Occurrence {project: $project, key: finish})
MATCH p = SHORTEST 1 (a)((x)-[l:CAUSES|ENABLES|PREVENTS|CORRELATES WHERE type(l) IN $types AND l.basis IN $bases]->(y)){1,100}(b)
WITH start, finish, nodes(p) AS trail WHERE size(trail) <= $depth + 1
UNWIND range(1, size(trail) - 1) AS step
WITH start, finish, step, trail[step - 1] AS s, trail[step] AS t
MATCH (s)-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]->(t) WHERE type(r) IN $types AND r.basis IN $bases
WITH start, finish, step, s, t,
     collect({id: r.id, relation: type(r), basis: r.basis, confidence: r.confidence, note: r.note,
                  linkEpisode: r.episode, recordedAt: r.recordedAt}) AS links
RETURN start, finish, step, s {.key, .episode, .kind, .type, .label, .at, .outcome, .position} AS source,
       t {.key, .episode, .kind, .type, .label, .at, .outcome, .position} AS target, links
ORDER BY start, finish, step
