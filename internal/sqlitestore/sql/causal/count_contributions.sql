-- count_contributions: How many episodes contribute to a layer.
-- params: layer, until
-- returns: count
SELECT count(*) AS count FROM contribution c WHERE c.layer = $layer AND ($until IS NULL OR c.seen <= $until)
