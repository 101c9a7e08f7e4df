-- get_vectors: Some vectors, in the order of the list.
-- params: numbers (list)
-- returns: number, vector
SELECT v.number AS number, v.vector AS vector
FROM json_each($numbers) AS t
CROSS JOIN index_vector AS v ON v.number = t.value
ORDER BY t.key
