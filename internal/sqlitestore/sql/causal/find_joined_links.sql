-- find_joined_links: Which of some pairs of consecutive links meet: an episode states both, or an occurrence ends a link of the one and begins a link of the other.
-- params: layer, pairs, until
-- returns: place
-- A pair has the keys of its links and of the three factors along it. The search begins at the link that fewer episodes state.
SELECT k.key AS place
FROM json_each($pairs) k
CROSS JOIN factor_link a ON a.layer = $layer AND a.key = k.value ->> 0
CROSS JOIN factor_link b ON b.layer = $layer AND b.key = k.value ->> 1
CROSS JOIN factor f ON f.layer = $layer AND f.key = k.value ->> 2
CROSS JOIN factor m ON m.layer = $layer AND m.key = k.value ->> 3
CROSS JOIN factor t ON t.layer = $layer AND t.key = k.value ->> 4
WHERE CASE WHEN a.evidence <= b.evidence
  THEN EXISTS (
    SELECT 1
    FROM support s
    CROSS JOIN support o ON o.episode = s.episode AND o.link = b.number
    WHERE s.link = a.number AND ($until IS NULL OR s.seen <= $until)
  ) OR EXISTS (
    SELECT 1
    FROM support s
    CROSS JOIN link x ON x.episode = s.episode AND x.back = 0 AND x.relation = a.relation
    CROSS JOIN occurrence o ON o.number IN (x.target, CASE a.relation WHEN 3 THEN x.source ELSE x.target END) AND o.factor = m.number
    CROSS JOIN occurrence c ON c.number = x.source + x.target - o.number AND c.factor = f.number
    CROSS JOIN link y ON y.source = o.number AND y.relation = b.relation
    CROSS JOIN occurrence e ON e.number = y.target AND e.factor = t.number
    CROSS JOIN support u ON u.episode = y.episode AND u.link = b.number
    WHERE s.link = a.number AND ($until IS NULL OR s.seen <= $until AND u.seen <= $until)
  )
  ELSE EXISTS (
    SELECT 1
    FROM support s
    CROSS JOIN support o ON o.episode = s.episode AND o.link = a.number
    WHERE s.link = b.number AND ($until IS NULL OR s.seen <= $until)
  ) OR EXISTS (
    SELECT 1
    FROM support s
    CROSS JOIN link y ON y.episode = s.episode AND y.back = 0 AND y.relation = b.relation
    CROSS JOIN occurrence o ON o.number IN (y.source, CASE b.relation WHEN 3 THEN y.target ELSE y.source END) AND o.factor = m.number
    CROSS JOIN occurrence e ON e.number = y.source + y.target - o.number AND e.factor = t.number
    CROSS JOIN link x ON x.target = o.number AND x.relation = a.relation
    CROSS JOIN occurrence c ON c.number = x.source AND c.factor = f.number
    CROSS JOIN support u ON u.episode = x.episode AND u.link = a.number
    WHERE s.link = b.number AND ($until IS NULL OR s.seen <= $until AND u.seen <= $until)
  )
END
