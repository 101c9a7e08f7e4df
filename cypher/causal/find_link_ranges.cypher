// find_link_ranges: The start of the first and the last episode that states each of some links.
// params: project, keys
// returns: key, first, last
UNWIND $keys AS key
MATCH (:Record)-[x:SUPPORTS {project: $project, link: key}]->(:Factor)
USING INDEX SEEK x:SUPPORTS(project, link)
WHERE x.seen IS NOT NULL
RETURN key, min(x.seen) AS first, max(x.seen) AS last
