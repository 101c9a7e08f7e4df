// list_mentions: A page of the mentions of a reference, by the mentioning id or key, with the longest of several spellings.
// params: project, kind, key, sha, after, limit
// returns: by, kind, key, as
MATCH (r:Reference {project: $project, kind: $kind, key: $key})<-[m:MENTIONS]-(n)
WITH r, m.as AS as, CASE WHEN n:Episode THEN n.id ELSE n.key END AS by
WHERE by > $after AND (as STARTS WITH $sha OR $sha STARTS WITH as)
WITH r, by, as ORDER BY size(as) DESC, as
WITH r, by, collect(as)[0] AS as
RETURN by, r.kind AS kind, r.key AS key, as
ORDER BY by
LIMIT $limit
