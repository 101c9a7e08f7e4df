-- remove_attribute: Removes an episode from those that have an attribute.
-- params: attribute, at, episode
-- returns: nothing
DELETE FROM episode_attribute WHERE attribute = $attribute AND at = $at AND episode = $episode
