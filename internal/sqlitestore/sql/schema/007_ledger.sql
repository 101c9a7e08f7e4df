-- 007_ledger: What callers asked for: calls that carry a key, and jobs.
-- params: none
-- returns: nothing
-- The project is a name, because it need not be recorded yet. An entry that outlives stays when its project is purged.
CREATE TABLE ledger (
  project TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  version INTEGER NOT NULL,
  data BLOB NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  outlives INTEGER NOT NULL,
  UNIQUE (project, kind, key)
);
CREATE INDEX ledger_expiry ON ledger (expires_at);
