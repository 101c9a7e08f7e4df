-- count_instances: How many occurrences are instances of a factor.
-- params: layer, factor
-- returns: count
SELECT count(*) AS count
FROM factor f
CROSS JOIN occurrence o ON o.factor = f.number
WHERE f.layer = $layer AND f.key = $factor
