-- add_vector: Keeps a vector; what is there already stays.
-- params: $key, $value
-- returns: nothing
INSERT INTO vector (key, value)
VALUES ($key, $value)
ON CONFLICT (key) DO NOTHING
