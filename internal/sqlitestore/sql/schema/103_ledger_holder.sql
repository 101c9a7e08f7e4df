-- 103_ledger_holder: Who holds an entry of the ledger and may write under it; empty for nobody.
-- params: none
-- returns: nothing
ALTER TABLE ledger ADD COLUMN holder TEXT NOT NULL DEFAULT '';
