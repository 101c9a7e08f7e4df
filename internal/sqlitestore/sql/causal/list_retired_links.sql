-- list_retired_links: Some of the links of a layer.
-- params: layer, limit
-- returns: number
SELECT l.number AS number FROM factor_link l WHERE l.layer = $layer LIMIT $limit
