// list_mentions_of: The first mentions of some references, by the mentioning id or key, with the longest of several spellings.
// params: project, references, limit
// returns: by, kind, key, as
UNWIND $references AS wanted
MATCH (r:Reference {project: $project, kind: wanted.kind, key: wanted.key})
CALL (r) {
  MATCH (r)<-[m:MENTIONS]-(n)
  WITH m.as AS as, CASE WHEN n:Episode THEN n.id ELSE n.key END AS by
  ORDER BY size(as) DESC, as
  WITH by, collect(as)[0] AS as
  RETURN by, as ORDER BY by LIMIT $limit
}
RETURN by, r.kind AS kind, r.key AS key, as
ORDER BY kind, key, by
