-- delete_forgotten: Removes some of the episodes of projects without a name.
-- params: limit
-- returns: id
DELETE FROM index_episode WHERE number IN (
  SELECT e.number
  FROM index_project AS p
  JOIN index_episode AS e ON e.project = p.number
  WHERE p.name IS NULL
  LIMIT $limit
)
RETURNING id AS id
