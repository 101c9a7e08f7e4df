-- count_factor_links_from: The number of factor links that begin at a factor and match.
-- params: layer, source, target, relations, bases, least, min_strength, unmeasured, unsupported, ambiguous, shown, hidden, since
-- returns: count
-- The parameters are those of list_factor_links_from.
SELECT count(*) AS count
FROM factor_link l
WHERE l.layer = $layer AND l.source = (SELECT f.number FROM factor f WHERE f.layer = $layer AND f.key = $source)
  AND ($source IS NULL OR l.source = (SELECT f.number FROM factor f WHERE f.layer = $layer AND f.key = $source))
  AND ($target IS NULL OR l.target = (SELECT f.number FROM factor f WHERE f.layer = $layer AND f.key = $target))
  AND $relations >> l.relation & 1 AND ($bases IS NULL OR l.bases & $bases) AND l.evidence >= $least
  AND ($min_strength IS NULL OR l.strength >= $min_strength)
  AND ($unmeasured IS NULL OR l.unmeasured = $unmeasured) AND ($unsupported IS NULL OR l.unsupported = $unsupported)
  AND ($ambiguous IS NULL OR l.ambiguous = $ambiguous)
  AND l.grade >= $shown AND l.grade < $hidden AND ($since IS NULL OR l.last_seen >= $since)
