// find_link_ranges: When the first and last episode that states each of some links began.
// params: project, keys
// returns: key, first, last
UNWIND $keys AS key
MATCH (:Record)-[x:SUPPORTS {project: $project, link: key}]->(:Factor)
USING INDEX SEEK x:SUPPORTS(project, link)
WHERE x.seen IS NOT NULL
RETURN key, min(x.seen) AS first, max(x.seen) AS last
