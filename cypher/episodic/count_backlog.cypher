// count_backlog: How many episodes the search index is behind with, and how many of them it refused.
// params: none
// returns: episodes, failing
MATCH (r:Record) WHERE r.indexDue > ''
RETURN count(r) AS episodes, count(r.indexAttempts) AS failing
