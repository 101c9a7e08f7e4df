-- 005_reference: What episodes mention.
-- params: none
-- returns: nothing
-- Kind and key are read from sort_key and take no room. Occurrence 0 is the head of the episode. The spelling is empty
-- when the text has the key itself.
CREATE TABLE reference (
  number INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES project,
  sort_key TEXT NOT NULL,
  kind TEXT AS (substr(sort_key, 1, instr(sort_key, ' ') - 1)) VIRTUAL,
  key TEXT AS (substr(sort_key, instr(sort_key, ' ') + 1)) VIRTUAL,
  UNIQUE (project, sort_key)
);

CREATE TABLE mention (
  reference INTEGER NOT NULL REFERENCES reference,
  episode INTEGER NOT NULL REFERENCES episode,
  occurrence INTEGER NOT NULL,
  spelling TEXT NOT NULL,
  PRIMARY KEY (reference, episode, occurrence, spelling)
) WITHOUT ROWID;
CREATE INDEX mention_by ON mention (episode, occurrence);
