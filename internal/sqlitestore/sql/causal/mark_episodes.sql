-- mark_episodes: Marks the present episodes that have some factors, or state links at them, as stale.
-- params: layer, factors
-- returns: nothing
WITH named AS (
  SELECT f.number AS number
  FROM json_each($factors) k
  CROSS JOIN factor f ON f.layer = $layer AND f.key = k.value
)
UPDATE episode SET underived = 1
WHERE present = 1 AND underived = 0 AND number IN (
  SELECT o.episode FROM named n CROSS JOIN observation o ON o.factor = n.number
  UNION
  SELECT s.episode FROM named n CROSS JOIN factor_link l ON l.source = n.number CROSS JOIN support s ON s.link = l.number
  UNION
  SELECT s.episode FROM named n CROSS JOIN factor_link l ON l.target = n.number CROSS JOIN support s ON s.link = l.number)
