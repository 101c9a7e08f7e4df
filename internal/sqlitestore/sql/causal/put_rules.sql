-- put_rules: Replaces the rules of a layer.
-- params: layer, rules
-- returns: nothing
UPDATE factor_layer SET rules = $rules WHERE number = $layer
