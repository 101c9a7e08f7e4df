// count_occurrences_by_label: The number of occurrences with a text anywhere in their label.
// params: project, after, end, kinds, types, label
// returns: count
// end is null for all keys: a filter compares as UTF-16, in which no text comes after all others
// that the index of keys puts before it.
MATCH (o:Occurrence)
USING TEXT INDEX o:Occurrence(labelLower)
WHERE o.labelLower CONTAINS $label
  AND o.project = $project AND o.key > $after AND ($end IS NULL OR o.key < $end)
  AND ($kinds IS NULL OR o.kind IN $kinds)
  AND ($types IS NULL OR o.type IN $types)
RETURN count(o) AS count
