// get_traits: What ranks some present episodes, without their content.
// params: project, ids
// returns: id, sortKey, outcome, domain, reads
// An episode that another transaction purges at the same time has lost its properties, and is left out.
UNWIND $ids AS id
MATCH (e:Episode {project: $project, id: id})
WITH id, e.sortKey AS sortKey, e.outcome AS outcome, e.domain AS domain
WHERE sortKey IS NOT NULL AND outcome IS NOT NULL
OPTIONAL MATCH (a:Access {project: $project, episode: id})
RETURN id, sortKey, outcome, domain, coalesce(a.count, 0) AS reads
