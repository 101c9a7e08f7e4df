-- search_chunks: The best chunks that have any of the terms, best first, equals by number.
-- params: terms, limit, offset
-- returns: id, part, text, occurrences, score
-- Only the page is joined: the inner query ranks numbers. The less FTS5's score, the better.
SELECT e.id AS id, c.part AS part, c.text AS text, c.occurrences AS occurrences, -best.score AS score
FROM (
  SELECT rowid AS number, bm25(words_0, 3, 1) AS score
  FROM words_0
  WHERE words_0 MATCH $terms
  ORDER BY score, number
  LIMIT $limit OFFSET $offset
) AS best
CROSS JOIN index_chunk AS c ON c.number = best.number
CROSS JOIN index_episode AS e ON e.number = best.number / 1024
ORDER BY best.score, best.number
