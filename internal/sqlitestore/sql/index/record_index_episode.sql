-- record_index_episode: Records what filters compare of an episode.
-- params: project, id, task, startedAt, embedded
-- returns: number
INSERT INTO index_episode (project, id, task, started_at, embedded)
VALUES ($project, $id, $task, $startedAt, $embedded)
RETURNING number AS number
