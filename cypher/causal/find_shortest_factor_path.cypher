// find_shortest_factor_path: A path with the fewest links, at most 100, from a factor to another, one row for each step.
// params: project, from, to, depth, types, bases, grade, weight, inTime, until, enough
// returns: ties, step, steps
// It is the first by its keys among the first $enough found; that many ties mean
// that another path may come first. A step has all parallel links, for the reader to choose from.
MATCH (a:Factor {project: $project, key: $from})
MATCH (b:Factor {project: $project, key: $to})
CALL (a, b) {
  MATCH p = ALL SHORTEST (a)((x)-[l:CAUSES|ENABLES|PREVENTS|CORRELATES
    WHERE type(l) IN $types AND any(b IN l.bases WHERE b IN $bases) AND l.grade >= $grade
      AND ($weight IS NULL OR l.weight >= $weight) AND (NOT $inTime OR l.forward > 0 AND l.forward >= l.backward)
      AND ($until IS NULL OR l.firstSeen <= $until)]->(y)){1,100}(b)
  WITH nodes(p) AS trail LIMIT $enough
  WITH trail, [n IN trail | n.key] AS along ORDER BY along
  WITH collect(trail) AS trails
  RETURN trails[0] AS trail, size(trails) AS ties
}
WITH ties, trail WHERE size(trail) <= $depth + 1
UNWIND range(1, size(trail) - 1) AS step
WITH ties, step, trail[step - 1] AS s, trail[step] AS t
MATCH (s)-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]->(t)
WHERE type(r) IN $types AND any(b IN r.bases WHERE b IN $bases) AND r.grade >= $grade
  AND ($weight IS NULL OR r.weight >= $weight) AND (NOT $inTime OR r.forward > 0 AND r.forward >= r.backward)
  AND ($until IS NULL OR r.firstSeen <= $until)
WITH ties, step, collect(r {key: coalesce(r.key, r.mirrors), .stated, .extracted, .temporal, .measured, .statements, .statedStrength,
          .n11, .n10, .n01, .n00, .forward, .backward, .firstSeen, .lastSeen, .strength, .deltaP, .deltaLow, .deltaHigh,
          .posterior, .posteriorLow, .posteriorHigh, .confidence, .unmeasured, .unsupported, .ambiguousDirection, .suggested,
          relation: type(r), back: r.key IS NULL, from: s {.variable, .state}, to: t {.variable, .state}}) AS steps
RETURN ties, step, steps
ORDER BY step
