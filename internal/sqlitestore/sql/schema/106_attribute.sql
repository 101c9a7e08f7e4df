-- 106_attribute: Which present episodes have a word that filters compare whole, latest first.
-- params: none
-- returns: nothing
-- The name of an attribute is its kind, a space and the word. at is the second in which an episode began, or, where that
-- is unknown, its id, a text: numbers come before texts. Rows of episode_attribute go with what is drawn of an episode;
-- attributed says what they have to be.
CREATE TABLE attribute (
  number INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES project,
  name TEXT NOT NULL,
  UNIQUE (project, name)
);
CREATE TABLE episode_attribute (
  attribute INTEGER NOT NULL,
  at NOT NULL,
  episode INTEGER NOT NULL,
  PRIMARY KEY (attribute, at, episode)
) WITHOUT ROWID;
CREATE VIEW attributed (episode, project, at, name) AS
SELECT e.number, e.project, iif(e.sort_key >= '0', unixepoch(substr(e.sort_key, 1, 19)), e.id), w.value
FROM episode e CROSS JOIN json_each(json_array(
  'outcome ' || e.outcome, 'domain ' || e.domain, 'taskType ' || e.task_type, 'complexity ' || e.complexity, 'session ' || e.session)) w
WHERE e.present = 1 AND w.value IS NOT NULL
UNION ALL
SELECT e.number, e.project, iif(e.sort_key >= '0', unixepoch(substr(e.sort_key, 1, 19)), e.id), 'tag ' || w.value
FROM episode e CROSS JOIN json_each(e.tags) w WHERE e.present = 1
UNION ALL
SELECT e.number, e.project, iif(e.sort_key >= '0', unixepoch(substr(e.sort_key, 1, 19)), e.id), 'tool ' || w.value
FROM episode e CROSS JOIN json_each(e.tools) w WHERE e.present = 1
UNION ALL
SELECT e.number, e.project, iif(e.sort_key >= '0', unixepoch(substr(e.sort_key, 1, 19)), e.id), 'strategy ' || w.value
FROM episode e CROSS JOIN json_each(e.strategies) w WHERE e.present = 1
UNION ALL
SELECT e.number, e.project, iif(e.sort_key >= '0', unixepoch(substr(e.sort_key, 1, 19)), e.id), 'actor ' || w.value
FROM episode e CROSS JOIN json_each(e.actors) w WHERE e.present = 1
UNION ALL
SELECT e.number, e.project, iif(e.sort_key >= '0', unixepoch(substr(e.sort_key, 1, 19)), e.id), 'decisionType ' || o.type
FROM episode e CROSS JOIN occurrence o ON o.episode = e.number WHERE e.present = 1 AND o.kind = 'decision'
UNION ALL
SELECT e.number, e.project, iif(e.sort_key >= '0', unixepoch(substr(e.sort_key, 1, 19)), e.id), 'failed failed'
FROM episode e
WHERE e.present = 1 AND (e.outcome IN ('failure', 'partial') OR EXISTS (
  SELECT 1 FROM occurrence o
  WHERE o.episode = e.number AND (o.kind = 'decision' AND o.outcome = 'failure' OR o.kind = 'event' AND o.type = 'error')));
INSERT OR IGNORE INTO attribute (project, name) SELECT w.project, w.name FROM attributed w;
INSERT OR IGNORE INTO episode_attribute (attribute, at, episode)
SELECT t.number, w.at, w.episode
FROM attributed w
CROSS JOIN attribute t ON t.project = w.project AND t.name = w.name;
