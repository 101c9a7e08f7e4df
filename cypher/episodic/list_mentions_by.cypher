// list_mentions_by: The references that the heads of some episodes and some occurrences mention.
// params: project, ids, keys
// returns: by, kind, key, as
CALL () {
  UNWIND $ids AS id
  MATCH (e:Episode {project: $project, id: id})-[m:MENTIONS]->(r:Reference)
  RETURN e.id AS by, m, r
  UNION ALL
  UNWIND $keys AS key
  MATCH (o:Occurrence {project: $project, key: key})-[m:MENTIONS]->(r:Reference)
  RETURN o.key AS by, m, r
}
RETURN by, r.kind AS kind, r.key AS key, m.as AS as
ORDER BY by, r.sortKey, as
