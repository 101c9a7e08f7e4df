// delete_episode: Hides an episode from every read; its revisions stay.
// params: project, id, now, indexDue
// returns: nothing
MATCH (e:Episode {project: $project, id: $id})
REMOVE e:Episode, e.indexAttempts, e.vectorsDue
SET e:DeletedEpisode, e.deletedAt = $now, e.indexDue = $indexDue
