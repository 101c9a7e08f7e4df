// get_references: Some references, with the number of episodes that mention each.
// params: project, references
// returns: kind, key, episodes
UNWIND $references AS wanted
MATCH (r:Reference {project: $project, kind: wanted.kind, key: wanted.key})
CALL (r) {
  MATCH (r)<-[:MENTIONS]-(by)
  RETURN count(DISTINCT CASE WHEN by:Episode THEN by.id ELSE by.episode END) AS episodes
}
RETURN r.kind AS kind, r.key AS key, episodes
