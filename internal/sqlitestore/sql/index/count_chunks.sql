-- count_chunks: How many chunks a place holds, and how many of them have a vector of their own.
-- params: project
-- returns: chunks, embedded
-- FTS5 lists what it holds in its table of lengths.
SELECT
  (SELECT count(*) FROM words_0_docsize) AS chunks,
  (SELECT coalesce(sum(embedded), 0) FROM index_episode WHERE project = $project) AS embedded
