-- create_vector: The table of the vectors that were paid for, in the order of their coming.
-- params: none
-- returns: nothing
CREATE TABLE IF NOT EXISTS vector (
  number INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE,
  value BLOB NOT NULL
)
