-- rank_chunks: The scores of all chunks with any of the terms. Lower is better.
-- params: terms
-- returns: number, score
SELECT rowid AS number, bm25(words_0, 3, 1) AS score
FROM words_0
WHERE words_0 MATCH $terms
