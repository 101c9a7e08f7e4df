-- put_rules: Replaces what people decided about the factors of a layer.
-- params: layer, rules
-- returns: nothing
UPDATE factor_layer SET rules = $rules WHERE number = $layer
