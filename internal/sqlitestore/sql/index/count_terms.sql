-- count_terms: The number of chunks with each of some terms, and of all chunks.
-- params: terms (list of queries of FTS5)
-- returns: place, chunks, total
SELECT t.key AS place,
       (SELECT count(*) FROM words_0 WHERE words_0 MATCH t.value) AS chunks,
       (SELECT count(*) FROM words_0_docsize) AS total
FROM json_each($terms) AS t
