// 036_record_underived: The episodes whose contribution is to be derived anew, by id; the others have no underived.
// params: none
// returns: nothing
CREATE INDEX record_underived IF NOT EXISTS
FOR (r:Record) ON (r.project, r.underived, r.id)
