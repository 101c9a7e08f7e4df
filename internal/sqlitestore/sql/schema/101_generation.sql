-- 101_generation: Several generations of the index of a project, and the vectors of its chunks.
-- params: none
-- returns: nothing
-- Rows of index_episode refer to numbers that are gone for a moment. The greatest number that was ever given stays as
-- that of a project without a name, so that none is given twice.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE moved AS SELECT number, name FROM index_project;
INSERT INTO moved (number)
SELECT seq FROM sqlite_sequence WHERE name = 'index_project' AND seq NOT IN (SELECT number FROM index_project);
DROP TABLE index_project;
-- A row for each generation. What is dropped has no name any more. All vectors have one dimension, null while there
-- were none; added and removed count the transactions that added vectors or removed some, so that who holds them in
-- memory knows what to read anew.
CREATE TABLE index_project (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT,
  generation INTEGER NOT NULL,
  dimension INTEGER,
  added INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  UNIQUE (name, generation)
);
INSERT INTO index_project (number, name, generation) SELECT number, name, 1 FROM moved;
DROP TABLE moved;
-- How many of the chunks of the row have a vector of their own.
ALTER TABLE index_episode ADD COLUMN embedded INTEGER NOT NULL DEFAULT 0;
-- The number is that of the chunk times 4, plus that of the name: 0 chunk, 1 task, 2 outcome, 3 full. The vector has
-- length 1 and is a list of float32, little-endian.
CREATE TABLE index_vector (
  number INTEGER PRIMARY KEY,
  vector BLOB NOT NULL
);
