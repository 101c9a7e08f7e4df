-- count_episodes: The number of present or deleted episodes of a project that match.
-- params: project, present, from, before, outcomes, domain, task_type, complexity, session, tags, tools, strategies, task, decision_types, references, actors, failed
-- returns: count
SELECT count(*) AS count
FROM episode e
WHERE e.project = (SELECT p.number FROM project p WHERE p.name = $project)
  AND e.present = $present AND e.sort_key >= $from AND e.sort_key < $before
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
    WHERE o.episode = e.number AND o.kind = 'decision' AND o.type IN (SELECT a.value FROM json_each($decision_types) a)
    UNION ALL
    SELECT 1 FROM json_each(e.described, '$.decisionTypes') w WHERE w.value IN (SELECT a.value FROM json_each($decision_types) a)))
  AND ($references IS NULL
    OR e.number IN (
      SELECT m.episode
      FROM json_each($references) a
      CROSS JOIN reference r ON r.project = (SELECT p.number FROM project p WHERE p.name = $project) AND r.sort_key = a.value
      CROSS JOIN mention m ON m.reference = r.number)
    OR EXISTS (
      SELECT 1 FROM json_each(e.described, '$.references') w WHERE w.value IN (SELECT a.value FROM json_each($references) a)))
  AND ($actors IS NULL OR EXISTS (
    SELECT 1 FROM json_each(e.actors) w WHERE w.value IN (SELECT a.value FROM json_each($actors) a)))
  AND (NOT $failed OR e.outcome IN ('failure', 'partial') OR e.described ->> 'failed' OR EXISTS (
    SELECT 1 FROM occurrence o
    WHERE o.episode = e.number AND (o.kind = 'decision' AND o.outcome = 'failure' OR o.kind = 'event' AND o.type = 'error')))
