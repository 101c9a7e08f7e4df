-- count_underived: The number of stale episodes of a project.
-- params: project (a number)
-- returns: count
SELECT count(*) AS count FROM episode e WHERE e.project = $project AND e.underived = 1
