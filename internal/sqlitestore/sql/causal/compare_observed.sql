-- compare_observed: How many episodes have a factor, or tell a state of a variable, and so of another; and in how many it is before or after the other.
-- params: variable, factor, other_variable, other_factor, until
-- returns: count, forward, backward
-- A factor is null where any state will do; then forward and backward mean nothing.
SELECT count(DISTINCT o.episode) AS count, coalesce(sum(o.at < n.at), 0) AS forward, coalesce(sum(o.at > n.at), 0) AS backward
FROM factor f
CROSS JOIN observation o ON o.factor = f.number AND ($until IS NULL OR o.seen <= $until)
CROSS JOIN observation n ON n.episode = o.episode AND n.variable = $other_variable AND ($other_factor IS NULL OR n.factor = $other_factor)
WHERE f.variable = $variable AND ($factor IS NULL OR f.number = $factor)
