-- list_observed: The episodes that have a factor, with its order in each.
-- params: factor, until
-- returns: episode, at
SELECT o.episode AS episode, o.at AS at
FROM observation o
WHERE o.factor = $factor AND ($until IS NULL OR o.seen <= $until)
