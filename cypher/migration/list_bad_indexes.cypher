// list_bad_indexes: The indexes that are not usable.
// params: none
// returns: name, state
SHOW INDEXES YIELD name, state WHERE state <> 'ONLINE'
RETURN name, state
