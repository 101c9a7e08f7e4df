// 002_record_id_unique: One record per episode id, present or deleted: the id cannot be given twice.
// params: none
// returns: nothing
CREATE CONSTRAINT record_id_unique IF NOT EXISTS
FOR (r:Record) REQUIRE (r.project, r.id) IS UNIQUE
