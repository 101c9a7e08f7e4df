-- count_present: The number of present episodes of some projects.
-- params: projects
-- returns: project, episodes
SELECT p.name AS project, (SELECT count(*) FROM episode e WHERE e.project = p.number AND e.present = 1) AS episodes
FROM json_each($projects) k
CROSS JOIN project p ON p.name = k.value
