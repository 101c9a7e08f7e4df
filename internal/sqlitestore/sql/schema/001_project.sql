-- 001_project: Projects by name.
-- params: none
-- returns: nothing
-- The number stands for the project everywhere else.
CREATE TABLE project (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
);
