-- 001_project: Projects by name.
-- params: none
-- returns: nothing
-- The number stands for the project in the other tables. Instants are texts of a fixed width, so that
-- their order is that of time.
CREATE TABLE project (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
);
