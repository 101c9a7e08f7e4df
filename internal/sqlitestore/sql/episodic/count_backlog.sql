-- count_backlog: The number of episodes whose indexing is behind, of those that the index refused, and of those that lack only vectors.
-- params: none
-- returns: episodes, failing, unembedded
SELECT count(*) AS episodes, count(*) FILTER (WHERE e.index_attempts > 0) AS failing,
       count(*) FILTER (WHERE e.present = 1 AND e.indexed_revision = e.revision) AS unembedded
FROM episode e
WHERE e.index_due IS NOT NULL
