-- count_underived: How many episodes of a project are to be derived anew.
-- params: project (a number)
-- returns: count
SELECT count(*) AS count FROM episode e WHERE e.project = $project AND e.underived = 1
