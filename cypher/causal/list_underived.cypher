// list_underived: Some of the projects whose factor layer is stale, by name.
// params: limit
// returns: name
MATCH (p:Project) WHERE p.name > ''
  AND (p.factorsDropped IS NOT NULL OR EXISTS { MATCH (e:Record) USING INDEX SEEK e:Record(project, underived, id) WHERE e.project = p.name AND e.underived = true AND e.id > '' }
    OR EXISTS { MATCH (s:FactorStatement) USING INDEX SEEK s:FactorStatement(project, unplaced, id) WHERE s.project = p.name AND s.unplaced = true AND s.id > '' })
RETURN p.name AS name
ORDER BY name
LIMIT $limit
