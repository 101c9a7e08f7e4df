// count_written: How many nodes and relationships a project has, without what is derived of them.
// params: project
// returns: label, nodes, relationships
CALL () {
  MATCH (n:Record) WHERE n.project = $project AND n.id > ''
  RETURN 'Record' AS label, count(n) AS nodes, sum(COUNT { (n)-[r]->() WHERE NOT r:OBSERVES|SUPPORTS|INSTANCE_OF }) AS relationships
  UNION ALL
  MATCH (n:Occurrence) WHERE n.project = $project AND n.key > ''
  RETURN 'Occurrence' AS label, count(n) AS nodes, sum(COUNT { (n)-[r]->() WHERE NOT r:OBSERVES|SUPPORTS|INSTANCE_OF }) AS relationships
  UNION ALL
  MATCH (n:Reference) WHERE n.project = $project AND n.sortKey > ''
  RETURN 'Reference' AS label, count(n) AS nodes, sum(COUNT { (n)<--() }) AS relationships
  UNION ALL
  MATCH (n:CrossLink) WHERE n.project = $project AND n.id > ''
  RETURN 'CrossLink' AS label, count(n) AS nodes, sum(COUNT { (n)<--() }) AS relationships
}
RETURN label, nodes, relationships
ORDER BY label
