// await_indexes: Waits until every index is online, or fails after the given seconds.
// params: seconds
// returns: nothing
CALL db.awaitIndexes($seconds)
