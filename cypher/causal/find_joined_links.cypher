// find_joined_links: Which of some pairs of consecutive links meet: an episode states both, or an occurrence ends a link of the one and begins a link of the other.
// params: project, pairs (list of {place, first, second, from, middle, to, firstType, secondType}), until
// returns: place
UNWIND $pairs AS pair
CALL (pair) {
  MATCH (e:Record)-[s:SUPPORTS {project: $project, link: pair.first}]->(:Factor)
  USING INDEX SEEK s:SUPPORTS(project, link)
  WHERE ($until IS NULL OR s.seen <= $until)
    AND EXISTS { (e)-[o:SUPPORTS]->(:Factor) WHERE o.link = pair.second }
  RETURN true AS joined LIMIT 1
  UNION
  MATCH (e:Record)-[s:SUPPORTS {project: $project, link: pair.first}]->(:Factor)
  USING INDEX SEEK s:SUPPORTS(project, link)
  WHERE $until IS NULL OR s.seen <= $until
  MATCH (e)-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]->(:Occurrence)-[x:CAUSES|ENABLES|PREVENTS|CORRELATES]-(:Occurrence)
  WHERE type(x) = pair.firstType AND x.episode = e.id
  WITH pair, startNode(x) AS begin, endNode(x) AS middle
  WHERE EXISTS { (begin)-[:INSTANCE_OF]->(f:Factor) WHERE f.key = pair.from }
    AND EXISTS { (middle)-[:INSTANCE_OF]->(f:Factor) WHERE f.key = pair.middle }
  MATCH (middle)-[y:CAUSES|ENABLES|PREVENTS|CORRELATES]->(finish:Occurrence)
  WHERE type(y) = pair.secondType AND EXISTS { (finish)-[:INSTANCE_OF]->(f:Factor) WHERE f.key = pair.to }
  MATCH (other:Record {project: $project, id: y.episode})-[u:SUPPORTS]->(:Factor)
  WHERE u.link = pair.second AND ($until IS NULL OR u.seen <= $until)
  RETURN true AS joined LIMIT 1
}
RETURN DISTINCT pair.place AS place
