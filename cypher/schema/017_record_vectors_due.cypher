// 017_record_vectors_due: The backlog of vectors, oldest first; records that lack none have no vectorsDue.
// params: none
// returns: nothing
CREATE INDEX record_vectors_due IF NOT EXISTS
FOR (r:Record) ON (r.vectorsDue)
