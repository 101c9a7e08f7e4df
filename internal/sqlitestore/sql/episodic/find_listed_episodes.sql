-- find_listed_episodes: Those of some present episodes of a project that match, latest first.
-- params: numbers, project, from, before, outcomes, domain, task_type, complexity, session, tags, tools, strategies, task, decision_types, references, actors, failed, limit
-- returns: number, id, sort_key
SELECT e.number AS number, e.id AS id, e.sort_key AS sort_key
FROM json_each($numbers) n
CROSS JOIN episode e ON e.number = n.value
WHERE e.project = (SELECT p.number FROM project p WHERE p.name = $project)
  AND e.present = 1 AND e.sort_key >= $from AND e.sort_key < $before
  AND ($outcomes IS NULL OR e.outcome IN (SELECT w.value FROM json_each($outcomes) w))
  AND ($domain IS NULL OR e.domain = $domain)
  AND ($task_type IS NULL OR e.task_type = $task_type)
  AND ($complexity IS NULL OR e.complexity = $complexity)
  AND ($session IS NULL OR e.session = $session)
  AND ($tags IS NULL OR EXISTS (
    SELECT 1 FROM json_each(e.tags) w WHERE w.value IN (SELECT a.value FROM json_each($tags) a)))
  AND ($tools IS NULL OR EXISTS (
    SELECT 1 FROM json_each(e.tools) w WHERE w.value IN (SELECT a.value FROM json_each($tools) a)))
  AND ($strategies IS NULL OR EXISTS (
    SELECT 1 FROM json_each(e.strategies) w WHERE w.value IN (SELECT a.value FROM json_each($strategies) a)))
  AND ($task IS NULL OR instr(lower(coalesce(e.task_folded, e.task)), $task) > 0)
  AND ($decision_types IS NULL OR EXISTS (
    SELECT 1 FROM occurrence o
    WHERE o.episode = e.number AND o.kind = 'decision' AND o.type IN (SELECT a.value FROM json_each($decision_types) a)))
  AND ($references IS NULL OR EXISTS (
    SELECT 1
    FROM json_each($references) a
    CROSS JOIN reference r ON r.project = e.project AND r.sort_key = a.value
    CROSS JOIN mention m ON m.reference = r.number AND m.episode = e.number))
  AND ($actors IS NULL OR EXISTS (
    SELECT 1 FROM json_each(e.actors) w WHERE w.value IN (SELECT a.value FROM json_each($actors) a)))
  AND (NOT $failed OR e.outcome IN ('failure', 'partial') OR EXISTS (
    SELECT 1 FROM occurrence o
    WHERE o.episode = e.number AND (o.kind = 'decision' AND o.outcome = 'failure' OR o.kind = 'event' AND o.type = 'error')))
ORDER BY e.sort_key DESC
LIMIT $limit
