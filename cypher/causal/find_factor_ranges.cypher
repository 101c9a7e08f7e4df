// find_factor_ranges: The start of the first and the last episode that has each of some factors.
// params: project, keys
// returns: key, first, last
UNWIND $keys AS key
MATCH (f:Factor {project: $project, key: key})<-[o:OBSERVES]-(:Record)
WHERE o.seen IS NOT NULL
RETURN f.key AS key, min(o.seen) AS first, max(o.seen) AS last
