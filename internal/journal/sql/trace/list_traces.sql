-- list_traces: Traces of a project, newest first.
-- params: project, before, limit
-- returns: project, workflow, first_at, last_at, stored, merged, refused, ended, made_of, number, problem
SELECT t.project AS project, t.workflow AS workflow, t.first_at AS first_at, t.last_at AS last_at, t.stored AS stored, t.merged AS merged,
  t.refused AS refused, t.ended AS ended, t.made_of AS made_of, t.number AS number, t.problem AS problem
FROM trace t
WHERE t.project = $project AND t.number < $before
ORDER BY t.number DESC LIMIT $limit
