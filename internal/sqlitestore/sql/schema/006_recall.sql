-- 006_recall: The state of the index of each project, models that make vectors, and what filters ask of deleted episodes.
-- params: none
-- returns: nothing
-- index_state is JSON; null in a project that was recorded before there were states. Of a present episode the
-- occurrences and mentions say what filters ask for; described says it of a deleted one, as JSON.
ALTER TABLE project ADD COLUMN index_state TEXT;
ALTER TABLE episode ADD COLUMN described TEXT;

CREATE TABLE model (
  number INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES project ON DELETE CASCADE,
  fingerprint TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (project, fingerprint)
);
