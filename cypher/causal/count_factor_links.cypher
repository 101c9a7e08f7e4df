// count_factor_links: The number of factor links of a project.
// params: project, after, relations, bases, least, minStrength, unmeasured, unsupported, ambiguous, shown, hidden, since
// returns: count
CALL () {
  MATCH (s:Factor)-[r:CAUSES]->(t:Factor)
  USING INDEX SEEK r:CAUSES(project, key)
  WHERE r.project = $project AND r.key > $after
    AND ($relations IS NULL OR type(r) IN $relations)
    AND ($bases IS NULL OR any(b IN r.bases WHERE b IN $bases))
    AND r.evidenceCount >= $least AND ($minStrength IS NULL OR r.strength >= $minStrength)
    AND ($unmeasured IS NULL OR r.unmeasured = $unmeasured) AND ($unsupported IS NULL OR r.unsupported = $unsupported)
    AND ($ambiguous IS NULL OR r.ambiguousDirection = $ambiguous)
    AND ($shown IS NULL OR r.grade >= $shown) AND ($hidden IS NULL OR r.grade < $hidden)
    AND ($since IS NULL OR r.lastSeen >= $since)
  RETURN count(*) AS n
  UNION ALL
  MATCH (s:Factor)-[r:ENABLES]->(t:Factor)
  USING INDEX SEEK r:ENABLES(project, key)
  WHERE r.project = $project AND r.key > $after
    AND ($relations IS NULL OR type(r) IN $relations)
    AND ($bases IS NULL OR any(b IN r.bases WHERE b IN $bases))
    AND r.evidenceCount >= $least AND ($minStrength IS NULL OR r.strength >= $minStrength)
    AND ($unmeasured IS NULL OR r.unmeasured = $unmeasured) AND ($unsupported IS NULL OR r.unsupported = $unsupported)
    AND ($ambiguous IS NULL OR r.ambiguousDirection = $ambiguous)
    AND ($shown IS NULL OR r.grade >= $shown) AND ($hidden IS NULL OR r.grade < $hidden)
    AND ($since IS NULL OR r.lastSeen >= $since)
  RETURN count(*) AS n
  UNION ALL
  MATCH (s:Factor)-[r:PREVENTS]->(t:Factor)
  USING INDEX SEEK r:PREVENTS(project, key)
  WHERE r.project = $project AND r.key > $after
    AND ($relations IS NULL OR type(r) IN $relations)
    AND ($bases IS NULL OR any(b IN r.bases WHERE b IN $bases))
    AND r.evidenceCount >= $least AND ($minStrength IS NULL OR r.strength >= $minStrength)
    AND ($unmeasured IS NULL OR r.unmeasured = $unmeasured) AND ($unsupported IS NULL OR r.unsupported = $unsupported)
    AND ($ambiguous IS NULL OR r.ambiguousDirection = $ambiguous)
    AND ($shown IS NULL OR r.grade >= $shown) AND ($hidden IS NULL OR r.grade < $hidden)
    AND ($since IS NULL OR r.lastSeen >= $since)
  RETURN count(*) AS n
  UNION ALL
  MATCH (s:Factor)-[r:CORRELATES]->(t:Factor)
  USING INDEX SEEK r:CORRELATES(project, key)
  WHERE r.project = $project AND r.key > $after
    AND ($relations IS NULL OR type(r) IN $relations)
    AND ($bases IS NULL OR any(b IN r.bases WHERE b IN $bases))
    AND r.evidenceCount >= $least AND ($minStrength IS NULL OR r.strength >= $minStrength)
    AND ($unmeasured IS NULL OR r.unmeasured = $unmeasured) AND ($unsupported IS NULL OR r.unsupported = $unsupported)
    AND ($ambiguous IS NULL OR r.ambiguousDirection = $ambiguous)
    AND ($shown IS NULL OR r.grade >= $shown) AND ($hidden IS NULL OR r.grade < $hidden)
    AND ($since IS NULL OR r.lastSeen >= $since)
  RETURN count(*) AS n
}
RETURN sum(n) AS count
