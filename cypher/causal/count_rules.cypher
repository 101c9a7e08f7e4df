// count_rules: The number of links inside of episodes by the first word of their note, where that may be a rule, and by basis.
// params: project
// returns: word, basis, links
MATCH (s:Occurrence) WHERE s.project = $project AND s.key > ''
MATCH (s)-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]->(t:Occurrence)
WHERE s.episode = t.episode AND r.note CONTAINS '/'
WITH split(r.note, ' ')[0] AS word, r.basis AS basis, r.id AS id
WHERE word =~ '[a-z-]+/[0-9]+:?'
RETURN word, basis, count(DISTINCT id) AS links
