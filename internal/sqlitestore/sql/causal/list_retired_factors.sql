-- list_retired_factors: Some of the factors of a layer.
-- params: layer, limit
-- returns: number
SELECT f.number AS number FROM factor f WHERE f.layer = $layer LIMIT $limit
