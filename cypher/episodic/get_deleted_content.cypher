// get_deleted_content: The last content of a deleted episode.
// params: project, id
// returns: content
MATCH (r:Record {project: $project, id: $id})-[:HAS_REVISION]->(v:Revision)
WHERE r:DeletedEpisode AND v.number = r.revision
RETURN v.content AS content
