// count_backlog: How many episodes the search index is behind with, how many of them it refused, and how many lack only vectors.
// params: none
// returns: episodes, failing, unembedded
CALL () {
  MATCH (r:Record) WHERE r.indexDue > ''
  RETURN count(r) AS unindexed, count(r.indexAttempts) AS refused
}
CALL () {
  MATCH (r:Record) WHERE r.vectorsDue > ''
  RETURN count(r) AS unembedded, count(r.indexAttempts) AS without
}
RETURN unindexed + unembedded AS episodes, refused + without AS failing, unembedded
