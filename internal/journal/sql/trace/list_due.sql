-- list_due: Traces whose episode lacks something, and that ended before a time or were silent since another one, the longest silent first.
-- params: ended_before, silent_since, limit
-- returns: project, workflow, first_at, last_at, stored, merged, refused, ended, made_of, number, problem
SELECT t.project AS project, t.workflow AS workflow, t.first_at AS first_at, t.last_at AS last_at, t.stored AS stored, t.merged AS merged,
  t.refused AS refused, t.ended AS ended, t.made_of AS made_of, t.number AS number, t.problem AS problem
FROM trace t
WHERE t.stored > t.made_of AND t.last_at < $ended_before AND (t.ended = 1 OR t.last_at < $silent_since)
ORDER BY t.last_at, t.number LIMIT $limit
