// count_backlog: The number of episodes whose indexing is behind, of those that the index refused, and of those that lack only vectors.
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
