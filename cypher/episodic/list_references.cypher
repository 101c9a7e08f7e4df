// list_references: A page of references, by kind and key, with the number of episodes that mention each.
// params: project, after, from, before, prefix, limit
// returns: kind, key, episodes
MATCH (r:Reference)
WHERE r.project = $project AND r.sortKey > $after AND r.sortKey >= $from AND r.sortKey < $before
  AND (r.key STARTS WITH $prefix
       OR r.kind = 'commit' AND $prefix STARTS WITH r.key AND EXISTS {
         (r)<-[m:MENTIONS]-() WHERE m.as STARTS WITH $prefix OR $prefix STARTS WITH m.as })
WITH r ORDER BY r.project, r.sortKey LIMIT $limit
CALL (r) {
  MATCH (r)<-[:MENTIONS]-(by)
  RETURN count(DISTINCT CASE WHEN by:Episode THEN by.id ELSE by.episode END) AS episodes
}
RETURN r.kind AS kind, r.key AS key, episodes
ORDER BY r.sortKey
