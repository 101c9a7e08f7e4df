-- remove_unmentioned: Removes those of some references that nothing mentions anymore.
-- params: references
-- returns: nothing
DELETE FROM reference
WHERE number IN (SELECT r.value FROM json_each($references) r)
  AND NOT EXISTS (SELECT 1 FROM mention m WHERE m.reference = reference.number)
