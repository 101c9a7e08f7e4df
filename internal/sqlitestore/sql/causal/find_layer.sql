-- find_layer: The layer of a project, null if it has none yet.
-- params: project, with_rules (1 or 0)
-- returns: project, origin, layer, version, graph, episodes, self_links, uncounted, rules, patterned, deferred
SELECT p.number AS project, p.origin AS origin, l.number AS layer, l.version AS version, l.graph AS graph, l.episodes AS episodes,
       l.self_links AS self_links, l.uncounted AS uncounted, CASE WHEN $with_rules THEN l.rules END AS rules,
       EXISTS (SELECT 1 FROM pattern a WHERE a.project = p.number) AS patterned,
       EXISTS (SELECT 1 FROM episode e WHERE e.project = p.number AND e.underived = 2) AS deferred
FROM project p
LEFT JOIN factor_layer l ON l.project = p.number
WHERE p.name = $project
