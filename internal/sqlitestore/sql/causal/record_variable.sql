-- record_variable: The number of a variable, which is created unless it is there.
-- params: layer, name
-- returns: number
INSERT INTO variable (layer, name) VALUES ($layer, $name)
ON CONFLICT (layer, name) DO UPDATE SET name = name
RETURNING number AS number
