-- get_index_chunks: The texts of ranked chunks, in the order of the list.
-- params: ranked (list of {number, score})
-- returns: id, position, part, text, occurrences, score
SELECT e.id AS id, c.position AS position, c.part AS part, c.text AS text, c.occurrences AS occurrences, t.value ->> 'score' AS score
FROM json_each($ranked) AS t
CROSS JOIN index_chunk AS c ON c.number = t.value ->> 'number'
CROSS JOIN index_episode AS e ON e.number = c.number / 1024
ORDER BY t.key
