-- count_backlog: How many episodes the search index is behind with, and how many of them it refused.
-- params: none
-- returns: episodes, failing
SELECT count(*) AS episodes, count(*) FILTER (WHERE e.index_attempts > 0) AS failing
FROM episode e
WHERE e.index_due IS NOT NULL
