// 012_record_index_due: The backlog of indexing, oldest first; records that are up to date have no indexDue.
// params: none
// returns: nothing
CREATE INDEX record_index_due IF NOT EXISTS
FOR (r:Record) ON (r.indexDue)
