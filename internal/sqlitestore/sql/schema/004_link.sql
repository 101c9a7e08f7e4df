-- 004_link: Links between occurrences, and what episodes state about other episodes.
-- params: none
-- returns: nothing
-- episode is the one that states the link; its last revision says when. A link without a direction is there
-- twice, once each way, with one id; the second row is marked as back. A link to or from another episode is
-- kept in cross_link whether its other end, the occurrence with that short id, is there or not.
CREATE TABLE link (
  number INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES occurrence,
  target INTEGER NOT NULL REFERENCES occurrence,
  relation INTEGER NOT NULL,
  basis INTEGER NOT NULL,
  back INTEGER NOT NULL,
  episode INTEGER NOT NULL,
  id BLOB NOT NULL,
  confidence REAL,
  note TEXT
);
CREATE INDEX link_from ON link (source, target, relation, basis);
CREATE INDEX link_to ON link (target, source, relation, basis);
CREATE INDEX link_stated ON link (episode) WHERE back = 0;

CREATE TABLE cross_link (
  number INTEGER PRIMARY KEY,
  episode INTEGER NOT NULL REFERENCES episode,
  own INTEGER NOT NULL REFERENCES occurrence,
  outgoing INTEGER NOT NULL,
  project INTEGER NOT NULL,
  other TEXT NOT NULL,
  short TEXT NOT NULL,
  relation INTEGER NOT NULL,
  basis INTEGER NOT NULL,
  id BLOB NOT NULL,
  confidence REAL,
  note TEXT
);
CREATE INDEX cross_link_stated ON cross_link (episode);
CREATE INDEX cross_link_own ON cross_link (own);
CREATE INDEX cross_link_awaits ON cross_link (project, other);
