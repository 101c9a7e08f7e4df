// count_supports: The number of episodes that state each of some links, by basis.
// params: project, links, until
// returns: link, basis, count
UNWIND $links AS key
MATCH (:Record)-[x:SUPPORTS {project: $project, link: key}]->(:Factor)
USING INDEX SEEK x:SUPPORTS(project, link)
WHERE $until IS NULL OR x.seen <= $until
RETURN key AS link, x.basis AS basis, count(*) AS count
