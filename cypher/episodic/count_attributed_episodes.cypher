// count_attributed_episodes: The number of present episodes of a project that match, among those with some attributes.
// params: attributes, project, from, before, outcomes, domain, taskType, complexity, session, tags, tools, strategies, task, decisionTypes, references, actors, failed
// returns: count
CALL db.index.fulltext.queryNodes('episode_attributes', $attributes) YIELD node AS e
WITH e
WHERE e:Episode AND e.project = $project AND e.sortKey >= $from AND e.sortKey < $before
  AND ($outcomes IS NULL OR e.outcome IN $outcomes)
  AND ($domain IS NULL OR e.domain = $domain)
  AND ($taskType IS NULL OR e.taskType = $taskType)
  AND ($complexity IS NULL OR e.complexity = $complexity)
  AND ($session IS NULL OR e.session = $session)
  AND ($tags IS NULL OR any(word IN $tags WHERE word IN e.tags))
  AND ($tools IS NULL OR any(word IN $tools WHERE word IN e.tools))
  AND ($strategies IS NULL OR any(word IN $strategies WHERE word IN e.strategies))
  AND ($task IS NULL OR e.taskLower CONTAINS $task)
  AND ($decisionTypes IS NULL OR any(word IN $decisionTypes WHERE word IN e.decisionTypes))
  AND ($references IS NULL OR any(word IN $references WHERE word IN e.references))
  AND ($actors IS NULL OR any(word IN $actors WHERE word IN e.actors))
  AND ($failed IS NULL OR e.failed)
RETURN count(e) AS count
