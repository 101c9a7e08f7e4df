-- create_history: Creates the list of the steps of the schema that ran.
-- params: none
-- returns: nothing
CREATE TABLE IF NOT EXISTS schema_step (
  version TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  finished_at TEXT NOT NULL
) WITHOUT ROWID
