// record_factor_statements: Writes statements, new or not, and puts them into the factor layer.
// params: project, statements (list of {id, properties})
// returns: nothing
UNWIND $statements AS row
MERGE (s:FactorStatement {project: $project, id: row.id})
SET s += row.properties
REMOVE s.unplaced
