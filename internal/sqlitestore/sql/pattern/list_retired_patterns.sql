-- list_retired_patterns: Some patterns that no project has anymore.
-- params: limit
-- returns: number
SELECT p.number AS number FROM pattern p WHERE p.project IS NULL LIMIT $limit
