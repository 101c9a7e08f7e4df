-- 010_pattern: Patterns with their evidence and history, what they are found by, and whether an episode has an error.
-- params: none
-- returns: nothing
-- Instants are microseconds since 1970, null when unknown. Contributions that are older than the column errors are
-- derived anew, because the version of the derivation is another one.
ALTER TABLE contribution ADD COLUMN errors INTEGER NOT NULL DEFAULT 0;

-- A pattern without a project is being removed, because its project is. time_saved and cost_saved are sums over so many
-- applications. matches is JSON. Each by_ is the rank in one order of lists, the least first.
CREATE TABLE pattern (
  number INTEGER PRIMARY KEY,
  project INTEGER REFERENCES project,
  key TEXT NOT NULL,
  category TEXT NOT NULL,
  status TEXT NOT NULL,
  origin TEXT NOT NULL,
  anti_pattern INTEGER NOT NULL,
  rule TEXT NOT NULL,
  counted_from INTEGER,
  successes INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  unknown INTEGER NOT NULL,
  applications INTEGER NOT NULL,
  time_saved REAL NOT NULL,
  time_saved_in INTEGER NOT NULL,
  cost_saved REAL NOT NULL,
  cost_saved_in INTEGER NOT NULL,
  last_used INTEGER,
  by_rate REAL NOT NULL,
  by_rate_ascending REAL NOT NULL,
  by_wilson REAL NOT NULL,
  by_updated REAL NOT NULL,
  matches TEXT NOT NULL,
  UNIQUE (project, key)
);
-- name, trigger and action are in lower case; body is JSON and has all but what is counted. It is apart, so that a list
-- reads only those of its page, and a write of counts is small.
CREATE TABLE pattern_body (
  pattern INTEGER PRIMARY KEY REFERENCES pattern,
  name TEXT NOT NULL,
  trigger TEXT NOT NULL,
  action TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE TABLE pattern_entry (
  project INTEGER NOT NULL,
  entry TEXT NOT NULL,
  pattern INTEGER NOT NULL REFERENCES pattern,
  PRIMARY KEY (project, entry, pattern)
) WITHOUT ROWID;
CREATE INDEX pattern_entry_of ON pattern_entry (pattern);
-- factor is the key of a factor as the pattern states it, which may be none of the layer.
CREATE TABLE pattern_watch (
  project INTEGER NOT NULL,
  factor TEXT NOT NULL,
  pattern INTEGER NOT NULL REFERENCES pattern,
  PRIMARY KEY (project, factor, pattern)
) WITHOUT ROWID;
CREATE INDEX pattern_watch_of ON pattern_watch (pattern);
-- id is that of the episode, in whose order evidence is listed. applied_at is null when nobody recorded an application.
CREATE TABLE pattern_evidence (
  pattern INTEGER NOT NULL REFERENCES pattern,
  id TEXT NOT NULL,
  episode INTEGER NOT NULL REFERENCES episode,
  seen INTEGER,
  observed INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  counted INTEGER NOT NULL,
  applied_at INTEGER,
  outcome TEXT NOT NULL,
  note TEXT NOT NULL,
  time_saved REAL,
  cost_saved REAL,
  PRIMARY KEY (pattern, id)
) WITHOUT ROWID;
CREATE INDEX pattern_evidence_in ON pattern_evidence (episode);
CREATE INDEX pattern_evidence_applied ON pattern_evidence (pattern) WHERE applied_at IS NOT NULL;
CREATE TABLE pattern_change (
  pattern INTEGER NOT NULL REFERENCES pattern,
  number INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (pattern, number)
) WITHOUT ROWID;
