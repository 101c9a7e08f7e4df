-- record_variable: The number of a variable, which is created unless it is there.
-- params: layer, hash, name
-- returns: number
INSERT INTO variable (layer, hash, name) VALUES ($layer, $hash, $name)
ON CONFLICT (layer, hash) DO UPDATE SET name = name
RETURNING number AS number
