-- find_vector: The vector of one text by one model.
-- params: $key
-- returns: value
SELECT value
FROM vector
WHERE key = $key
