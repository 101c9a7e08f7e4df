-- 003_note: What the caller notes about a record, for its receipt.
-- params: none
-- returns: nothing
ALTER TABLE record ADD COLUMN note TEXT;
