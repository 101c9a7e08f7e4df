// Links that nobody stated
// Links whose basis is not "stated", such as those drawn from the order of time: look at these twice.
// params: project
MATCH path = (:Occurrence {project: $project})-[l:CAUSES|ENABLES|PREVENTS|CORRELATES]->(:Occurrence)
WHERE l.basis <> 'stated'
RETURN path LIMIT 50
