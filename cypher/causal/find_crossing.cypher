// find_crossing: The other present episodes that state links to or from occurrences of some episodes.
// params: project, ids
// returns: id
UNWIND $ids AS id
MATCH (c:CrossLink {project: $project, otherEpisode: id})
WHERE NOT c.episode IN $ids
RETURN DISTINCT c.episode AS id
ORDER BY id
