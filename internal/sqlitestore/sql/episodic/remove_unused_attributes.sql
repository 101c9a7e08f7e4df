-- remove_unused_attributes: Removes those of some attributes that no episode has anymore.
-- params: attributes
-- returns: nothing
DELETE FROM attribute
WHERE number IN (SELECT a.value FROM json_each($attributes) a)
  AND NOT EXISTS (SELECT 1 FROM episode_attribute m WHERE m.attribute = attribute.number)
