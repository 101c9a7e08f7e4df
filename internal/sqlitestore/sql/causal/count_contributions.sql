-- count_contributions: The number of episodes that contribute to a layer.
-- params: layer, until
-- returns: count
SELECT count(*) AS count FROM contribution c WHERE c.layer = $layer AND ($until IS NULL OR c.seen <= $until)
