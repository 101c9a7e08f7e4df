-- drop_observations: Removes the observations of some factors.
-- params: numbers
-- returns: nothing
DELETE FROM observation WHERE (episode, variable, factor) IN (
  SELECT o.episode, o.variable, o.factor FROM json_each($numbers) k CROSS JOIN observation o ON o.factor = k.value)
