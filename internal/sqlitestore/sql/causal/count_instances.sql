-- count_instances: The number of occurrences that are instances of a factor, and of episodes that have it.
-- params: layer, factor
-- returns: count, episodes
SELECT coalesce(sum(o.instances), 0) AS count, count(*) AS episodes
FROM factor f
CROSS JOIN observation o ON o.factor = f.number
WHERE f.layer = $layer AND f.key = $factor
