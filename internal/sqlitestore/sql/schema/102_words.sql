-- 102_words: The words of all places in ordinary tables, instead of an FTS5 table for each.
-- params: none
-- returns: nothing
-- Number, project: a row of index_episode, and its place. What was put last: the words of the chunks of one row.
CREATE TABLE words_fresh (
  number INTEGER PRIMARY KEY,
  project INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  words BLOB NOT NULL
);
CREATE INDEX words_fresh_project ON words_fresh (project);
-- A segment holds the words of chunks with numbers from first to last, the place's other segments and fresh rows those
-- of others. dead of its chunks are gone, buried of them with words that are still in its pages; the others have so many
-- words.
-- state: 0 searched, 1 being merged from others, 2 being removed. target is the segment that it is merged into, 0 for
-- none; term the last one that was merged.
CREATE TABLE words_segment (
  project INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  state INTEGER NOT NULL,
  target INTEGER NOT NULL DEFAULT 0,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  dead INTEGER NOT NULL DEFAULT 0,
  buried INTEGER NOT NULL DEFAULT 0,
  words INTEGER NOT NULL,
  term TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (project, segment)
) WITHOUT ROWID;
-- What chunks a segment has, how long they are and which of them are gone: 1024 in a row.
CREATE TABLE words_span (
  project INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  span INTEGER NOT NULL,
  first INTEGER NOT NULL,
  chunks BLOB NOT NULL,
  dead BLOB NOT NULL DEFAULT x''
);
CREATE UNIQUE INDEX words_span_number ON words_span (project, segment, span);
-- In what chunks a segment has some terms that follow each other, from term on. A long list has several rows.
CREATE TABLE words_page (
  project INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  term TEXT NOT NULL,
  part INTEGER NOT NULL,
  words BLOB NOT NULL
);
CREATE UNIQUE INDEX words_page_term ON words_page (project, segment, term, part);
-- How many chunks of the place have a vector of their own.
ALTER TABLE index_project ADD COLUMN embedded INTEGER NOT NULL DEFAULT 0;
UPDATE index_project
SET embedded = (SELECT coalesce(sum(e.embedded), 0) FROM index_episode AS e WHERE e.project = index_project.number);
