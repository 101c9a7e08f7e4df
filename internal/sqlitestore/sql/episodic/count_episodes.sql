-- count_episodes: How many present or deleted episodes of a project match.
-- params: project, present, from, before, outcomes, domain, task_type, complexity, session, tags, tools, strategies, task
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
