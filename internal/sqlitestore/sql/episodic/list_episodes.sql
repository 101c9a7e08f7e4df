-- list_episodes: A page of the present or the deleted episodes of a project, latest first, unknown times last.
-- params: project, present, from, before, outcomes, domain, task_type, complexity, session, tags, tools, strategies, task, decision_types, references, actors, failed, limit
-- returns: id, content, revision, hash, recorded_at, first_recorded_at, indexed_revision, deleted_at, sort_key
SELECT e.id AS id, v.content AS content, e.revision AS revision, v.hash AS hash,
       v.recorded_at AS recorded_at, f.recorded_at AS first_recorded_at,
       e.indexed_revision AS indexed_revision, e.deleted_at AS deleted_at, e.sort_key AS sort_key
FROM episode e
CROSS JOIN revision v ON v.episode = e.number AND v.number = e.revision
CROSS JOIN revision f ON f.episode = e.number AND f.number = 1
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
ORDER BY e.sort_key DESC
LIMIT $limit
