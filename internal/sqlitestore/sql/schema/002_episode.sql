-- 002_episode: Episodes, present or deleted, with what lists filter by, and their contents.
-- params: none
-- returns: nothing
-- revision is the number of the last one; its hash and times are in its row. The words of tags, tools and
-- strategies are JSON lists. task_folded is the task in lower case where lower() would not give it: beyond ASCII.
-- episode_key has the ids in the order of the keys of their occurrences. content is deflated JSON.
CREATE TABLE episode (
  number INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES project,
  id TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  present INTEGER NOT NULL,
  deleted_at TEXT,
  revision INTEGER NOT NULL,
  indexed_revision INTEGER NOT NULL DEFAULT 0,
  index_due TEXT,
  index_attempts INTEGER NOT NULL DEFAULT 0,
  reads INTEGER NOT NULL DEFAULT 0,
  read_at TEXT,
  decisions INTEGER NOT NULL,
  events INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  domain TEXT,
  task_type TEXT,
  complexity TEXT,
  session TEXT,
  tags TEXT,
  tools TEXT,
  strategies TEXT,
  task TEXT,
  task_folded TEXT
);
CREATE UNIQUE INDEX episode_id ON episode (project, id);
CREATE INDEX episode_order ON episode (project, present, sort_key);
CREATE INDEX episode_key ON episode (project, id || '/');
CREATE INDEX episode_due ON episode (index_due) WHERE index_due IS NOT NULL;

CREATE TABLE revision (
  key INTEGER PRIMARY KEY,
  episode INTEGER NOT NULL REFERENCES episode,
  number INTEGER NOT NULL,
  hash BLOB NOT NULL,
  recorded_at TEXT NOT NULL,
  content BLOB NOT NULL,
  UNIQUE (episode, number)
);
