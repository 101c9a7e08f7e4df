-- record_factor_link: Makes a link between factors, without numbers.
-- params: layer, key, source, target, source_variable, target_variable, relation
-- returns: nothing
INSERT INTO factor_link (layer, key, source, target, source_variable, target_variable, relation)
VALUES ($layer, $key, $source, $target, $source_variable, $target_variable, $relation)
