-- search_chunks: The chunks that match, best first, equal ones by number.
-- params: terms, times (how often terms has each term), limit, offset
-- returns: id, position, part, text, occurrences, score
-- Only the page is joined: the inner query ranks numbers. A lower score of FTS5 is better.
-- Scores that differ only by rounding are equal: they are compared to 12 places.
SELECT e.id AS id, c.position AS position, c.part AS part, c.text AS text, c.occurrences AS occurrences, -best.score / 1e12 AS score
FROM (
  SELECT rowid AS number, CAST(bm25(words_0, 3, 1) * 1e12 / $times AS INTEGER) AS score
  FROM words_0
  WHERE words_0 MATCH $terms
  ORDER BY score, number
  LIMIT $limit OFFSET $offset
) AS best
CROSS JOIN index_chunk AS c ON c.number = best.number
CROSS JOIN index_episode AS e ON e.number = best.number / 1024
ORDER BY best.score, best.number
