// count_backlog: How many episodes the search index is behind with.
// params: none
// returns: count
MATCH (r:Record) WHERE r.indexDue > ''
RETURN count(r) AS count
