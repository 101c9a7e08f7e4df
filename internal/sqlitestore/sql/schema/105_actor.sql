-- 105_actor: Who acts in an episode, as a JSON list.
-- params: none
-- returns: nothing
-- Episodes recorded before name nobody.
ALTER TABLE episode ADD COLUMN actors TEXT;
