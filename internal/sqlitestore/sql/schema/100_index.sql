-- 100_index: What the word search holds; every project has an FTS5 table of its own beside it.
-- params: none
-- returns: nothing
-- Nothing here refers to the tables of the graph: all of it can be built again from them.
-- A project without a name is being dropped; numbers are never given twice.
CREATE TABLE index_project (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE
);
-- What filters ask of an episode. The task is in lower case, the time null when it is unknown.
-- An episode has several rows when its chunks do not agree, and one for each 1024 chunks.
CREATE TABLE index_episode (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  project INTEGER NOT NULL REFERENCES index_project (number),
  id TEXT NOT NULL,
  task TEXT NOT NULL,
  started_at TEXT
);
CREATE INDEX index_episode_id ON index_episode (project, id);
-- The words that filters compare whole, by kind: outcome, tag and so on.
CREATE TABLE index_attribute (
  project INTEGER NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  episode INTEGER NOT NULL REFERENCES index_episode (number) ON DELETE CASCADE,
  PRIMARY KEY (project, kind, value, episode)
) WITHOUT ROWID;
CREATE INDEX index_attribute_episode ON index_attribute (episode);
-- The number is the rowid in the FTS5 table, which keeps the words and not the texts. Divided by
-- 1024 it is the number of the row of index_episode, so that a search narrows to episodes
-- without looking chunks up.
CREATE TABLE index_chunk (
  number INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  position INTEGER NOT NULL,
  part TEXT NOT NULL,
  text TEXT NOT NULL,
  occurrences TEXT NOT NULL,
  digest TEXT NOT NULL
);
