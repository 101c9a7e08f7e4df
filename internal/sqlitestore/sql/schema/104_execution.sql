-- 104_execution: What workflows report while they run.
-- params: none
-- returns: nothing
-- Keys and contexts are kept once for all events that have them: content is the JSON of a context, empty for none;
-- rule is the version of the rule that made the key. at and recorded_at are milliseconds since 1970, id is the UUID,
-- data is deflated JSON without the context. Of a workflow, events and bytes count what is kept, removed what retention
-- removed; completion is JSON. The numbers of events, their sequences, never come twice.
CREATE TABLE workflow (
  number INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES project,
  id TEXT NOT NULL,
  events INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  last_recorded INTEGER NOT NULL,
  completion TEXT,
  UNIQUE (project, id)
);
CREATE TABLE execution_key (
  number INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES project,
  key TEXT NOT NULL,
  rule INTEGER NOT NULL,
  UNIQUE (project, key)
);
CREATE TABLE execution_context (
  number INTEGER PRIMARY KEY,
  key INTEGER NOT NULL REFERENCES execution_key,
  content TEXT NOT NULL,
  events INTEGER NOT NULL DEFAULT 0,
  UNIQUE (key, content)
);
CREATE TABLE execution_event (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  project INTEGER NOT NULL REFERENCES project,
  id BLOB NOT NULL,
  workflow INTEGER NOT NULL REFERENCES workflow,
  key INTEGER NOT NULL REFERENCES execution_key,
  context INTEGER NOT NULL REFERENCES execution_context,
  type TEXT NOT NULL,
  task TEXT,
  at INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  data BLOB NOT NULL
);
CREATE UNIQUE INDEX execution_event_id ON execution_event (project, id);
CREATE INDEX execution_event_workflow ON execution_event (workflow, at);
CREATE INDEX execution_event_key ON execution_event (key, at);
CREATE INDEX execution_event_order ON execution_event (project, at);
CREATE INDEX execution_event_project ON execution_event (project);
