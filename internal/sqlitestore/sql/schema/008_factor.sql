-- 008_factor: Factors, the links between them, and what each episode contributes to them.
-- params: none
-- returns: nothing
-- Instants are microseconds since 1970, null when unknown. A layer without a project was replaced and is being removed;
-- episodes that are underived are to be derived into the layer of their project. Numbers of factors are never given
-- twice, because occurrences keep those of a layer that was replaced until they are derived again.
ALTER TABLE episode ADD COLUMN underived INTEGER NOT NULL DEFAULT 0;
UPDATE episode SET underived = 1 WHERE present = 1;
CREATE INDEX episode_underived ON episode (project, id) WHERE underived = 1;
ALTER TABLE occurrence ADD COLUMN factor INTEGER;

CREATE TABLE factor_layer (
  number INTEGER PRIMARY KEY,
  project INTEGER UNIQUE REFERENCES project,
  version INTEGER NOT NULL DEFAULT 0,
  graph INTEGER NOT NULL DEFAULT 0,
  episodes INTEGER NOT NULL DEFAULT 0,
  self_links INTEGER NOT NULL DEFAULT 0,
  rules TEXT NOT NULL DEFAULT '{}'
);
-- A variable that no episode tells and nobody closed is there only for the factors that statements name. hash is the
-- beginning of the hash of the name, which may be long.
CREATE TABLE variable (
  number INTEGER PRIMARY KEY,
  layer INTEGER NOT NULL REFERENCES factor_layer,
  hash INTEGER NOT NULL,
  name TEXT NOT NULL,
  recorded INTEGER NOT NULL DEFAULT 0,
  closed INTEGER NOT NULL DEFAULT 0,
  absent_state TEXT NOT NULL DEFAULT '',
  UNIQUE (layer, hash)
);
-- The label is made of the name of the variable and the state; folded is it in lower case where it has letters in upper
-- case beyond ASCII.
CREATE TABLE factor (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  layer INTEGER NOT NULL REFERENCES factor_layer,
  key TEXT NOT NULL,
  variable INTEGER NOT NULL REFERENCES variable,
  state TEXT NOT NULL,
  folded TEXT,
  successes INTEGER NOT NULL,
  partials INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  unknown INTEGER NOT NULL,
  decisions INTEGER NOT NULL,
  events INTEGER NOT NULL,
  outcomes INTEGER NOT NULL,
  contexts INTEGER NOT NULL,
  statements INTEGER NOT NULL,
  first_seen INTEGER,
  last_seen INTEGER,
  UNIQUE (layer, key)
);
CREATE INDEX factor_variable ON factor (variable);
-- bases are the bits of why it is believed, weight is what a path counts with, grade under how many rules it is shown.
CREATE TABLE factor_link (
  number INTEGER PRIMARY KEY,
  layer INTEGER NOT NULL REFERENCES factor_layer,
  key TEXT NOT NULL,
  source INTEGER NOT NULL REFERENCES factor,
  target INTEGER NOT NULL REFERENCES factor,
  source_variable INTEGER NOT NULL,
  target_variable INTEGER NOT NULL,
  relation INTEGER NOT NULL,
  grade INTEGER NOT NULL DEFAULT 0,
  bases INTEGER NOT NULL DEFAULT 0,
  weight REAL,
  forward INTEGER NOT NULL DEFAULT 0,
  backward INTEGER NOT NULL DEFAULT 0,
  first_seen INTEGER,
  last_seen INTEGER,
  evidence INTEGER AS (stated + extracted + temporal + measured) VIRTUAL,
  stated INTEGER NOT NULL DEFAULT 0,
  extracted INTEGER NOT NULL DEFAULT 0,
  temporal INTEGER NOT NULL DEFAULT 0,
  measured INTEGER NOT NULL DEFAULT 0,
  statements INTEGER NOT NULL DEFAULT 0,
  stated_strength REAL,
  n11 INTEGER NOT NULL DEFAULT 0,
  n10 INTEGER NOT NULL DEFAULT 0,
  n01 INTEGER NOT NULL DEFAULT 0,
  n00 INTEGER NOT NULL DEFAULT 0,
  strength REAL,
  delta_p REAL,
  delta_low REAL,
  delta_high REAL,
  posterior REAL,
  posterior_low REAL,
  posterior_high REAL,
  confidence REAL,
  unmeasured INTEGER NOT NULL DEFAULT 0,
  unsupported INTEGER NOT NULL DEFAULT 0,
  ambiguous INTEGER NOT NULL DEFAULT 0,
  suggested INTEGER,
  UNIQUE (layer, key)
);
CREATE INDEX factor_link_from ON factor_link (source, key);
CREATE INDEX factor_link_to ON factor_link (target, key);
-- A link that correlates has relation 3 and is followed both ways.
CREATE INDEX factor_link_from_mutual ON factor_link (source, key) WHERE relation = 3;
CREATE INDEX factor_link_to_mutual ON factor_link (target, key) WHERE relation = 3;
CREATE INDEX factor_link_among ON factor_link (source_variable, target_variable);

CREATE TABLE contribution (
  episode INTEGER PRIMARY KEY REFERENCES episode,
  layer INTEGER NOT NULL REFERENCES factor_layer,
  outcome TEXT NOT NULL,
  seen INTEGER,
  self_links INTEGER NOT NULL
);
CREATE INDEX contribution_layer ON contribution (layer, seen);
-- kinds are bits: decision, event, outcome, context. instances counts the occurrences. at is the order in the episode,
-- null when nothing tells it; seen is that of the contribution.
CREATE TABLE observation (
  episode INTEGER NOT NULL REFERENCES episode,
  variable INTEGER NOT NULL,
  factor INTEGER NOT NULL REFERENCES factor,
  kinds INTEGER NOT NULL,
  instances INTEGER NOT NULL,
  at INTEGER,
  seen INTEGER,
  PRIMARY KEY (episode, variable, factor)
) WITHOUT ROWID;
CREATE INDEX observation_of ON observation (factor, seen, at, instances);
CREATE TABLE support (
  episode INTEGER NOT NULL REFERENCES episode,
  link INTEGER NOT NULL REFERENCES factor_link,
  basis INTEGER NOT NULL,
  seen INTEGER,
  PRIMARY KEY (episode, link)
) WITHOUT ROWID;
CREATE INDEX support_of ON support (link, seen, basis);

-- The ends are named as stated. source_now, target_now and link are what it makes of the layer, null while it is in none;
-- link is null also when both ends are one factor. episodes is a JSON list.
CREATE TABLE factor_statement (
  number INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES project,
  id TEXT NOT NULL,
  source_variable TEXT NOT NULL,
  source_state TEXT NOT NULL,
  relation INTEGER NOT NULL,
  target_variable TEXT NOT NULL,
  target_state TEXT NOT NULL,
  origin TEXT NOT NULL,
  strength REAL,
  confidence REAL,
  note TEXT NOT NULL,
  episodes TEXT NOT NULL,
  at TEXT NOT NULL,
  source_now INTEGER REFERENCES factor,
  target_now INTEGER REFERENCES factor,
  link TEXT,
  UNIQUE (project, id)
);
CREATE INDEX factor_statement_source ON factor_statement (source_now) WHERE source_now IS NOT NULL;
CREATE INDEX factor_statement_target ON factor_statement (target_now) WHERE target_now IS NOT NULL;
CREATE INDEX factor_statement_link ON factor_statement (project, link) WHERE link IS NOT NULL;
CREATE INDEX factor_statement_unplaced ON factor_statement (project, id) WHERE source_now IS NULL;
