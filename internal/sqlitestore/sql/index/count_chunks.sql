-- count_chunks: The number of chunks of a generation, and of those with a chunk vector.
-- params: project
-- returns: chunks, embedded
-- The rows of FTS5 are listed in its table of lengths.
SELECT
  (SELECT count(*) FROM words_0_docsize) AS chunks,
  (SELECT coalesce(sum(embedded), 0) FROM index_episode WHERE project = $project) AS embedded
