-- count_events: How many execution events projects have.
-- params: projects (list of texts)
-- returns: project, workflows, events, bytes
SELECT p.name AS project, count(*) AS workflows, sum(w.events) AS events, sum(w.bytes) AS bytes
FROM json_each($projects) n
CROSS JOIN project p ON p.name = n.value
CROSS JOIN workflow w ON w.project = p.number
GROUP BY p.number
