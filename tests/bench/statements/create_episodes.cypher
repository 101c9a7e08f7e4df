// create_episodes: Draws episodes with their revisions, occurrences, options and stated cross links.
// params: episodes (list of {episode, revision, decisions, events, outcomes, crossLinks})
// returns: nothing
UNWIND $episodes AS row
CREATE (e:Record:Episode) SET e = row.episode
CREATE (e)-[:HAS_REVISION]->(v:Revision) SET v = row.revision
FOREACH (d IN row.decisions | CREATE (e)-[:HAS_DECISION]->(o:Occurrence:Decision) SET o = d.properties
  FOREACH (p IN d.considered | CREATE (o)-[:CONSIDERED]->(n:Option) SET n = p.properties
    FOREACH (yes IN p.chosen | CREATE (o)-[:CHOSE]->(n)))
  FOREACH (p IN d.chosen | CREATE (o)-[:CHOSE]->(n:Option) SET n = p.properties))
FOREACH (p IN row.events | CREATE (e)-[:HAS_EVENT]->(o:Occurrence:Event) SET o = p)
FOREACH (p IN row.outcomes | CREATE (e)-[:HAS_OUTCOME]->(o:Occurrence:Outcome) SET o = p)
FOREACH (p IN row.crossLinks | CREATE (e)-[:STATES]->(c:CrossLink) SET c = p)
