-- 003_occurrence: What is drawn of the present episodes: decisions, events and outcomes.
-- params: none
-- returns: nothing
-- The key of an occurrence is the id of the episode, a slash and the short id. folded is the label in lower case
-- where it has letters in upper case beyond ASCII. Without an outcome it is unknown.
CREATE TABLE occurrence (
  number INTEGER PRIMARY KEY,
  episode INTEGER NOT NULL REFERENCES episode,
  short TEXT NOT NULL,
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  label TEXT NOT NULL,
  folded TEXT,
  at TEXT,
  outcome TEXT,
  position INTEGER NOT NULL,
  UNIQUE (episode, short)
);
