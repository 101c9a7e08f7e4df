-- count_backlog: How many episodes the search index is behind with, how many of them it refused, and how many lack only vectors.
-- params: none
-- returns: episodes, failing, unembedded
SELECT count(*) AS episodes, count(*) FILTER (WHERE e.index_attempts > 0) AS failing,
       count(*) FILTER (WHERE e.present = 1 AND e.indexed_revision = e.revision) AS unembedded
FROM episode e
WHERE e.index_due IS NOT NULL
