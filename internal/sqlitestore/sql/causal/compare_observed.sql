-- compare_observed: For each pair, the number of episodes with the factor that record the other too, and of those where it comes before or after.
-- params: pairs, until
-- returns: place, count, forward, backward
-- A pair is a factor, the other variable, and the other factor, which is null if any of its states will do; then
-- forward and backward mean nothing.
SELECT k.key AS place, count(DISTINCT o.episode) AS count,
       coalesce(sum(o.at < n.at), 0) AS forward, coalesce(sum(o.at > n.at), 0) AS backward
FROM json_each($pairs) k
CROSS JOIN observation o ON o.factor = k.value ->> 0 AND ($until IS NULL OR o.seen <= $until)
CROSS JOIN observation n ON n.episode = o.episode AND n.variable = k.value ->> 1
  AND (k.value ->> 2 IS NULL OR n.factor = k.value ->> 2)
GROUP BY k.key
