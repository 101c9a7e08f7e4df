// count_contributions: The number of episodes that contribute to the factor layer.
// params: project, until
// returns: count
MATCH (e:Record) WHERE e.project = $project AND e.id > '' AND e.factorOutcome IS NOT NULL
  AND ($until IS NULL OR e.factorSeen <= $until)
RETURN count(*) AS count
