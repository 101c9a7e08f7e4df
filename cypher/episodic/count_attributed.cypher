// count_attributed: How many present episodes have some attributes, counted up to a limit.
// params: attributes, limit
// returns: count
CALL db.index.fulltext.queryNodes('episode_attributes', $attributes, {limit: $limit}) YIELD node
RETURN count(node) AS count
