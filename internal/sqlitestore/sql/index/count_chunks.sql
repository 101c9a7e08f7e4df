-- count_chunks: How many chunks a place holds, and how many of them have a vector of their own.
-- params: project
-- returns: chunks, embedded
SELECT
  (SELECT coalesce(sum(chunks - dead), 0) FROM words_segment WHERE project = $project AND state = 0)
    + (SELECT coalesce(sum(chunks), 0) FROM words_fresh WHERE project = $project) AS chunks,
  (SELECT embedded FROM index_project WHERE number = $project) AS embedded
