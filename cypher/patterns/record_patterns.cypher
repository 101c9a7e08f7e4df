// record_patterns: Writes patterns with their index entries and relations, and the number of patterns of the project.
// params: project, patterns (list of {key, drawn, properties, entries, watched, triggers, leads, states, specializes, generalizes, contradicts, complements, successor})
// returns: nothing
// What follows from the definition is redrawn only where it has changed. A relation to a
// missing pattern is not drawn; a lead to one is drawn when that comes.
CALL () {
  UNWIND $patterns AS row
  OPTIONAL MATCH (known:Pattern {project: $project, key: row.key})
  WITH count(CASE WHEN known IS NULL THEN 1 END) AS added
  MATCH (project:Project {name: $project})
  SET project.patterns = coalesce(project.patterns, 0) + added
}
CALL () {
  UNWIND $patterns AS row
  MERGE (p:Pattern {project: $project, key: row.key})
  ON CREATE SET p.added = true
  SET p += row.properties
}
CALL () {
  UNWIND $patterns AS row
  MATCH (o:Pattern {project: $project, key: row.key})
  WHERE o.added
  REMOVE o.added
  WITH collect(o) AS added
  WHERE size(added) > 0
  MATCH (p:Pattern {project: $project})
  UNWIND p.leads AS lead
  WITH p, added, split(lead, ' ') AS lead
  UNWIND [o IN added WHERE o.key = lead[1]] AS o
  WITH p, o, lead[0] AS relation
  WHERE NOT EXISTS { (p)-[:LEADS_TO {relation: relation}]->(o) }
  CREATE (p)-[:LEADS_TO {relation: relation}]->(o)
}
CALL () {
  UNWIND $patterns AS row
  MATCH (p:Pattern {project: $project, key: row.key})
  WHERE coalesce(p.drawn, '') <> row.drawn
  SET p.drawn = row.drawn
  WITH p, row
  CALL (p) { MATCH (p)-[x:SPECIALIZES|GENERALIZES|CONTRADICTS|COMPLEMENTS|LEADS_TO|SUPERSEDED_BY]->(:Pattern) DELETE x }
  CALL (p) {
    OPTIONAL MATCH (p)-[x:FOUND_BY|WATCHES|TRIGGERED_BY|LEADS_TO]->(o:PatternEntry|PatternState)
    DELETE x
    RETURN collect(DISTINCT o) AS before
  }
  CALL (p, row) {
    UNWIND row.entries AS key
    MERGE (o:PatternEntry {project: $project, key: key})
    ON CREATE SET o.label = key
    CREATE (p)-[:FOUND_BY]->(o)
  }
  CALL (row) {
    UNWIND row.states AS state
    MERGE (o:PatternState {project: $project, key: state.key})
    SET o += state.properties
  }
  CALL (p, row) {
    UNWIND row.watched AS key
    MATCH (o:PatternState {project: $project, key: key})
    CREATE (p)-[:WATCHES]->(o)
  }
  CALL (p, row) {
    UNWIND row.triggers AS key
    MATCH (o:PatternState {project: $project, key: key})
    CREATE (p)-[:TRIGGERED_BY]->(o)
  }
  CALL (p, row) {
    UNWIND row.leads AS lead
    MATCH (o:PatternState {project: $project, key: lead.state})
    CREATE (p)-[:LEADS_TO {relation: lead.relation}]->(o)
  }
  CALL (p, row) {
    UNWIND row.leads AS lead
    MATCH (o:Pattern {project: $project, key: lead.pattern})
    CREATE (p)-[:LEADS_TO {relation: lead.relation}]->(o)
  }
  CALL (p, row) {
    UNWIND row.specializes AS key
    MATCH (o:Pattern {project: $project, key: key})
    CREATE (p)-[:SPECIALIZES]->(o)
  }
  CALL (p, row) {
    UNWIND row.generalizes AS key
    MATCH (o:Pattern {project: $project, key: key})
    CREATE (p)-[:GENERALIZES]->(o)
  }
  CALL (p, row) {
    UNWIND row.contradicts AS key
    MATCH (o:Pattern {project: $project, key: key})
    CREATE (p)-[:CONTRADICTS]->(o)
  }
  CALL (p, row) {
    UNWIND row.complements AS key
    MATCH (o:Pattern {project: $project, key: key})
    CREATE (p)-[:COMPLEMENTS]->(o)
  }
  CALL (p, row) {
    UNWIND row.successor AS key
    MATCH (o:Pattern {project: $project, key: key})
    CREATE (p)-[:SUPERSEDED_BY]->(o)
  }
  UNWIND before AS o
  WITH DISTINCT o
  WHERE NOT EXISTS { (o)<-[:FOUND_BY|WATCHES|TRIGGERED_BY|LEADS_TO]-() }
  DELETE o
}
