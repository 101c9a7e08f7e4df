-- list_references: A page of references, by kind and key, with the number of episodes that mention each.
-- params: project, after, from, before, prefix, limit
-- returns: kind, key, episodes
SELECT r.kind AS kind, r.key AS key, (SELECT count(DISTINCT m.episode) FROM mention m WHERE m.reference = r.number) AS episodes
FROM reference r
WHERE r.project = (SELECT p.number FROM project p WHERE p.name = $project)
  AND r.sort_key > $after AND r.sort_key >= $from AND r.sort_key < $before
  AND (instr(r.key, $prefix) = 1
       OR r.kind = 'commit' AND instr($prefix, r.key) = 1 AND EXISTS (
         SELECT 1 FROM mention m
         WHERE m.reference = r.number AND (instr(coalesce(nullif(m.spelling, ''), r.key), $prefix) = 1
           OR instr($prefix, coalesce(nullif(m.spelling, ''), r.key)) = 1)))
ORDER BY r.sort_key
LIMIT $limit
