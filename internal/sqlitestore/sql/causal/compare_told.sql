-- compare_told: For each pair, the number of episodes that record a state of the variable and the other too.
-- params: pairs, until
-- returns: place, count
-- A pair is a variable, the other variable, and the other factor, which is null if any of its states will do.
SELECT k.key AS place, count(DISTINCT o.episode) AS count
FROM json_each($pairs) k
CROSS JOIN factor f ON f.variable = k.value ->> 0
CROSS JOIN observation o ON o.factor = f.number AND ($until IS NULL OR o.seen <= $until)
CROSS JOIN observation n ON n.episode = o.episode AND n.variable = k.value ->> 1
  AND (k.value ->> 2 IS NULL OR n.factor = k.value ->> 2)
GROUP BY k.key
