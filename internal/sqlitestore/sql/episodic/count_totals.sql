-- count_totals: The totals of the present episodes of some projects.
-- params: projects
-- returns: project, episodes, decisions, events, links, references
SELECT p.name AS project,
       (SELECT count(*) FROM episode e WHERE e.project = p.number AND e.present = 1) AS episodes,
       (SELECT coalesce(sum(e.decisions), 0) FROM episode e WHERE e.project = p.number AND e.present = 1) AS decisions,
       (SELECT coalesce(sum(e.events), 0) FROM episode e WHERE e.project = p.number AND e.present = 1) AS events,
       (SELECT count(*) FROM episode e CROSS JOIN link l ON l.episode = e.number AND l.back = 0
        WHERE e.project = p.number AND e.present = 1) AS links,
       (SELECT count(*) FROM reference r WHERE r.project = p.number) AS "references"
FROM json_each($projects) k
CROSS JOIN project p ON p.name = k.value
