-- list_evidence: A page, by id, of the episodes in some cells of the table of a link and of those that state it.
-- params: layer, link, source, target, source_variable, target_variable, source_closed, target_closed, cells, with_source, with_target, neither, stated, until, after, limit
-- returns: episode, seen, source, target, compared, basis
-- Cells are bits: 2 if an episode has the source, plus 1 if it has the target.
WITH found AS (
  SELECT o.episode AS episode FROM observation o WHERE o.factor = $source AND $with_source
  UNION
  SELECT o.episode AS episode FROM observation o WHERE o.factor = $target AND $with_target
  UNION
  SELECT s.episode AS episode FROM support s WHERE s.link = $link AND $stated
  UNION
  SELECT o.episode AS episode
  FROM factor f
  CROSS JOIN observation o ON o.factor = f.number
  WHERE f.variable = $source_variable AND $neither AND NOT $source_closed
  UNION
  SELECT c.episode AS episode FROM contribution c WHERE c.layer = $layer AND $neither AND $source_closed
), told AS (
  SELECT n.episode AS episode, c.seen AS seen,
         EXISTS (SELECT 1 FROM observation o WHERE o.episode = n.episode AND o.variable = $source_variable AND o.factor = $source) AS source,
         EXISTS (SELECT 1 FROM observation o WHERE o.episode = n.episode AND o.variable = $target_variable AND o.factor = $target) AS target,
         ($source_closed OR EXISTS (SELECT 1 FROM observation o WHERE o.episode = n.episode AND o.variable = $source_variable))
           AND ($target_closed OR EXISTS (SELECT 1 FROM observation o WHERE o.episode = n.episode AND o.variable = $target_variable)) AS compared,
         (SELECT s.basis FROM support s WHERE s.episode = n.episode AND s.link = $link) AS basis
  FROM found n
  CROSS JOIN contribution c ON c.episode = n.episode
  WHERE $until IS NULL OR c.seen <= $until
)
SELECT e.id AS episode, t.seen AS seen, t.source AS source, t.target AS target, t.compared AS compared, t.basis AS basis
FROM told t
CROSS JOIN episode e ON e.number = t.episode
WHERE (t.compared AND $cells >> (t.source * 2 + t.target) & 1 OR $stated AND t.basis IS NOT NULL) AND e.id > $after
ORDER BY e.id
LIMIT $limit
