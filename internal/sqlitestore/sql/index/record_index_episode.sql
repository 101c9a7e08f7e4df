-- record_index_episode: Records what filters ask of an episode.
-- params: project, id, task, startedAt
-- returns: number
INSERT INTO index_episode (project, id, task, started_at)
VALUES ($project, $id, $task, $startedAt)
RETURNING number AS number
