-- record_factor_link: Creates a factor link without counts.
-- params: layer, key, source, target, source_variable, target_variable, relation
-- returns: nothing
INSERT INTO factor_link (layer, key, source, target, source_variable, target_variable, relation)
VALUES ($layer, $key, $source, $target, $source_variable, $target_variable, $relation)
