-- list_drawable: The links between episodes that some episodes state or take part in and whose ends are both present.
-- params: episodes
-- returns: source, target, relation, basis, episode, id, confidence, note
WITH touched AS (
  SELECT c.number AS number
  FROM json_each($episodes) k
  CROSS JOIN cross_link c ON c.episode = k.value
  UNION
  SELECT c.number
  FROM json_each($episodes) k
  CROSS JOIN episode e ON e.number = k.value
  CROSS JOIN cross_link c ON c.project = e.project AND c.other = e.id
)
SELECT iif(c.outgoing, c.own, o.number) AS source, iif(c.outgoing, o.number, c.own) AS target, c.relation AS relation,
       c.basis AS basis, c.episode AS episode, c.id AS id, c.confidence AS confidence, c.note AS note
FROM touched t
CROSS JOIN cross_link c ON c.number = t.number
CROSS JOIN episode e ON e.project = c.project AND e.id = c.other
CROSS JOIN occurrence o ON o.episode = e.number AND o.short = c.short
