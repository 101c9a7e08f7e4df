-- record_variable: Creates a variable.
-- params: layer, hash, name, recorded, closed, absent_state
-- returns: nothing
INSERT INTO variable (layer, hash, name, recorded, closed, absent_state)
VALUES ($layer, $hash, $name, $recorded, $closed, $absent_state)
