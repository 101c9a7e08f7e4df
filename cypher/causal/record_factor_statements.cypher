// record_factor_statements: Writes statements as they are given, new or not; they are in the factor layer then.
// params: project, statements (list of {id, properties})
// returns: nothing
UNWIND $statements AS row
MERGE (s:FactorStatement {project: $project, id: row.id})
SET s += row.properties
REMOVE s.unplaced
