-- put_variable: Replaces what is known of a variable, new or not.
-- params: layer, hash, name, recorded, closed, absent_state
-- returns: nothing
INSERT INTO variable (layer, hash, name, recorded, closed, absent_state)
VALUES ($layer, $hash, $name, $recorded, $closed, $absent_state)
ON CONFLICT (layer, hash) DO UPDATE SET
  recorded = excluded.recorded, closed = excluded.closed, absent_state = excluded.absent_state
