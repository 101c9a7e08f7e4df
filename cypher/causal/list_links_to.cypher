// list_links_to: The links that end at some occurrences, with the occurrence at the other end.
// params: project, keys, types, bases
// returns: of, node, link
UNWIND $keys AS key
MATCH (o:Occurrence {project: $project, key: key})<-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]-(n:Occurrence)
WHERE type(r) IN $types AND r.basis IN $bases
RETURN o.key AS of, n {.key, .episode, .kind, .type, .label, .at, .outcome, .position} AS node,
       {id: r.id, relation: type(r), basis: r.basis, confidence: r.confidence, note: r.note,
                  linkEpisode: r.episode, recordedAt: r.recordedAt} AS link
ORDER BY of, n.key, r.id
