-- delete_vectors: Removes the vectors of episodes.
-- params: project, ids (list of texts)
-- returns: nothing
DELETE FROM index_vector WHERE number IN (
  SELECT v.number
  FROM index_episode AS e
  CROSS JOIN index_vector AS v ON v.number BETWEEN e.number * 4096 AND e.number * 4096 + 4095
  WHERE e.project = $project AND e.id IN (SELECT value FROM json_each($ids))
)
