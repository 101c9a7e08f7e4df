// list_common_support: The first episodes, by id, that state every link of some sets, and how many do.
// params: project, sets (list of {place, links}), until, limit
// returns: place, episodes, total
UNWIND $sets AS row
CALL (row) {
  WITH row, head(row.links) AS first
  MATCH (e:Record)-[s:SUPPORTS {project: $project, link: first}]->(:Factor)
  USING INDEX SEEK s:SUPPORTS(project, link)
  WHERE ($until IS NULL OR s.seen <= $until)
    AND all(link IN row.links WHERE EXISTS { (e)-[o:SUPPORTS]->(:Factor) WHERE o.link = link })
  WITH e.id AS id ORDER BY id
  RETURN collect(id) AS ids
}
RETURN row.place AS place, ids[..$limit] AS episodes, size(ids) AS total
