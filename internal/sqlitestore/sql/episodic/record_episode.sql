-- record_episode: Writes an episode that is new, has new content, is restored or is deleted.
-- params: project, id, deleted_at, sort_key, revision, index_due, decisions, events, outcome, domain, task_type, complexity, session, tags, tools, strategies, actors, task, task_folded, described
-- returns: number
-- What the index holds of a restored episode is not reliable. The factors of a present one are still to be derived.
INSERT INTO episode (
  project, id, sort_key, present, deleted_at, revision, index_due, decisions, events,
  outcome, domain, task_type, complexity, session, tags, tools, strategies, actors, task, task_folded, described, underived)
VALUES (
  (SELECT p.number FROM project p WHERE p.name = $project), $id, $sort_key, $deleted_at IS NULL, $deleted_at, $revision, $index_due, $decisions, $events,
  $outcome, $domain, $task_type, $complexity, $session, $tags, $tools, $strategies, $actors, $task, $task_folded, $described, iif($deleted_at IS NULL, 2, 0))
ON CONFLICT (project, id) DO UPDATE SET
  sort_key = excluded.sort_key, present = excluded.present, deleted_at = excluded.deleted_at,
  revision = excluded.revision, index_due = excluded.index_due, index_attempts = 0,
  decisions = excluded.decisions, events = excluded.events, outcome = excluded.outcome,
  domain = excluded.domain, task_type = excluded.task_type, complexity = excluded.complexity,
  session = excluded.session, tags = excluded.tags, tools = excluded.tools,
  strategies = excluded.strategies, actors = excluded.actors, task = excluded.task, task_folded = excluded.task_folded,
  described = excluded.described, underived = iif(excluded.present, 2, underived),
  indexed_revision = iif(present < excluded.present, 0, indexed_revision)
RETURNING number AS number
