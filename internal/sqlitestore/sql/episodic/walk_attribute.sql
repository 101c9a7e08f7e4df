-- walk_attribute: Episodes that have an attribute from one place to another, both included, and before one episode; latest first.
-- params: attribute, from, to, before, limit
-- returns: at, episode
SELECT a.at AS at, a.episode AS episode
FROM episode_attribute a
WHERE a.attribute = $attribute AND a.at >= $from AND a.at <= $to AND (a.at < $to OR a.episode < $before)
ORDER BY a.at DESC, a.episode DESC
LIMIT $limit
