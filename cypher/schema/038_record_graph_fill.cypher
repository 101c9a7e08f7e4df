// 038_record_graph_fill: Contributions that were put before their numbers were kept have the number 0.
// params: none
// returns: nothing
MATCH (e:Record) WHERE e.factorOutcome IS NOT NULL AND e.factorGraph IS NULL
SET e.factorGraph = 0
