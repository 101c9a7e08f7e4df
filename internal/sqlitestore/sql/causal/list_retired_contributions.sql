-- list_retired_contributions: Some of the episodes that contribute to a layer.
-- params: layer, limit
-- returns: number
SELECT c.episode AS number FROM contribution c WHERE c.layer = $layer LIMIT $limit
