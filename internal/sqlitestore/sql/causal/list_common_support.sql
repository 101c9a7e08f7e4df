-- list_common_support: The first episodes, by id, that state every link of some sets, and how many do.
-- params: layer, sets, until, limit
-- returns: place, episode, total
-- The search begins at the link of a set that the fewest episodes state.
SELECT place, episode, total
FROM (
  SELECT k.key AS place, e.id AS episode,
         row_number() OVER (PARTITION BY k.key ORDER BY e.id) AS nth, count(*) OVER (PARTITION BY k.key) AS total
  FROM json_each($sets) k
  CROSS JOIN support s ON s.link = (
    SELECT l.number
    FROM json_each(k.value) i
    CROSS JOIN factor_link l ON l.layer = $layer AND l.key = i.value
    ORDER BY l.evidence, l.number
    LIMIT 1
  )
  CROSS JOIN episode e ON e.number = s.episode
  WHERE ($until IS NULL OR s.seen <= $until) AND NOT EXISTS (
    SELECT 1
    FROM json_each(k.value) i
    LEFT JOIN factor_link l ON l.layer = $layer AND l.key = i.value
    WHERE NOT EXISTS (SELECT 1 FROM support o WHERE o.episode = s.episode AND o.link = l.number)
  )
)
WHERE nth <= $limit
ORDER BY place, episode
