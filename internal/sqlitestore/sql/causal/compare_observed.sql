-- compare_observed: In how many of the episodes that have a factor others are told too, and in how many before or after.
-- params: pairs, until
-- returns: place, count, forward, backward
-- A pair is a factor, the variable of the other and the other, which is null where any of its states will do; then
-- forward and backward mean nothing.
SELECT k.key AS place, count(DISTINCT o.episode) AS count,
       coalesce(sum(o.at < n.at), 0) AS forward, coalesce(sum(o.at > n.at), 0) AS backward
FROM json_each($pairs) k
CROSS JOIN observation o ON o.factor = k.value ->> 0 AND ($until IS NULL OR o.seen <= $until)
CROSS JOIN observation n ON n.episode = o.episode AND n.variable = k.value ->> 1
  AND (k.value ->> 2 IS NULL OR n.factor = k.value ->> 2)
GROUP BY k.key
