// await_indexes: Returns when every index can be used, or fails after the seconds given.
// params: seconds
// returns: nothing
CALL db.awaitIndexes($seconds)
