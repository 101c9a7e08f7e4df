-- 002_trace: What came of each trace or session, and which of them became an episode.
-- params: none
-- returns: nothing
-- Times are microseconds since 1970. A trace is due while more was stored of it than its episode was made of. The workflow is empty
-- for what names no trace.
CREATE TABLE trace (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  project TEXT NOT NULL,
  workflow TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  stored INTEGER NOT NULL,
  merged INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  made_of INTEGER NOT NULL,
  problem TEXT NOT NULL,
  UNIQUE (project, workflow)
);
CREATE INDEX trace_due ON trace (last_at) WHERE stored > made_of;
CREATE INDEX trace_settled ON trace (last_at) WHERE stored <= made_of;
CREATE INDEX trace_project ON trace (project);
CREATE TABLE trace_refusal (
  trace INTEGER NOT NULL,
  reason TEXT NOT NULL,
  items INTEGER NOT NULL,
  UNIQUE (trace, reason)
);
