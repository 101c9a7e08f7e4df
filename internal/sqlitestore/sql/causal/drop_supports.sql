-- drop_supports: Removes the supports of some links.
-- params: numbers
-- returns: nothing
DELETE FROM support WHERE (episode, link) IN (
  SELECT s.episode, s.link FROM json_each($numbers) k CROSS JOIN support s ON s.link = k.value)
