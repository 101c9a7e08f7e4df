-- 001_record: Records with their receipts, and which of them a call with an idempotency key brought.
-- params: none
-- returns: nothing
-- States: 0 JOURNALED, 1 APPLIED, 2 INDEXED, 3 FAILED. Times are microseconds since 1970. A record has a body until it is indexed.
CREATE TABLE record (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  project TEXT NOT NULL,
  id BLOB NOT NULL,
  key TEXT NOT NULL,
  hash BLOB NOT NULL,
  state INTEGER NOT NULL,
  size INTEGER NOT NULL,
  journaled_at INTEGER NOT NULL,
  applied_at INTEGER,
  reason TEXT,
  body BLOB
);
CREATE UNIQUE INDEX record_id ON record (project, id);
CREATE INDEX record_waiting ON record (state, sequence) WHERE state <> 2;
CREATE INDEX record_indexed ON record (applied_at) WHERE state = 2;
CREATE TABLE keyed_call (
  project TEXT NOT NULL,
  key TEXT NOT NULL,
  digest BLOB NOT NULL,
  last INTEGER NOT NULL,
  sequences TEXT NOT NULL,
  UNIQUE (project, key)
);
CREATE INDEX keyed_call_last ON keyed_call (last);
